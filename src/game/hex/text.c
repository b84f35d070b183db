/* Moves and positions as text.  Points are written as in HexGui and SGF, with a1 in the upper left
 * corner. */
#include "position.h"

#include "base/text.h"
#include "game/common/turn.h"

#include <stdio.h>

static const char swap_text[] = "swap-pieces";

int mi_hex_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct mi_hex *b = pos;
    if (move == hex_swap_move(b))
        return snprintf(text, size, "%s", swap_text);
    return snprintf(text, size, "%c%d", 'a' + move % b->width, move / b->width + 1);
}

miai_move mi_hex_read_move(const void *pos, const char *text)
{
    const struct mi_hex *b = pos;
    if (mi_same_text(text, "swap") || mi_same_text(text, swap_text))
        return hex_swap_move(b);
    return miai_point_read_in(MIAI_LETTERS_ALL, text, b->width, b->height);
}

static void write_column_letters(struct mi_out *out, int width)
{
    for (int x = 0; x < width; x++)
        mi_out_format(out, " %c", 'a' + x);
}

/* Each row is shifted half a point to the right of the one above. */
static void write_board_row(struct mi_out *out, const struct mi_hex *b, int y)
{
    static const char mark[] = {[HEX_FIRST] = 'X', [HEX_SECOND] = 'O', [HEX_EMPTY] = '.'};
    mi_out_format(out, "\n%*s%2d", y, "", y + 1);
    for (int x = 0; x < b->width; x++)
        mi_out_format(out, " %c", mark[hex_stone(b, hex_place_at(x, y))]);
    mi_out_format(out, "  %d", y + 1);
}

const char *mi_hex_ending(const void *pos)
{
    const struct mi_hex *b = pos;
    return b->winner < 0 ? NULL : "a chain from edge to edge";
}

int mi_hex_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"black (X, top to bottom)", "white (O, left to right)"};
    const struct mi_hex *b = pos;
    char turn[MI_TURN_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    mi_out_add(&out, " ");
    write_column_letters(&out, b->width);
    for (int y = 0; y < b->height; y++)
        write_board_row(&out, b, y);
    mi_out_format(&out, "\n%*s  ", b->height, "");
    write_column_letters(&out, b->width);
    mi_out_format(&out, "\n%s%s",
                  mi_write_turn(names, b->turn, mi_hex_ending(b), b->winner ? -1 : 1, turn),
                  b->winner < 0 && b->swap == HEX_SWAP_NOW ? ", may swap" : "");
    return mi_out_length(&out);
}
