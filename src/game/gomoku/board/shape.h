/* shape.h - what a stone on an empty point would make of one line through it.
 *
 * The shape depends on the points of the line at most five away: own, empty or blocked (the other
 * colour or the border).  They are the digits of a ternary number:
 *
 *     distance   5 4 3 2 1 . 1 2 3 4 5
 *     digit      9 8 7 6 5   0 1 2 3 4          (four points to either side: 7 6 5 4   0 1 2 3)
 *
 * A table has the shape of each such number. */
#ifndef MI_GAME_GOMOKU_BOARD_SHAPE_H
#define MI_GAME_GOMOKU_BOARD_SHAPE_H

#include <stdint.h>

/* Shapes in ascending order.  A four is one move short of five, a three one move short of an open
 * four, and so on.  A shape that is not open can be stopped by one stone for good. */
enum gomoku_shape {
    SHAPE_NONE, /* a five is no longer possible */
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_LOOSE_TWO, /* open, with one or two moves that make an open three */
    SHAPE_OPEN_TWO,
    SHAPE_THREE,
    SHAPE_LOOSE_THREE, /* open, with one move that makes an open four */
    SHAPE_OPEN_THREE,
    SHAPE_FOUR,
    SHAPE_TWO_FOURS, /* two points make five, but the four are not in a row */
    SHAPE_OPEN_FOUR, /* the straight four */
    SHAPE_FIVE,
    SHAPE_OVERLINE, /* six or more if only exactly five win */
    SHAPES
};

/* What counts as a winning row. */
enum gomoku_five {
    FIVE_OR_MORE,
    FIVE_EXACTLY,
    FIVE_OPEN,         /* five, not blocked at both ends, or more */
    FIVE_OPEN_EXACTLY, /* five, not blocked at both ends */
    FIVE_KINDS
};

enum {
    REACH_NEAR = 4, /* range of a shape if five or more win */
    REACH_FAR = 5,
    WINDOW_NEAR = 2 * REACH_NEAR + 1,
    WINDOW_FAR = 2 * REACH_FAR + 1,
    CODES_NEAR = 6561, /* 3^8 */
    PAIRS_NEAR = 1 << 4 * REACH_NEAR,
    CODES_FAR = 59049 /* 3^10 */
};

struct mi_gomoku_shape_table {
    /* If five or more win: the shapes for both colours (White's in the upper four bits), indexed by
     * a window without its middle: Black's bits in the upper byte, White's in the lower, both set
     * off the board. */
    uint8_t near_pair[PAIRS_NEAR];
    /* Other rules: the ternary code of a window's bits, ignoring the middle.  Own stones count
     * once, blocking points twice.  far_shape has the shape of each sum. */
    uint16_t far_code[1 << WINDOW_FAR];
    uint8_t far_shape[FIVE_KINDS][CODES_FAR];
};

/* Filled at the first call, then constant; thread-safe. */
const struct mi_gomoku_shape_table *mi_gomoku_shapes(void);

#endif
