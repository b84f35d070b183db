/* kernels.h - the arithmetic of a network's steps, once for each kind of processor. */
#ifndef MI_NET_KERNEL_KERNELS_H
#define MI_NET_KERNEL_KERNELS_H

#include "net/plan/geometry.h"
#include "net/plan/plan.h"

/* A convolution of n positions.  Buffers are given by the board's first point of the first position
 * and by their channels. */
struct mi_conv_job {
    const struct mi_step *step;
    const struct mi_geometry *geometry;
    int n;
    const float *from, *add;
    float *raw, *act;
    int from_channels, add_channels, raw_channels, act_channels;
    const uint32_t *nonzero;   /* of step->sparse: one for each point, as from */
    const float *scale, *bias; /* of the step, as the next: for act */
    enum mi_activation activation;
    const float *summand; /* [n][summand_length], or NULL */
    int summand_length;
    float *range;  /* [n]: of the values of from, for integers */
    float *inputs; /* Winograd's: [geometry->rows * n][lanes of step->conv.in]; or rows of integers,
                    * [points][lanes / 2], and [points]; or mi_tile_room() */
    float *outputs; /* [geometry->rows * n][step->conv.panels * MI_LANES] */
};

/* Means and maxima of a position's channels, over the board. */
struct mi_pool_job {
    const struct mi_geometry *geometry;
    const float *from; /* the board's first point */
    int from_channels, channels;
    bool value;    /* a second measure of the size in place of maxima */
    float *pooled; /* [3 * channels] */
};

/* A norm of a position's points by the root of their mean square. */
struct mi_norm_job {
    const struct mi_step *step;
    const struct mi_geometry *geometry;
    const float *from; /* the board's first point */
    float *to;
    int from_channels, to_channels;
};

/* Attention within a position. */
struct mi_attention_job {
    const struct mi_heads *heads;
    const struct mi_geometry *geometry;
    bool integers;
    const float *from; /* the board's first point: [queries][keys][values] */
    float *to;         /* [heads][value] */
    int from_channels, to_channels;
    const float *bias; /* [heads][points][lanes of points]: of each key and query, or NULL */
    float *room;       /* mi_attention_buffer_floats() floats, from the start of a cache line */
};

/* Panels of queries that are attended to at once, at the most. */
enum { MI_ATTEND_PANELS = 3 };

/* The floats that attention needs for its matrices on a board of so many points. */
static inline size_t mi_attention_buffer_floats(int query, int value, int points)
{
    size_t lanes = (size_t)mi_lanes(points + 1), wide = (size_t)query + (size_t)value;
    size_t queries = MI_ATTEND_PANELS * MI_LANES;
    return lanes * (wide + 1 + 2 * queries) + queries * (wide + 1) + 2 * wide + 10 * MI_LANES;
}

/* The floats that the inputs of a convolution in tiles need, of so many channels and with a filter
 * that reaches as far as the ring. */
static inline size_t mi_tile_room(const struct mi_geometry *g, int in)
{
    int points = (g->height + 2 * g->ring) * (g->width + g->ring) + 2 * g->ring + 2 * MI_TILE_ROWS;
    return in > 0 ? (size_t)points * (size_t)mi_tile_row(in, 2) / sizeof(float) : 0;
}

/* Vectors through a dense layer. */
struct mi_dense_job {
    const struct mi_step *step;
    int rows;
    const float *from; /* from_row apart */
    float *to;         /* to_row apart, from the start of a cache line */
    ptrdiff_t from_row, to_row;
};

/* A position's points, scaled and shifted by a vector, added to others and activated there. */
struct mi_squeeze_excite_job {
    const struct mi_geometry *geometry;
    enum mi_activation activation;
    int channels;
    const float *from; /* the board's first point */
    float *to;
    int from_channels, to_channels;
    const float *vector; /* [2][lanes of channels]: logits of the scale; shifts */
};

/* A step of a position on its points: buffers by the board's first point. */
struct mi_points_job {
    const struct mi_step *step;
    const struct mi_geometry *geometry;
    const float *from, *add; /* add may be NULL */
    float *to;
    int from_channels, add_channels, to_channels;
    float *room; /* MI_STEP_QK_LOGITS: [points][channels] */
};

struct mi_kernels {
    const char *name;
    bool (*usable)(void); /* on this processor */
    bool integers;        /* it has them, and they are faster */
    void (*conv)(const struct mi_conv_job *job);
    void (*conv_tiles)(
        const struct mi_conv_job *job); /* those packed in tiles; NULL: it has none */
    void (*pool)(const struct mi_pool_job *job);
    void (*norm)(const struct mi_norm_job *job);
    void (*attend)(const struct mi_attention_job *job);
    void (*dense)(const struct mi_dense_job *job);
    void (*excite)(const struct mi_squeeze_excite_job *job);
    void (*normal)(const struct mi_points_job *job);
    void (*normal_vector)(const struct mi_step *step, const float *from, const float *add,
                          float *to);
    void (*gate)(const struct mi_points_job *job);
    void (*pairs)(const struct mi_points_job *job);
};

/* All that were compiled, the fastest first, up to NULL. */
extern const struct mi_kernels *const mi_kernel_list[];

/* The fastest that this processor has; tiles: also if it is for them alone. */
const struct mi_kernels *mi_kernels_best(bool tiles);

#endif
