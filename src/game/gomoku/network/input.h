/* input.h - inputs of the Gomoku network, from the view of the side to move.
 *
 * The network sees the stones and all points near a stone.  The inputs of an empty point are, for
 * each of the four directions, the shapes that a stone of either colour would make, the point's
 * kinds for both colours, and the contents of the line up to four points away.  Shapes and kinds
 * let the same network serve all rules and board sizes. */
#ifndef MI_GAME_GOMOKU_NETWORK_INPUT_H
#define MI_GAME_GOMOKU_NETWORK_INPUT_H

#include "game/gomoku/board/position.h"

enum {
    INPUT_PAIRS = SHAPES * SHAPES,         /* own shape * SHAPES + enemy shape */
    INPUT_KINDS = KINDS * KINDS,           /* own kind * KINDS + enemy kind */
    INPUT_OWN = INPUT_PAIRS + INPUT_KINDS, /* an own stone */
    INPUT_OTHER,
    INPUT_LINES, /* first line input */

    INPUT_REACH = 4, /* points of a line on either side */
    INPUT_SIDES =
        121, /* possible contents of a side: 81 + 27 + 9 + 3 + 1, by where the board ends */
    INPUT_BOTH = INPUT_SIDES * (INPUT_SIDES + 1) / 2, /* unordered pairs of sides */
    INPUTS = INPUT_LINES + INPUT_BOTH,

    INPUT_SHAPES = DIRECTIONS + 1,          /* an empty point's pairs and kinds */
    INPUT_PARTS = INPUT_SHAPES + DIRECTIONS /* all inputs of an empty point: these and its lines */
};

/* For the two sides of a point on a line, those with lower and with higher bits: the content of the
 * side (below INPUT_SIDES), indexed by the bits of own stones there and, above them, those of enemy
 * stones (lines.c). */
struct mi_gomoku_sides {
    uint8_t lower[1 << 2 * INPUT_REACH], higher[1 << 2 * INPUT_REACH];
};

/* Is the point an input, and empty? */
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

/* Lists an empty point's pairs of shapes, each below INPUT_PAIRS. */
static inline void list_pairs(const struct mi_gomoku *g, int point, uint16_t input[DIRECTIONS])
{
    int own = g->colour, other = others(own);
    uint16_t own_shapes = gomoku_shape(g, own)[point], their_shapes = gomoku_shape(g, other)[point];
    for (int d = 0; d < DIRECTIONS; d++)
        input[d] = (uint16_t)(shape_in(own_shapes, d) * SHAPES + shape_in(their_shapes, d));
}

/* The index of a line by the contents of its two sides, below INPUT_BOTH. */
static inline int both_sides(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return low * (2 * INPUT_SIDES - 1 - low) / 2 + high;
}

/* Lists an empty point's lines. */
static inline void list_lines(const struct mi_gomoku *g, const struct mi_gomoku_sides *sides, int x,
                              int y, uint16_t line[DIRECTIONS])
{
    enum { SIDE = (1 << INPUT_REACH) - 1, HIGHER = INPUT_REACH + 1 };
    for (int d = 0; d < DIRECTIONS; d++) {
        struct gomoku_line_position place = line_position_of(g, d, x, y);
        int low = place.bit - INPUT_REACH;
        uint32_t own = g->line[place.line][g->colour] >> low;
        uint32_t other = g->line[place.line][others(g->colour)] >> low;
        line[d] = (uint16_t)both_sides(
            sides->lower[(own & SIDE) | (other & SIDE) << INPUT_REACH],
            sides->higher[(own >> HIGHER & SIDE) | (other >> HIGHER & SIDE) << INPUT_REACH]);
    }
}

#endif
