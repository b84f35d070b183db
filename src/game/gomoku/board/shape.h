/* shape.h - what a stone on an empty point would make of one line through it.
 *
 * It depends on the points of the line at most five away: an own stone, nothing, or what blocks
 * (the other's stone, the border).  The digits of a ternary number, the nearest left one first:
 *
 *     distance   5 4 3 2 1 . 1 2 3 4 5
 *     digit      9 8 7 6 5   0 1 2 3 4          (four points to either side: 7 6 5 4   0 1 2 3)
 *
 * so that a table has the shape of each neighbourhood. */
#ifndef MI_GAME_GOMOKU_BOARD_SHAPE_H
#define MI_GAME_GOMOKU_BOARD_SHAPE_H

#include <stdint.h>

/* From nothing to the end of the game.  A four needs one move more to five, a three one to an open
 * four, and so on; what is not open can be stopped by one stone for good. */
enum gomoku_shape {
    SHAPE_NONE, /* no five will ever be there */
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_LOOSE_TWO, /* open, with one or two ways to an open three */
    SHAPE_OPEN_TWO,
    SHAPE_THREE,
    SHAPE_LOOSE_THREE, /* open, with one way to an open four */
    SHAPE_OPEN_THREE,
    SHAPE_FOUR,
    SHAPE_TWO_FOURS, /* two points make five, but not at the ends of four in a row */
    SHAPE_OPEN_FOUR, /* the straight four */
    SHAPE_FIVE,
    SHAPE_OVERLINE, /* six or more where five alone win */
    SHAPES
};

/* What is a win. */
enum gomoku_five {
    FIVE_OR_MORE,
    FIVE_EXACTLY,
    FIVE_OPEN,         /* five, not blocked at both ends, or more */
    FIVE_OPEN_EXACTLY, /* five, not blocked at both ends */
    FIVE_KINDS
};

enum {
    REACH_NEAR = 4, /* how far a shape sees where more than five win */
    REACH_FAR = 5,
    WINDOW_NEAR = 2 * REACH_NEAR + 1,
    WINDOW_FAR = 2 * REACH_FAR + 1,
    CODES_NEAR = 6561, /* 3^8 */
    PAIRS_NEAR = 1 << 4 * REACH_NEAR,
    CODES_FAR = 59049 /* 3^10 */
};

struct mi_gomoku_shape_table {
    /* Where five or more win, the shapes for both colours, white's in the upper four bits, by the
     * points of a window without its middle: black's bits in the upper byte, white's in the lower,
     * both where the board ends. */
    uint8_t near_pair[PAIRS_NEAR];
    /* The digits of the bits of a window, whose middle does not count: own stones' once, what
     * blocks twice; and the shape by those of the two colours. */
    uint16_t far_code[1 << WINDOW_FAR];
    uint8_t far_shape[FIVE_KINDS][CODES_FAR];
};

/* Filled at the first call; the same for all threads and for ever. */
const struct mi_gomoku_shape_table *mi_gomoku_shapes(void);

#endif
