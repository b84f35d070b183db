/* input.h - a position as the network of Gomoku sees it, in the view of who is to move.
 *
 * It sees the points that are near a stone, and the stones.  Of an empty point it knows, for each
 * of the four directions, what shape a stone of either colour would make there, and what kind the
 * point then is for either: so the same network serves all rules and sizes. */
#ifndef MI_GAME_GOMOKU_NETWORK_INPUT_H
#define MI_GAME_GOMOKU_NETWORK_INPUT_H

#include "game/gomoku/board/position.h"

enum {
    INPUT_PAIRS = SHAPES * SHAPES,         /* own shape * SHAPES + the other's */
    INPUT_KINDS = KINDS * KINDS,           /* own kind * KINDS + the other's */
    INPUT_OWN = INPUT_PAIRS + INPUT_KINDS, /* a stone */
    INPUT_OTHER,
    INPUTS,
    INPUT_PARTS = DIRECTIONS + 1 /* of an empty point */
};

/* Is a point seen, and is it empty? */
static inline bool is_seen(const struct mi_gomoku *g, int point)
{
    return gomoku_near(g)[point] > 0 && stone_on(g, point) < 0;
}

/* The inputs of an empty point, each below INPUTS. */
static inline void list_inputs(const struct mi_gomoku *g, int point, uint16_t input[INPUT_PARTS])
{
    int own = g->colour, other = others(own);
    uint16_t own_shapes = gomoku_shape(g, own)[point], their_shapes = gomoku_shape(g, other)[point];
    for (int d = 0; d < DIRECTIONS; d++)
        input[d] = (uint16_t)(shape_in(own_shapes, d) * SHAPES + shape_in(their_shapes, d));
    input[DIRECTIONS] =
        (uint16_t)(INPUT_PAIRS + gomoku_kind(g, own)[point] * KINDS + gomoku_kind(g, other)[point]);
}

#endif
