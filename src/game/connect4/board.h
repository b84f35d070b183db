/* board.h - bitboards of Connect Four, rows of four, and the position.
 *
 * Bit x * up + y is the point in column x and row y.  If possible, each column has one spare bit
 * above its points that stays empty, so that no row of four wraps into the next column:
 *
 *      6 13 20 27 34 41 48
 *      5 12 19 26 33 40 47
 *      ...
 *      0  7 14 21 28 35 42
 *
 * If (height + 1) * width exceeds 64, there is no spare bit, and masks restrict where a row of four
 * can start. */
#ifndef MI_GAME_CONNECT4_BOARD_H
#define MI_GAME_CONNECT4_BOARD_H

#include "miai_game.h"

#include <stdbool.h>
#include <stdint.h>

struct mi_c4_shape {
    int width, height, up;    /* up: offset in bits from a column to the next */
    uint64_t bottom, board;   /* the lowest point of each column; all points */
    uint64_t low;             /* points with an odd number of points above them */
    uint64_t rising, falling; /* starts of horizontal and rising rows; starts of falling rows */
};

/* The standard board, with constant shifts and masks, which halves the time. */
static const struct mi_c4_shape mi_c4_standard_shape = {
    .width = 7,
    .height = 6,
    .up = 7,
    .bottom = UINT64_C(0x0040810204081),
    .board = UINT64_C(0x0040810204081) * 0x3f,
    .low = UINT64_C(0x0040810204081) * 0x15,
    .rising = UINT64_MAX,
    .falling = UINT64_MAX,
};

static inline bool mi_c4_is_standard(const struct mi_c4_shape *shape)
{
    return shape->width == mi_c4_standard_shape.width &&
           shape->height == mi_c4_standard_shape.height;
}

struct connect4 {
    struct mi_c4_shape shape;
    uint64_t stones[2];
    uint8_t turn;
    uint8_t empty; /* number of empty points */
    bool over;
    int8_t score; /* valid if over: 1 if the first player has won, -1 the second, 0 a draw */
};

enum { MI_C4_MAX_WIDTH = 12, MI_C4_MAX_POINTS = 64 };

struct mi_c4_shape mi_c4_make_shape(int width, int height);
/* The initial position. */
struct connect4 mi_c4_initial_position(int width, int height);

/* Inlining makes the shifts constant if the shape is. */
#ifdef __GNUC__
#define MI_C4_INLINE static inline __attribute__((always_inline))
#else
#define MI_C4_INLINE static inline
#endif

MI_C4_INLINE uint64_t mi_c4_column(const struct mi_c4_shape *shape, int x)
{
    return ((UINT64_C(1) << shape->height) - 1) << x * shape->up;
}

MI_C4_INLINE bool mi_c4_row_of_four(uint64_t stones, int step, uint64_t starts)
{
    uint64_t pairs = stones & stones >> step;
    return (pairs & pairs >> 2 * step & starts) != 0;
}

MI_C4_INLINE bool mi_c4_has_four(const struct mi_c4_shape *shape, uint64_t stones)
{
    int up = shape->up;
    return mi_c4_row_of_four(stones, up, UINT64_MAX) ||
           mi_c4_row_of_four(stones, up - 1, shape->falling) ||
           mi_c4_row_of_four(stones, up + 1, shape->rising) ||
           mi_c4_row_of_four(stones, 1, shape->rising);
}

/* All points that would complete four with three of the stones, occupied or not. */
MI_C4_INLINE uint64_t mi_c4_threats_along(uint64_t stones, int step, uint64_t starts)
{
    uint64_t a = stones & starts, b = stones >> step & starts, c = stones >> 2 * step & starts,
             d = stones >> 3 * step & starts, ab = a & b, cd = c & d;
    return (b & cd) | (a & cd) << step | (ab & d) << 2 * step | (ab & c) << 3 * step;
}

/* The empty points that complete four for these stones, playable or not. */
MI_C4_INLINE uint64_t mi_c4_threats(const struct mi_c4_shape *shape, uint64_t stones,
                                    uint64_t taken)
{
    int up = shape->up;
    uint64_t upwards = (stones & shape->rising) << 3 & stones << 2 & stones << 1;
    uint64_t found = upwards | mi_c4_threats_along(stones, up, UINT64_MAX) |
                     mi_c4_threats_along(stones, up - 1, shape->falling) |
                     mi_c4_threats_along(stones, up + 1, shape->rising);
    return found & shape->board & ~taken;
}

