/* Geometry of Connect Four boards. */
#include "board.h"

struct mi_c4_shape mi_c4_make_shape(int width, int height)
{
    struct mi_c4_shape shape = {.width = width, .height = height};
    bool spare = (height + 1) * width <= 64;
    shape.up = height + spare;
    for (int x = 0; x < width; x++)
        shape.bottom |= UINT64_C(1) << x * shape.up;
    for (int y = 0; y < height; y++) {
        shape.board |= shape.bottom << y;
        shape.low |= (height - y) % 2 == 0 ? shape.bottom << y : 0;
        shape.rising |= y + 3 < height ? shape.bottom << y : 0;
        shape.falling |= y >= 3 ? shape.bottom << y : 0;
    }
    if (spare)
        shape.rising = shape.falling = UINT64_MAX;
    return shape;
}

struct connect4 mi_c4_initial_position(int width, int height)
{
    return (struct connect4){
        .shape = mi_c4_make_shape(width, height),
        .empty = (uint8_t)(width * height),
    };
}
