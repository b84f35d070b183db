#include "board.h"

/* The columns right of column x, and left of it. */
#define RIGHT(x) (UINT64_C(0x0101010101010101) * (0xfeu << (x)&0xff))
#define LEFT(x)  (UINT64_C(0x0101010101010101) * ((1u << (x)) - 1))
#define ROW(y)   (UINT64_C(0xff) << 8 * (y))

/* Rays from a corner, shifted to square (x, y): upwards from square 0 or 7, downwards from 63 or
 * 56. */
#define UP(line, x, y)   (UINT64_C(line) << (8 * (y) + (x)))
#define DOWN(line, x, y) (UINT64_C(line) >> (63 - 8 * (y) - (x)))

#define RAYS(x, y)                                                                                 \
    {                                                                                              \
        {RIGHT(x) & ROW(y), UP(0x0101010101010100, x, y), UP(0x0002040810204080, x, y) & LEFT(x),  \
         UP(0x8040201008040200, x, y) & RIGHT(x)},                                                 \
        {                                                                                          \
            LEFT(x) & ROW(y), DOWN(0x0080808080808080, x, y),                                      \
                DOWN(0x0102040810204000, x, y) & RIGHT(x),                                         \
                DOWN(0x0040201008040201, x, y) & LEFT(x)                                           \
        }                                                                                          \
    }

#define RAYS_OF_ROW(y)                                                                             \
    RAYS(0, y), RAYS(1, y), RAYS(2, y), RAYS(3, y), RAYS(4, y), RAYS(5, y), RAYS(6, y), RAYS(7, y)

const struct mi_othello_square_rays mi_othello_rays[MI_OTHELLO_SQUARES] = {
    RAYS_OF_ROW(0), RAYS_OF_ROW(1), RAYS_OF_ROW(2), RAYS_OF_ROW(3),
    RAYS_OF_ROW(4), RAYS_OF_ROW(5), RAYS_OF_ROW(6), RAYS_OF_ROW(7),
};
