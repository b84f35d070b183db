/* lines.h - a board of Connect Four as its solver has it: rows of four, and what can be said of a
 * position without a search.
 *
 * Bit x * up + y is the point in column x and row y.  Where there is room a column has one bit more
 * than points, which stays empty, so that no row of four runs from a column into the next:
 *
 *      6 13 20 27 34 41 48
 *      5 12 19 26 33 40 47
 *      ...
 *      0  7 14 21 28 35 42
 *
 * On a board of 64 points there is none, and the rows begin where they fit only. */
#ifndef MI_GAME_CONNECT4_LINES_H
#define MI_GAME_CONNECT4_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct mi_c4_shape {
    int width, height, up;    /* up: bits from a column to the next */
    uint64_t bottom, board;   /* the lowest points, all points */
    uint64_t low;             /* the points with an odd number of points above them */
    uint64_t rising, falling; /* where rows upwards, and downwards to the right, may begin */
};

/* mine: the stones of who is to move.  left: empty points. */
struct mi_c4_board {
    uint64_t mine, taken;
    int left;
};

enum { MI_C4_UNBOUNDED = 99 };

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
MI_C4_INLINE uint64_t mi_c4_gaps_along(uint64_t stones, int step, uint64_t starts)
{
    uint64_t a = stones & starts, b = stones >> step & starts, c = stones >> 2 * step & starts,
             d = stones >> 3 * step & starts, ab = a & b, cd = c & d;
    return (b & cd) | (a & cd) << step | (ab & d) << 2 * step | (ab & c) << 3 * step;
}

/* The empty points where these stones win. */
MI_C4_INLINE uint64_t mi_c4_gaps(const struct mi_c4_shape *shape, uint64_t stones, uint64_t taken)
{
    int up = shape->up;
    uint64_t upwards = (stones & shape->rising) << 3 & stones << 2 & stones << 1;
    uint64_t found = upwards | mi_c4_gaps_along(stones, up, UINT64_MAX) |
                     mi_c4_gaps_along(stones, up - 1, shape->falling) |
                     mi_c4_gaps_along(stones, up + 1, shape->rising);
    return found & shape->board & ~taken;
}

/* Where the next stones come to lie. */
MI_C4_INLINE uint64_t mi_c4_landing(const struct mi_c4_shape *shape, uint64_t taken)
{
    uint64_t above = taken << 1;
    if (shape->up == shape->height)
        above &= ~shape->bottom;
    return (above | shape->bottom) & ~taken & shape->board;
}

/* The point below each of these. */
MI_C4_INLINE uint64_t mi_c4_below(const struct mi_c4_shape *shape, uint64_t points)
{
    return (points & ~shape->bottom) >> 1;
}

MI_C4_INLINE struct mi_c4_board mi_c4_after(struct mi_c4_board b, uint64_t point)
{
    return (struct mi_c4_board){b.mine ^ b.taken, b.taken | point, b.left - 1};
}

/* The moves after which the opponent, who has these threats, does not win at once. */
MI_C4_INLINE uint64_t mi_c4_safe(const struct mi_c4_shape *shape, uint64_t landing,
                                 uint64_t threats)
{
    uint64_t forced = landing & threats;
    if (forced & (forced - 1))
        return 0;
    return (forced ? forced : landing) & ~mi_c4_below(shape, threats);
}

/* ---- who has the last word (Allis, A Knowledge-Based Approach of Connect-Four, 1988) ----
 *
 * Take the empty points of each column in pairs from the top, a low one and the one above it.  In a
 * column with an odd number of them, the landing point is left over.
 *
 * With an even number of empty points in all, who is NOT to move can answer every move: above it in
 * the same pair, or on the landing point of another odd column.  He gets all upper points of the
 * pairs, the other no more than the lower ones and the left-over ones. */

/* The points above these. */
MI_C4_INLINE uint64_t mi_c4_above(const struct mi_c4_shape *shape, uint64_t points)
{
    uint64_t above = 0;
    for (; points; points &= points - 1) {
        int x = __builtin_ctzll(points) / shape->up;
        above |= mi_c4_column(shape, x) & ~(points | (points - 1));
    }
    return above;
}

/* At most what the player to move can reach, an even number of points being empty: 0 if the other
 * can answer to the end without a four being made against him, -1 if his own points win.  The game
 * ends where a threat of his on a high point is filled, so that what is above it counts for none.
 */
MI_C4_INLINE int mi_c4_follow_up(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                 uint64_t threats)
{
    uint64_t empty = shape->board & ~b.taken, landing = mi_c4_landing(shape, b.taken);
    uint64_t high = empty & ~shape->low & ~landing;
    uint64_t low = empty & shape->low & ~mi_c4_above(shape, threats & high);
    if (mi_c4_four(shape, b.mine | low | landing))
        return MI_C4_UNBOUNDED;
    return mi_c4_four(shape, (b.mine ^ b.taken) | high) ? -1 : 0;
}

/* At least what the player who is not to move reaches, an odd number of points being empty, if he
 * has a threat on a low point that is not to be filled now: he leaves the point below it alone and
 * answers everywhere else as above, until the other has to play there.  He wins when all but what
 * is above the threat is full, at the latest.  -MI_C4_UNBOUNDED: it does not work. */
MI_C4_INLINE int mi_c4_zugzwang(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                uint64_t threats)
{
    uint64_t empty = shape->board & ~b.taken, landing = mi_c4_landing(shape, b.taken);
    int best = -MI_C4_UNBOUNDED;
    for (uint64_t left = threats & shape->low & ~landing; left; left &= left - 1) {
        uint64_t threat = left & -left;
        int point = __builtin_ctzll(threat), x = point / shape->up, y = point % shape->up;
        uint64_t column = mi_c4_column(shape, x), below = column & (threat - 1);
        uint64_t other = (empty & shape->low & ~column) | landing | (empty & below & ~shape->low);
        int score = (1 + shape->height - y) / 2;
        if (score > best && !mi_c4_four(shape, b.mine | other))
            best = score;
    }
    return best;
}

#endif
