/* input.h - a position as the network of Gomoku sees it, in the view of who is to move.
 *
 * It sees the points that are near a stone, and the stones.  Of an empty point it knows, for each
 * of the four directions, what shape a stone of either colour would make there, and what kind the
 * point then is for either: so the same network serves all rules and sizes.  And it knows, for each
 * direction, what stands on the line up to four points away. */
#ifndef MI_GAME_GOMOKU_NETWORK_INPUT_H
#define MI_GAME_GOMOKU_NETWORK_INPUT_H

#include "game/gomoku/board/position.h"

enum {
    INPUT_PAIRS = SHAPES * SHAPES,         /* own shape * SHAPES + the other's */
    INPUT_KINDS = KINDS * KINDS,           /* own kind * KINDS + the other's */
    INPUT_OWN = INPUT_PAIRS + INPUT_KINDS, /* a stone */
    INPUT_OTHER,
    INPUT_LINES, /* the first one */

    INPUT_REACH = 4,   /* points of a line to either side */
    INPUT_SIDES = 121, /* what can stand there: 81 + 27 + 9 + 3 + 1, by where the board ends */
    INPUT_BOTH = INPUT_SIDES * (INPUT_SIDES + 1) / 2, /* the sides of a point, in either order */
    INPUTS = INPUT_LINES + INPUT_BOTH,

    INPUT_SHAPES = DIRECTIONS + 1,          /* pairs and kinds of an empty point, */
    INPUT_PARTS = INPUT_SHAPES + DIRECTIONS /* and its lines */
};

/* What stands on the side of a point where bits are lower, or higher, by the line's bits there: own
 * ones, and above them the other's (lines.c). */
struct mi_gomoku_sides {
    uint8_t lower[1 << 2 * INPUT_REACH], higher[1 << 2 * INPUT_REACH];
};

/* Is a point seen, and is it empty? */
static inline bool is_seen(const struct mi_gomoku *g, int point)
{
    return gomoku_near(g)[point] > 0 && stone_on(g, point) < 0;
}

static inline uint16_t input_of_kinds(const struct mi_gomoku *g, int point)
{
    int own = g->colour, other = others(own);
    return (uint16_t)(INPUT_PAIRS + gomoku_kind(g, own)[point] * KINDS +
                      gomoku_kind(g, other)[point]);
}

/* Of an empty point, each below INPUT_PAIRS. */
static inline void list_pairs(const struct mi_gomoku *g, int point, uint16_t input[DIRECTIONS])
{
    int own = g->colour, other = others(own);
    uint16_t own_shapes = gomoku_shape(g, own)[point], their_shapes = gomoku_shape(g, other)[point];
    for (int d = 0; d < DIRECTIONS; d++)
        input[d] = (uint16_t)(shape_in(own_shapes, d) * SHAPES + shape_in(their_shapes, d));
}

/* A line by what stands on both sides of a point, below INPUT_BOTH. */
static inline int both_sides(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return low * (2 * INPUT_SIDES - 1 - low) / 2 + high;
}

/* The lines of an empty point. */
static inline void list_lines(const struct mi_gomoku *g, const struct mi_gomoku_sides *sides, int x,
                              int y, uint16_t line[DIRECTIONS])
{
    enum { SIDE = (1 << INPUT_REACH) - 1, HIGHER = INPUT_REACH + 1 };
    for (int d = 0; d < DIRECTIONS; d++) {
        struct gomoku_place place = place_of(g, d, x, y);
        int low = place.bit - INPUT_REACH;
        uint32_t own = g->line[place.line][g->colour] >> low;
        uint32_t other = g->line[place.line][others(g->colour)] >> low;
        line[d] = (uint16_t)both_sides(
            sides->lower[(own & SIDE) | (other & SIDE) << INPUT_REACH],
            sides->higher[(own >> HIGHER & SIDE) | (other >> HIGHER & SIDE) << INPUT_REACH]);
    }
}

#endif
