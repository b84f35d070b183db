/* picture.h - the board, for pictures of it. */
#ifndef MI_PROGRAM_REPORT_PICTURE_H
#define MI_PROGRAM_REPORT_PICTURE_H

#include "miai.h"

#include <stdio.h>

/* A board as pictures show it, its rows from the top. */
struct mi_picture {
    const miai_game *game;
    miai_presentation look;
    const char *grid; /* "lines", "squares" or "hexagons" */
    int width, height;
    char pieces[MIAI_MAX_POINTS + 1]; /* letters, as miai_piece_of() takes them; '.' nothing */
    char columns[MIAI_MAX_POINTS];    /* their letters, or "" */
    bool from_top;                    /* the upper row is the first one, as in Othello */
};

/* False, with the looks alone, if the game does not tell what stands where. */
bool mi_picture_see(const miai_engine *engine, struct mi_picture *picture);

/* Draws the position as SVG, the last move marked.  False if the game does not tell what stands
 * where. */
bool mi_picture_write(miai_engine *engine, FILE *out);

#endif
