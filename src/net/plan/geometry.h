/* geometry.h - the layout of a board in a buffer, and its partition into Winograd tiles. */
#ifndef MI_NET_PLAN_GEOMETRY_H
#define MI_NET_PLAN_GEOMETRY_H

#include "plan.h"

#include <stddef.h>

/* Largest side, and the number of Winograd tiles that it needs. */
enum { MI_SIDE_MAX = 64, MI_TILES_MAX = MI_SIDE_MAX / MI_TILE_MAX };

/* A side cut into as few tiles as possible, the larger ones first. */
struct mi_tiling {
    int tiles;
    int start[MI_TILES_MAX], size[MI_TILES_MAX];
    int with[MI_POINTS]; /* number of tiles that have this interpolation point */
};

struct mi_geometry {
    int width, height, ring;
    int pitch;  /* points from one row to the next */
    int points; /* points of a position, including the ring */
    int origin; /* offset of the board's first point */
    struct mi_tiling down, across;
    int rows; /* of all Winograd matrices of a position: one per tile and interpolation point */
    int before[MI_POINTS * MI_POINTS]; /* rows of the interpolation points before this one */
};

/* A board with a side of 1 has no tiles and rows = 0. */
void mi_geometry_init(struct mi_geometry *g, int width, int height, int ring);

enum { MI_TAPS_MAX = 81 };

/* Sets the offset of each tap of a filter, in points, for rows of `pitch` points.  Returns the
 * number of taps. */
int mi_taps(const struct mi_packed_weights *conv, int pitch, ptrdiff_t tap[MI_TAPS_MAX]);

/* The offset of the board's ith point, row by row, from its first. */
static inline int mi_point(const struct mi_geometry *g, int i)
{
    return i / g->width * g->pitch + i % g->width;
}

#endif
