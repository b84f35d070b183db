/* shape.h - the 3x3 pattern around a point, as a number.
 *
 * Each neighbour is a digit in base 3, from the view of the player who might play there: 0 empty, 1
 * own, 2 the other colour.  At the border, the neighbours on the board are read in a rotated frame,
 * so that all edges share one numbering, and all corners another.  The numbers of the three kinds
 * follow each other:
 *
 *      7 6 5      3 2 1        2 1
 *      0 . 4      4 . 0        . 0
 *      1 2 3      -----        ---
 *
 * The shapes of all points are updated incrementally.  The lower 16 bits of each word are Black's
 * view, the upper 16 White's.  Placing a stone adds its value to the words around it; removing it
 * subtracts the value. */
#ifndef MI_GAME_GO_BOARD_SHAPE_H
#define MI_GAME_GO_BOARD_SHAPE_H

#include "base/compiler.h"
#include "board.h"

enum {
    GO_SHAPES_INSIDE = 6561, /* 3^8 */
    GO_SHAPES_EDGE = 243,    /* 3^5 */
    GO_SHAPES_CORNER = 27,   /* 3^3 */
    GO_SHAPES = GO_SHAPES_INSIDE + GO_SHAPES_EDGE + GO_SHAPES_CORNER
};

/* struct mi_go_point.place: one of GO_PLACE_LEFT, GO_PLACE_RIGHT or 0, plus GO_PLACE_BOTTOM,
 * GO_PLACE_TOP or 0. */
enum {
    GO_PLACE_LEFT = 1,
    GO_PLACE_RIGHT = 2,
    GO_PLACE_BOTTOM = 3,
    GO_PLACE_TOP = 6,
    GO_PLACES = 9
};

/* Offset from a point to the i-th point around it, i from 0 to 7. */
static inline int go_offset_around(int stride, int i)
{
    const int step[8] = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
    return step[i];
}

/* Sets the shape of a point without stones around it. */
static inline void go_shape_init(struct mi_go *b, int p)
{
    bool left = b->point[p - 1].colour == MI_GO_BORDER;
    bool right = b->point[p + 1].colour == MI_GO_BORDER;
    bool bottom = b->point[p - b->stride].colour == MI_GO_BORDER;
    bool top = b->point[p + b->stride].colour == MI_GO_BORDER;
    uint32_t empty = (left || right) && (bottom || top) ? GO_SHAPES_INSIDE + GO_SHAPES_EDGE
                     : left || right || bottom || top   ? GO_SHAPES_INSIDE
                                                        : 0;
    mi_go_shapes(b)[p] = empty << 16 | empty;
    b->point[p].place = (uint8_t)(left * GO_PLACE_LEFT + right * GO_PLACE_RIGHT +
                                  bottom * GO_PLACE_BOTTOM + top * GO_PLACE_TOP);
}

/* Updates the shapes around p for a stone placed (stands) or removed. */
static inline void go_shape_update(struct mi_go *b, int p, int colour, bool placed)
{
    /* The place value, a power of 3, of a stone on p for the i-th point around it, by the place of
     * that point.  From there, p is neighbour 7 - i. */
    static const uint16_t place_value[GO_PLACES][8] = {
        {243, 729, 2187, 81, 1, 27, 9, 3}, {3, 1, 0, 9, 0, 27, 81, 0}, {0, 1, 3, 0, 9, 0, 81, 27},
        {3, 9, 27, 1, 81, 0, 0, 0},        {3, 9, 0, 1, 0, 0, 0, 0},   {0, 9, 3, 0, 1, 0, 0, 0},
        {0, 0, 0, 1, 81, 3, 9, 27},        {0, 0, 0, 1, 0, 3, 9, 0},   {0, 0, 0, 0, 1, 0, 9, 3}};
    uint32_t *shapes = mi_go_shapes(b);
    const uint32_t once = colour == MI_GO_BLACK ? 2 << 16 | 1 : 1 << 16 | 2;
    UNROLLED_BY(8)
    for (int i = 0; i < 8; i++) {
        int q = p + go_offset_around(b->stride, i);
        uint32_t change = once * place_value[b->point[q].place][i];
        shapes[q] += placed ? change : 0 - change;
    }
}

static inline int go_shape(const struct mi_go *b, int p, int colour)
{
    return (int)(mi_go_shapes(b)[p] >> 16 * colour & 0xffff);
}

static inline int go_count_borders_around(const struct mi_go *b, int p)
{
    int around = b->point[p].around;
    return (around & 15) + (around >> 4 & 15) + (around >> 8) - 4;
}

#endif
