/* geometry.h - where the points of a board lie in a buffer, and how Winograd's tiles cut it. */
#ifndef MI_NET_PLAN_GEOMETRY_H
#define MI_NET_PLAN_GEOMETRY_H

#include "plan.h"

#include <stddef.h>

/* 25 points in tiles of 4, which is the largest size that is needed, and some more. */
enum { MI_SIDE_MAX = 64, MI_TILES_MAX = MI_SIDE_MAX / MI_TILE_MAX };

/* One direction cut into as few tiles as there can be, the larger first. */
struct mi_tiling {
    int tiles;
    int start[MI_TILES_MAX], size[MI_TILES_MAX];
    int with[MI_POINTS]; /* tiles that have that point */
};

struct mi_geometry {
    int width, height, ring;
    int pitch;  /* points of a row */
    int points; /* of a position, with its ring */
    int origin; /* the board's first point */
    struct mi_tiling down, across;
    int rows; /* of all of Winograd's matrices of a position: tiles at each point */
    int before[MI_POINTS * MI_POINTS]; /* of them, those of points before this one */
};

/* Sides from 2 on can be cut; for others there are no tiles and rows is 0. */
void mi_geometry_set(struct mi_geometry *g, int width, int height, int ring);

enum { MI_TAPS_MAX = 81 };

/* How far each tap of a filter is from its point where rows lie so many points apart; how many taps
 * there are. */
int mi_taps(const struct mi_packed_weights *conv, int pitch, ptrdiff_t tap[MI_TAPS_MAX]);

/* The place of the board's ith point, row by row, behind its first. */
static inline int mi_point(const struct mi_geometry *g, int i)
{
    return i / g->width * g->pitch + i % g->width;
}

#endif