/* The points where the next stone can land. */
MI_C4_INLINE uint64_t mi_c4_playable(const struct mi_c4_shape *shape, uint64_t taken)
{
    return (taken << 1 | shape->bottom) & ~taken & shape->board;
}

/* The point below each of these points. */
MI_C4_INLINE uint64_t mi_c4_below(const struct mi_c4_shape *shape, uint64_t points)
{
    return (points & ~shape->bottom) >> 1;
}

/* The empty points that complete four for the player, playable or not. */
static inline uint64_t mi_c4_threats_of(const struct connect4 *c, int player)
{
    return mi_c4_threats(&c->shape, c->stones[player], c->stones[0] | c->stones[1]);
}

static inline uint64_t mi_c4_playable_of(const struct connect4 *c)
{
    return mi_c4_playable(&c->shape, c->stones[0] | c->stones[1]);
}

/* The player with a stone at (x, y), or -1. */
static inline int mi_c4_stone_at(const struct connect4 *c, int x, int y)
{
    int point = x * c->shape.up + y;
    return c->stones[0] >> point & 1 ? 0 : c->stones[1] >> point & 1 ? 1 : -1;
}

/* A key of the position.  It is unique if columns have a spare bit: the lowest zero of a column in
 * the sum then gives its height. */
MI_C4_INLINE uint64_t mi_c4_key(const struct mi_c4_shape *shape, uint64_t mine, uint64_t taken)
{
    if (shape->up == shape->height)
        return miai_mix(mine) ^ taken;
    return mine + taken + shape->bottom;
}

/* ---- moves ---- */

/* The moves that survive one ply of lookahead: winning moves; otherwise moves that stop an
 * opponent's win; otherwise moves that do not let the opponent win on top, if there are any.
 * *urgent is set in the first two cases. */
MI_C4_INLINE uint64_t mi_c4_lookahead_moves(const struct mi_c4_shape *shape, uint64_t mine,
                                            uint64_t taken, bool *wins, bool *urgent)
{
    uint64_t playable = mi_c4_playable(shape, taken);
    uint64_t threats = mi_c4_threats(shape, mine ^ taken, taken), forced = playable & threats;
    uint64_t won = playable & mi_c4_threats(shape, mine, taken);
    uint64_t safe = playable & ~mi_c4_below(shape, threats);
    *wins = won != 0;
    *urgent = (won | forced) != 0;
    return won ? won : forced ? forced : safe ? safe : playable;
}

/* The move that lands on a point of column x. */
MI_C4_INLINE miai_move mi_c4_move_in(const struct mi_c4_shape *shape, uint64_t point, int x)
{
    return (__builtin_ctzll(point) - x * shape->up) * shape->width + x;
}

MI_C4_INLINE miai_move mi_c4_move_to(const struct mi_c4_shape *shape, uint64_t point)
{
    return mi_c4_move_in(shape, point, __builtin_ctzll(point) / shape->up);
}

MI_C4_INLINE uint64_t mi_c4_point_of(const struct mi_c4_shape *shape, miai_move move)
{
    return (uint64_t)1 << (move % shape->width * shape->up + move / shape->width);
}

/* Sets over and score after a move. */
MI_C4_INLINE void mi_c4_find_outcome(struct connect4 *c, const struct mi_c4_shape *shape)
{
    int last = !c->turn;
    bool won = mi_c4_has_four(shape, c->stones[last]);
    c->over = won || c->empty == 0;
    c->score = (int8_t)(won ? 1 - 2 * last : 0);
}

MI_C4_INLINE void mi_c4_drop_stone(struct connect4 *c, uint64_t point)
{
    c->stones[c->turn] |= point;
    c->turn = !c->turn;
    c->empty--;
}

/* ---- network.c, playout.c, presentation.c ---- */

extern const miai_planes mi_connect4_planes;
extern const miai_playouts mi_connect4_playouts;
extern const miai_notation mi_connect4_notation;
extern const miai_presentation mi_connect4_presentation;

int mi_connect4_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_connect4_text(const void *pos, char *text, size_t size);

/* See miai_editing.board. */
void mi_connect4_board(const void *pos, int8_t *piece);

#endif
