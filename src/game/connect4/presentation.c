/* Texts of positions and moves of Connect Four, and its names elsewhere. */
#include "board.h"
#include "game/common/stones.h"
#include "game/common/turn.h"

#include <stdio.h>
#include <string.h>

int mi_connect4_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct connect4 *c = pos;
    return miai_point_text(move % c->shape.width, move / c->shape.width, text, size);
}

/* Accepts a column without a row. */
static miai_move connect4_read_move(const void *pos, const char *text)
{
    const struct connect4 *c = pos;
    char first[4];
    if (!text[0] || text[1])
        return MIAI_NO_MOVE;
    snprintf(first, sizeof first, "%c1", text[0]);
    int x = miai_point_read(first, c->shape.width, c->shape.height);
    uint64_t point = x < 0 ? 0 : mi_c4_playable_of(c) & mi_c4_column(&c->shape, x);
    return point ? mi_c4_move_in(&c->shape, point, x) : MIAI_NO_MOVE;
}

void mi_connect4_board(const void *pos, int8_t *piece)
{
    const struct connect4 *c = pos;
    for (int y = 0; y < c->shape.height; y++)
        for (int x = 0; x < c->shape.width; x++)
            *piece++ = (int8_t)mi_c4_stone_at(c, x, y);
}

static int connect4_write_position(const void *pos, char *text, size_t size)
{
    const struct connect4 *c = pos;
    int8_t piece[MI_C4_MAX_POINTS];
    mi_connect4_board(c, piece);
    return mi_write_stones(c->shape.width, c->shape.height, piece, c->turn, text, size);
}

/* Adds the stones of a column; false if there is a gap below one. */
static bool fill_column(struct connect4 *c, const int8_t *piece, int x)
{
    const struct mi_c4_shape *shape = &c->shape;
    int y = 0;
    for (; y < shape->height && piece[y * shape->width + x] >= 0; y++) {
        c->stones[piece[y * shape->width + x]] |= (uint64_t)1 << (x * shape->up + y);
        c->empty--;
    }
    for (; y < shape->height; y++)
        if (piece[y * shape->width + x] >= 0)
            return false;
    return true;
}

/* Fills an empty board with the pieces.  Returns the first column with a gap below a stone, or
 * -1. */
static int fill_from_pieces(struct connect4 *c, const miai_setup *setup, const int8_t *piece)
{
    *c = mi_c4_initial_position(setup->width, setup->height);
    for (int x = 0; x < setup->width; x++)
        if (!fill_column(c, piece, x))
            return x;
    return -1;
}

/* Rejects positions where the game was over before the last move. */
static bool connect4_read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct connect4 *c = pos;
    int8_t piece[MI_C4_MAX_POINTS];
    int player;
    if (!mi_read_stones(setup->width, setup->height, text, piece, &player) ||
        fill_from_pieces(c, setup, piece) >= 0)
        return false;
    c->turn = (uint8_t)player;
    mi_c4_find_outcome(c, &c->shape);
    return !mi_c4_has_four(&c->shape, c->stones[player]);
}

static int connect4_position_refusal(void *pos, const miai_setup *setup, const char *text,
                                     char *why, size_t size)
{
    struct connect4 *c = pos;
    int8_t piece[MI_C4_MAX_POINTS];
    char column[4];
    int player, length = mi_stones_refusal(setup->width, setup->height, text, why, size);
    if (length > 0 || connect4_read_position(c, setup, text))
        return length;
    mi_read_stones(setup->width, setup->height, text, piece, &player);
    int x = fill_from_pieces(c, setup, piece);
    if (x < 0)
        return snprintf(why, size, "the game was over before its last move");
    miai_point_text(x, 0, column, sizeof column);
    return snprintf(why, size, "column %c has a stone with nothing below it", column[0]);
}

static char connect4_point_letter(const void *context, int x, int y)
{
    int player = mi_c4_stone_at(context, x, y);
    return player < 0 ? '.' : "XO"[player];
}

static const char *connect4_ending(const void *pos)
{
    const struct connect4 *c = pos;
    if (!c->over)
        return NULL;
    return c->score ? "four in a row" : "the board is full";
}

int mi_connect4_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"X", "O"};
    char turn[MI_TURN_TEXT];
    const struct connect4 *c = pos;
    int length =
        miai_board_diagram(c->shape.width, c->shape.height, connect4_point_letter, c, text, size);
    size_t rest = size > (size_t)length ? size - (size_t)length : 0;
    return length + snprintf(rest ? text + length : NULL, rest, "\n%s",
                             mi_write_turn(names, c->turn, connect4_ending(pos), c->score, turn));
}

/* Explains letters and numbers that do not denote an open column.  Other texts may denote several
 * columns, so they are left to the caller. */
static int connect4_refusal(const void *pos, miai_move move, const char *text, char *why,
                            size_t size)
{
    const struct connect4 *c = pos;
    const struct mi_c4_shape *shape = &c->shape;
    char first[4], column[4], last[4];
    snprintf(first, sizeof first, "%c1", text[0]);
    int x = move >= 0 ? move % shape->width : miai_point_read(first, shape->width, shape->height);
    size_t digits = strspn(text, "0123456789");
    bool more = digits > 0 && text[digits]; /* more than a number, as in "3,2" */
    if (move < 0 && !more &&
        (!text[0] || text[1] || (digits > 0 && text[0] > '0' && text[0] <= '0' + shape->width)))
        return 0;
    miai_point_text(shape->width - 1, 0, last, sizeof last);
    if (x < 0)
        return snprintf(why, size, "the columns are A to %c, or 1 to %d", last[0], shape->width);
    uint64_t point = mi_c4_playable_of(c) & mi_c4_column(shape, x);
    miai_point_text(x, 0, column, sizeof column);
    if (!point)
        return snprintf(why, size, "column %c is full", column[0]);
    return snprintf(why, size, "in column %c a piece falls to row %d", column[0],
                    __builtin_ctzll(point) % shape->up + 1);
}

const miai_notation mi_connect4_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = connect4_refusal,
    .read_move = connect4_read_move,
    .write_position = connect4_write_position,
    .read_position = connect4_read_position,
    .position_refusal = connect4_position_refusal,
    .ending = connect4_ending,
};

/* The name in Cute Chess. */
static const miai_variant connect4_variants[] = {{.name = "cfour", .in_uci = true}, {.name = NULL}};

static const char how_to_play[] =
    "Connect Four.  Goal: four of your discs in a row, across, up or diagonally.\n"
    "The first player has X, the second O.\n"
    "\n"
    "Moves: the letter or the number of a column: D or 4; \"4435\" are four moves.\n"
    "The disc falls to the lowest empty cell of the column.\n"
    "\n"
    "End: four in a row, or a draw when the board is full.\n";

const miai_presentation mi_connect4_presentation = {
    .bytes = sizeof(miai_presentation),
    .variants = connect4_variants,
    .drops = true,
    .how_to_play = how_to_play,
};
