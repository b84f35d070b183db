/* board.h - a position of Connect Four, and the points that count in it.
 *
 * Bit y * width + x of a player's stones is the point in column x and row y, and the number of the
 * move that lands there.  On a board of 7x6:
 *
 *     35 36 37 38 39 40 41
 *     28 29 30 31 32 33 34
 *     21 22 23 24 25 26 27
 *     14 15 16 17 18 19 20
 *      7  8  9 10 11 12 13
 *      0  1  2  3  4  5  6
 *
 * A full column's next stone would land in the row above the board.  Where that has no bits any
 * more, on boards of more than 64 - width points, it lands nowhere. */
#ifndef MI_GAME_CONNECT4_BOARD_H
#define MI_GAME_CONNECT4_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define C4_ANYWHERE UINT64_MAX

struct connect4 {
    uint64_t stones[2];
    uint64_t landing;     /* one point a column: where the next stone comes to lie */
    uint64_t left_column; /* the points of column 0 */
    uint64_t starts;      /* the points with three more to their right */
    uint8_t width, height, turn;
    uint8_t empty; /* how many points */
    bool over;
    int8_t score; /* of a game that is over */
};

/* The first n points, 1 to 64. */
static inline uint64_t c4_first_points(int n)
{
    return UINT64_MAX >> (64 - n);
}

static inline uint64_t c4_playable_points(const struct connect4 *c)
{
    return c->landing & c4_first_points(c->width * c->height);
}

/* The points that make four of three stones, on the board or above it. */
static inline uint64_t c4_gaps(uint64_t stones, int step, uint64_t starts)
{
    uint64_t a = stones & starts, b = stones >> step & starts, c = stones >> 2 * step & starts,
             d = stones >> 3 * step & starts;
    return (b & c & d) | (a & c & d) << step | (a & b & d) << 2 * step | (a & b & c) << 3 * step;
}

/* The empty points where a stone of the player makes four in a row, can it land there or not. */
static inline uint64_t c4_wins_on_width(const struct connect4 *c, int player, int w)
{
    uint64_t stones = c->stones[player], taken = c->stones[0] | c->stones[1];
    uint64_t points = c4_gaps(stones, 1, c->starts) | c4_gaps(stones, w, C4_ANYWHERE) |
                      c4_gaps(stones, w + 1, c->starts) | c4_gaps(stones, w - 1, c->starts << 3);
    return points & c4_first_points(w * c->height) & ~taken;
}

static inline uint64_t c4_winning_points(const struct connect4 *c, int player)
{
    return c4_wins_on_width(c, player, c->width);
}

#endif
