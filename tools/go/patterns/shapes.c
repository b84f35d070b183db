#include "shapes.h"

#include "game/go/board/shape.h"

/* The pattern mirrored, and rotated by 90 degrees. */
static int mirrored_shape(int shape)
{
    static const int inside[8] = {4, 3, 2, 1, 0, 7, 6, 5}, edge[5] = {4, 3, 2, 1, 0};
    static const int corner[3] = {2, 1, 0};
    int base = shape < GO_SHAPES_INSIDE                    ? 0
               : shape < GO_SHAPES_INSIDE + GO_SHAPES_EDGE ? GO_SHAPES_INSIDE
                                                           : GO_SHAPES_INSIDE + GO_SHAPES_EDGE;
    const int *map = base == 0 ? inside : base == GO_SHAPES_INSIDE ? edge : corner;
    int n = base == 0 ? 8 : base == GO_SHAPES_INSIDE ? 5 : 3, digit[8], image = 0;
    for (int i = 0, rest = shape - base; i < n; i++, rest /= 3)
        digit[i] = rest % 3;
    for (int i = n - 1; i >= 0; i--)
        image = 3 * image + digit[map[i]];
    return base + image;
}

static int rotated_shape(int shape)
{
    if (shape >= GO_SHAPES_INSIDE)
        return shape;
    return shape / 9 + shape % 9 * (GO_SHAPES_INSIDE / 9);
}

/* The smallest of the eight symmetric patterns represents all. */
int canonical_shape(int shape)
{
    int least = shape;
    for (int i = 0; i < 4; i++) {
        shape = rotated_shape(shape);
        least = shape < least ? shape : least;
        int image = mirrored_shape(shape);
        least = image < least ? image : least;
    }
    return least;
}
