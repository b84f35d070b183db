/* shape.h - the 3x3 pattern around an empty point, as a number.
 *
 * Each neighbour is a digit in base 3: 0 empty, 1 own, 2 the other colour, as the player sees it
 * who might play there.  On the border the neighbours that exist are read in a turned frame, so
 * that all edges look alike and all corners too; the three kinds follow each other:
 *
 *      7 6 5      3 2 1        2 1
 *      0 . 4      4 . 0        . 0
 *      1 2 3      -----        ---
 */
#ifndef MI_GO_SHAPE_H
#define MI_GO_SHAPE_H

#include "move.h"

enum {
    GO_SHAPES_INSIDE = 6561, /* 3^8 */
    GO_SHAPES_EDGE = 243,    /* 3^5 */
    GO_SHAPES_CORNER = 27,   /* 3^3 */
    GO_SHAPES = GO_SHAPES_INSIDE + GO_SHAPES_EDGE + GO_SHAPES_CORNER
};

static inline int go_shape_digit(const struct mi_go *b, int p, int colour)
{
    static const uint8_t digit[2][4] = {{1, 2, 0, 0}, {2, 1, 0, 0}};
    return digit[colour][b->point[p].colour];
}

static inline int go_borders_around(const struct mi_go *b, int p)
{
    int around = b->point[p].around;
    return (around & 15) + (around >> 4 & 15) + (around >> 8) - 4;
}

/* A point at the border: up leads away from it, along follows it. */
static inline int go_border_shape(const struct mi_go *b, int p, int colour, int borders)
{
    int s = b->stride, up = b->point[p - s].colour == MI_GO_BORDER ? s : -s, along = 1, n = 0;
    if (borders == 2) {
        along = b->point[p - 1].colour == MI_GO_BORDER ? 1 : -1;
    } else if (b->point[p - 1].colour == MI_GO_BORDER || b->point[p + 1].colour == MI_GO_BORDER) {
        up = b->point[p - 1].colour == MI_GO_BORDER ? 1 : -1;
        along = s;
    }
    if (borders == 1)
        n = go_shape_digit(b, p - along, colour) * 3 + go_shape_digit(b, p - along + up, colour);
    n = n * 3 + go_shape_digit(b, p + up, colour);
    n = n * 3 + go_shape_digit(b, p + up + along, colour);
    n = n * 3 + go_shape_digit(b, p + along, colour);
    return GO_SHAPES_INSIDE + (borders == 2 ? GO_SHAPES_EDGE : 0) + n;
}

static inline int go_shape(const struct mi_go *b, int p, int colour)
{
    int s = b->stride, step[8] = {-1, -s - 1, -s, -s + 1, 1, s + 1, s, s - 1}, n = 0;
    int borders = go_borders_around(b, p);
    if (borders > 0)
        return go_border_shape(b, p, colour, borders);
#pragma GCC unroll 8
    for (int i = 7; i >= 0; i--)
        n = 3 * n + go_shape_digit(b, p + step[i], colour);
    return n;
}

#endif
