#include "geometry.h"

static void cut_into_tiles(struct mi_tiling *cut, int side)
{
    *cut = (struct mi_tiling){.tiles = (side + MI_TILE_MAX - 1) / MI_TILE_MAX};
    for (int tile = 0, start = 0; tile < cut->tiles; start += cut->size[tile++]) {
        int left = cut->tiles - tile;
        cut->start[tile] = start;
        cut->size[tile] = (side - start + left - 1) / left;
        for (int point = 0; point < cut->size[tile] + 2; point++)
            cut->with[point]++;
    }
}

void mi_geometry_init(struct mi_geometry *g, int width, int height, int ring)
{
    *g = (struct mi_geometry){.width = width, .height = height, .ring = ring};
    g->pitch = width + 2 * ring;
    g->points = g->pitch * (height + 2 * ring);
    g->origin = ring * g->pitch + ring;
    if (width < MI_TILE_MIN || height < MI_TILE_MIN)
        return;
    cut_into_tiles(&g->down, height);
    cut_into_tiles(&g->across, width);
    for (int i = 0; i < MI_POINTS * MI_POINTS; i++) {
        g->before[i] = g->rows;
        g->rows += g->down.with[i / MI_POINTS] * g->across.with[i % MI_POINTS];
    }
}

int mi_taps(const struct mi_packed_weights *conv, int pitch, ptrdiff_t tap[MI_TAPS_MAX])
{
    int taps = conv->height * conv->width;
    for (int t = 0; t < taps; t++) {
        int y = t / conv->width - conv->height / 2, x = t % conv->width - conv->width / 2;
        tap[t] = (ptrdiff_t)y * conv->dilation_y * pitch + x * conv->dilation_x;
    }
    return taps;
}
