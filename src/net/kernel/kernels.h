/* kernels.h - the arithmetic of a network's steps, one table per instruction set. */
#ifndef MI_NET_KERNEL_KERNELS_H
#define MI_NET_KERNEL_KERNELS_H

#include "net/plan/geometry.h"
#include "net/plan/plan.h"

/* A convolution of n positions.  A buffer is given by a pointer to the first board point of the
 * first position, and by its channels per point. */
struct mi_conv_job {
    const struct mi_step *step;
    const struct mi_geometry *geometry;
    int n;
    const float *from, *add;
    float *raw, *act;
    int from_channels, add_channels, raw_channels, act_channels;
    const uint32_t *nonzero;   /* if step->sparse: for each point, bit c if input c is not 0 */
    const float *scale, *bias; /* of the step; applied before activation, for act */
    enum mi_activation activation;
    const float *summand; /* [n][summand_length], or NULL */
    int summand_length;
    float *range;   /* [n]: range of the input values; integer kernels only */
    float *inputs;  /* scratch.  Winograd: [geometry->rows * n][lanes of step->conv.in];
                     * rows of integers: [points][lanes / 2] and [points] scales;
                     * tiles: mi_tile_buffer_floats() */
    float *outputs; /* [geometry->rows * n][step->conv.panels * MI_LANES] */
};

/* Global pooling: means and maxima of a position's channels over the board. */
struct mi_pool_job {
    const struct mi_geometry *geometry;
    const float *from; /* the board's first point */
    int from_channels, channels;
    bool value;    /* for the value head: mean scaled by the board size in place of maxima */
    float *pooled; /* [3 * channels] */
};

/* RMSNorm of a position's points. */
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
    const float *bias; /* [heads][key point][lanes of query points], or NULL */
    float *scratch;    /* mi_attention_buffer_floats() floats, aligned to a cache line */
};

/* Maximum number of query panels processed at once. */
enum { MI_ATTEND_PANELS = 3 };

/* The scratch floats that attention needs on a board of `points` points. */
static inline size_t mi_attention_buffer_floats(int query, int value, int points)
{
    size_t lanes = (size_t)mi_lanes(points + 1), channels = (size_t)query + (size_t)value;
    size_t queries = MI_ATTEND_PANELS * MI_LANES;
    return lanes * (channels + 1 + 2 * queries) + queries * (channels + 1) + 2 * channels +
           10 * MI_LANES;
}

/* The scratch floats that a convolution in tiles needs for `in` input channels.  Assumes a filter
 * that reaches over the whole ring around the board. */
static inline size_t mi_tile_buffer_floats(const struct mi_geometry *g, int in)
{
    int points = (g->height + 2 * g->ring) * (g->width + g->ring) + 2 * g->ring + 2 * MI_TILE_ROWS;
    return in > 0 ? (size_t)points * (size_t)mi_tile_row(in, 2) / sizeof(float) : 0;
}

/* A dense layer applied to several vectors. */
struct mi_dense_job {
    const struct mi_step *step;
    int rows;
    const float *from; /* rows from_row floats apart */
    float *to;         /* rows to_row floats apart, aligned to a cache line */
    ptrdiff_t from_row, to_row;
};

/* Squeeze-and-excite: scales and shifts a position's channels by a vector, adds the result to `to`
 * and applies the activation. */
struct mi_squeeze_excite_job {
    const struct mi_geometry *geometry;
    enum mi_activation activation;
    int channels;
    const float *from; /* the board's first point */
    float *to;
    int from_channels, to_channels;
    const float *vector; /* [2][lanes of channels]: logits of the scales; shifts */
};

/* A step on the points of one position.  Buffers start at the first board point. */
struct mi_points_job {
    const struct mi_step *step;
    const struct mi_geometry *geometry;
    const float *from, *add; /* add may be NULL */
    float *to;
    int from_channels, add_channels, to_channels;
    float *scratch; /* MI_STEP_QK_LOGITS: [points][channels] */
};

struct mi_kernels {
    const char *name;
    bool (*usable)(void); /* can it run on this processor? */
    bool integers;        /* has integer kernels, which are faster than floats */
    void (*conv)(const struct mi_conv_job *job);
    void (*conv_tiles)(const struct mi_conv_job *job); /* for weights in tiles; may be NULL */
    void (*pool)(const struct mi_pool_job *job);
    void (*rms_norm)(const struct mi_norm_job *job);
    void (*attention)(const struct mi_attention_job *job);
    void (*dense)(const struct mi_dense_job *job);
    void (*squeeze_excite)(const struct mi_squeeze_excite_job *job);
    void (*layer_norm)(const struct mi_points_job *job);
    void (*layer_norm_vector)(const struct mi_step *step, const float *from, const float *add,
                              float *to);
    void (*gate)(const struct mi_points_job *job);
    void (*qk_logits)(const struct mi_points_job *job);
    /* Multiplies blocks of numbers that stay in the first-level cache, as fast as this code can,
     * and returns the number of products. */
    uint64_t (*multiply_cached)(bool integers, int loops);
};

/* All compiled kernels, fastest first, terminated by NULL. */
extern const struct mi_kernels *const mi_kernel_list[];

/* The fastest kernels that this processor can run.  tiles: include those that run only with
 * weights packed in tiles. */
const struct mi_kernels *mi_kernels_best(bool tiles);

#endif
