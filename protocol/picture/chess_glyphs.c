#include "chess_glyphs.h"

#include <stddef.h>

/* The foot of king and queen. */
#define ROYAL_FOOT "M30 66h40v8H30zM28 74h44l5 6v7H23v-7z"

/* In the order of Unicode. */
static const struct mi_chess_glyph glyphs[] = {
    {"M47 8h6v6h6v6h-6v9h-6v-9h-6v-6h6z"
     "M50 27c7 3 9 12 4 21 5-7 10-12 17-12 19 0 17 20 0 30H29C12 56 10 36 29 36c7 0 12 5 17 12"
     "-5-9-3-18 4-21z" ROYAL_FOOT,
     "M50 66V49M35 58c-8-5-10-13-5-14M65 58c8-5 10-13 5-14"},
    {"M31 66L17 32l15 16 2-26 11 24 5-29 5 29 11-24 2 26 15-16-14 34z"
     "M17 32a4.5 4.5 0 1 1 .1 0zM34 22a4.5 4.5 0 1 1 .1 0zM50 17a4.5 4.5 0 1 1 .1 0z"
     "M66 22a4.5 4.5 0 1 1 .1 0zM83 32a4.5 4.5 0 1 1 .1 0z" ROYAL_FOOT,
     "M34 59h32"},
    {"M24 17h13v9h8v-9h10v9h8v-9h13v21l-10 8v23l8 8h4v10H22V77h4l8-8V46l-10-8z",
     "M34 46h32M34 69h32M26 77h48"},
    {"M50 19c14 9 21 20 21 31 0 8-4 13-9 17H38c-5-4-9-9-9-17 0-11 7-22 21-31z"
     "M50 20a5 5 0 1 1 .1 0zM36 67h28v7H36zM40 74h20c2 4 8 6 16 6v7H24v-7c8 0 14-2 16-6z",
     "M50 34v20M41 44h18"},
    {"M78 87C79 52 70 27 48 25l-9-10-2 12c-7 5-11 12-14 20-2 6-7 10-6 16 1 5 8 7 12 3 5-6 11-8 18-9"
     "-1 12-18 14-18 30z",
     "M36 40l4-2M24 59l1-1M53 32c11 6 16 21 16 45"},
    {"M50 16a13 13 0 0 1 9 22h6v7h-7c0 13 4 21 14 28h4v14H24V73h4c10-7 14-15 14-28h-7v-7h6"
     "a13 13 0 0 1 9-22z",
     "M42 45h16M28 73h44"},
};

const struct mi_chess_glyph *mi_chess_glyph_of(unsigned sign)
{
    const unsigned first = 0x2654, count = sizeof glyphs / sizeof *glyphs;
    return sign >= first && sign < first + 2 * count ? &glyphs[(sign - first) % count] : NULL;
}
