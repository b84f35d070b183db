/* board.h - a board of Connect Four as bits, the rows of four on it, and a position of the game.
 *
 * Bit x * up + y is the point in column x and row y.  Where there is room a column has one bit more
 * than points, which stays empty, so that no row of four runs from a column into the next:
 *
 *      6 13 20 27 34 41 48
 *      5 12 19 26 33 40 47
 *      ...
 *      0  7 14 21 28 35 42
 *
 * Where (height + 1) * width is more than 64 there is none, and the rows begin where they fit
 * only. */
#ifndef MI_GAME_CONNECT4_BOARD_H
#define MI_GAME_CONNECT4_BOARD_H

#include "miai_game.h"

#include <stdbool.h>
#include <stdint.h>

struct mi_c4_shape {
    int width, height, up;    /* up: bits from a column to the next */
    uint64_t bottom, board;   /* the lowest points, all points */
    uint64_t low;             /* the points with an odd number of points above them */
    uint64_t rising, falling; /* where rows upwards, and downwards to the right, may begin */
};

/* The usual board, so that its shifts and masks are constants, which is half the time. */
static const struct mi_c4_shape mi_c4_usual = {
    .width = 7,
    .height = 6,
    .up = 7,
    .bottom = UINT64_C(0x0040810204081),
    .board = UINT64_C(0x0040810204081) * 0x3f,
    .low = UINT64_C(0x0040810204081) * 0x15,
    .rising = UINT64_MAX,
    .falling = UINT64_MAX,
};

static inline bool mi_c4_is_usual(const struct mi_c4_shape *shape)
{
    return shape->width == mi_c4_usual.width && shape->height == mi_c4_usual.height;
}

/* A position of the game. */
struct connect4 {
    struct mi_c4_shape shape;
    uint64_t stones[2];
    uint8_t turn;
    uint8_t empty; /* how many points */
    bool over;
    int8_t score; /* of a game that is over */
};

enum { MI_C4_MAX_WIDTH = 12, MI_C4_MAX_POINTS = 64 };

struct mi_c4_shape mi_c4_make_shape(int width, int height);
/* The position that a game begins with. */
struct connect4 mi_c4_begin(int width, int height);

/* Where the shape is a constant, so are the shifts. */
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

MI_C4_INLINE bool mi_c4_four(const struct mi_c4_shape *shape, uint64_t stones)
{
    int up = shape->up;
    return mi_c4_row_of_four(stones, up, UINT64_MAX) ||
           mi_c4_row_of_four(stones, up - 1, shape->falling) ||
           mi_c4_row_of_four(stones, up + 1, shape->rising) ||
           mi_c4_row_of_four(stones, 1, shape->rising);
}

/* The points that make four of three stones, taken or not. */
MI_C4_INLINE uint64_t mi_c4_threats_along(uint64_t stones, int step, uint64_t starts)
{
    uint64_t a = stones & starts, b = stones >> step & starts, c = stones >> 2 * step & starts,
             d = stones >> 3 * step & starts, ab = a & b, cd = c & d;
    return (b & cd) | (a & cd) << step | (ab & d) << 2 * step | (ab & c) << 3 * step;
}

/* The empty points where these stones win. */
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

/* Where the next stones come to lie. */
MI_C4_INLINE uint64_t mi_c4_playable(const struct mi_c4_shape *shape, uint64_t taken)
{
    return (taken << 1 | shape->bottom) & ~taken & shape->board;
}

/* The point below each of these. */
MI_C4_INLINE uint64_t mi_c4_below(const struct mi_c4_shape *shape, uint64_t points)
{
    return (points & ~shape->bottom) >> 1;
}

/* The empty points where a stone of the player makes four in a row, can it land there or not. */
static inline uint64_t mi_c4_threats_of(const struct connect4 *c, int player)
{
    return mi_c4_threats(&c->shape, c->stones[player], c->stones[0] | c->stones[1]);
}

static inline uint64_t mi_c4_playable_of(const struct connect4 *c)
{
    return mi_c4_playable(&c->shape, c->stones[0] | c->stones[1]);
}

/* The player whose stone it is, or -1. */
static inline int mi_c4_stone_at(const struct connect4 *c, int x, int y)
{
    int point = x * c->shape.up + y;
    return c->stones[0] >> point & 1 ? 0 : c->stones[1] >> point & 1 ? 1 : -1;
}

/* One to one, but where a column has no bit to spare: a column's lowest bit that the sum leaves
 * empty tells its height. */
MI_C4_INLINE uint64_t mi_c4_key(const struct mi_c4_shape *shape, uint64_t mine, uint64_t taken)
{
    if (shape->up == shape->height)
        return miai_mix(mine) ^ taken;
    return mine + taken + shape->bottom;
}

/* ---- moves ---- */

/* The points that a player who sees one move ahead chooses among: where he wins, or else the other
 * would, which both are urgent, or else those that the other does not win above, if there are any.
 */
MI_C4_INLINE uint64_t mi_c4_sensible(const struct mi_c4_shape *shape, uint64_t mine, uint64_t taken,
                                     bool *wins, bool *urgent)
{
    uint64_t playable = mi_c4_playable(shape, taken);
    uint64_t threats = mi_c4_threats(shape, mine ^ taken, taken), forced = playable & threats;
    uint64_t won = playable & mi_c4_threats(shape, mine, taken);
    uint64_t safe = playable & ~mi_c4_below(shape, threats);
    *wins = won != 0;
    *urgent = (won | forced) != 0;
    return won ? won : forced ? forced : safe ? safe : playable;
}

/* The move that lands on a point in column x. */
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

/* Has the last move ended the game? */
MI_C4_INLINE void mi_c4_find_outcome(struct connect4 *c, const struct mi_c4_shape *shape)
{
    int last = !c->turn;
    bool won = mi_c4_four(shape, c->stones[last]);
    c->over = won || c->empty == 0;
    c->score = (int8_t)(won ? 1 - 2 * last : 0);
}

MI_C4_INLINE void mi_c4_put(struct connect4 *c, uint64_t point)
{
    c->stones[c->turn] |= point;
    c->turn = !c->turn;
    c->empty--;
}

#endif
