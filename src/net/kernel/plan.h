/* plan.h - a network as a list of steps over buffers, its weights arranged for the kernels.
 *
 * A buffer has, for each position of a batch, height + 2 * ring rows of width + 2 * ring points of
 * so many channels, a multiple of MI_LANES.  The ring around the board is 0, as are the channels
 * that only fill up.  A convolution reads one buffer and ends with all that follows at a point: a
 * summand, the trunk's old value, the new one stored, normalised and activated for the next. */
#ifndef MI_PLAN_H
#define MI_PLAN_H

#include "net/model/model.h"

/* Channels come in groups of so many; the weights of that many outputs lie together, a panel. */
enum { MI_LANES = 16 };

/* Winograd's points: infinity, 0, 1, -1, 2, -2.  A tile of m outputs has the first m + 2. */
enum { MI_POINTS = 6, MI_TILE_MIN = 2, MI_TILE_MAX = 4 };

enum { MI_NONE = -1 };

/* In integers what Winograd multiplies has 16 bits and is summed up in 32.  An input at a point is
 * MI_INPUT_MAX for the largest that it can be there: so many times (mi_gain down, times across) the
 * range of the position's values.  Weights are as large as no sum of theirs can pass 32 bits. */
enum { MI_INPUT_MAX = 32767 };

extern const float mi_gain[MI_POINTS];

/* A convolution's weights.
 *   direct:   [panel][tap][in][MI_LANES]
 *   Winograd: [point down][point across][panel][in][MI_LANES], for filters of 3x3
 *   in integers: [point down][point across][panel][in / 2][MI_LANES][2] */
struct mi_packed {
    bool winograd, integers;
    int in, panels;
    int height, width, dilation_y, dilation_x; /* of the filter */
    float *weight;                             /* floats */
    int16_t *whole;                            /* integers */
    float *unit; /* [point][panels * MI_LANES]: what 1 in a sum means, for a range of 1 */
};

enum mi_step_kind { MI_STEP_CONV, MI_STEP_POOL, MI_STEP_POOL_VALUE };

struct mi_step {
    enum mi_step_kind kind;
    int from;    /* buffer */
    bool same;   /* from is what the step before last read, unchanged */
    bool sparse; /* from is the planes, of which most are 0 at a point: NONZERO has those that are
                    not */
    struct mi_packed conv; /* MI_STEP_CONV */
    int summand;           /* of each point: a vector, or MI_NONE */
    int add, raw, act;     /* buffers or MI_NONE: what is added, the sum, what follows */
    float *scale, *bias;   /* [panels * MI_LANES], for act */
    enum mi_activation activation;
    int channels;          /* MI_STEP_POOL: of from that are pooled */
    int pooled;            /* vector: [3 * channels] */
    struct mi_dense dense; /* from pooled to the vector summand, if that is not MI_NONE */
};

/* Of so many planes the buffer NONZERO tells, in a bit each, which are not 0 at a point. */
enum { MI_SPARSE_MAX = 32 };

/* Buffers and vectors that every plan has. */
enum {
    MI_BUFFER_PLANES,
    MI_BUFFER_NONZERO,
    MI_BUFFER_POLICY,
    MI_BUFFER_OWNERSHIP,
    MI_BUFFERS_FIXED
};
enum {
    MI_VECTOR_FIRST,   /* of the numbers */
    MI_VECTOR_SUMMAND, /* of a pool */
    MI_VECTOR_POOLED,
    MI_VECTOR_POLICY, /* pooled for the policy's pass */
    MI_VECTOR_VALUE,  /* pooled for the value */
    MI_VECTOR_HIDDEN, /* within the heads */
    MI_VECTOR_RANGE,  /* 1: of the values of a convolution's inputs */
    MI_VECTORS
};
enum { MI_BUFFERS = MI_BUFFERS_FIXED + 4 * (MI_NESTING + 2) };

struct mi_plan {
    struct mi_step *step;
    int steps;
    bool integers;
    int ring;
    int channels[MI_BUFFERS]; /* of each buffer; 0: unused */
    int buffers;
    int length[MI_VECTORS];    /* of each vector */
    int widest_in, widest_out; /* channels of the convolutions by Winograd */
    struct mi_dense numbers, pass, pass2, hidden, result, score;
    struct mi_chunk *chunks; /* all memory of it */
    size_t bytes;
};

/* Makes the plan of a model, which is not needed by it afterwards; integers, where it can.  False:
 * no memory. */
bool mi_plan_make(struct mi_plan *plan, const struct mi_model *model, bool integers);
void mi_plan_clear(struct mi_plan *plan);

/* channels filled up to whole groups.  In the innermost loops a call would spill all vectors. */
static inline int mi_lanes(int channels)
{
    return (channels + MI_LANES - 1) / MI_LANES * MI_LANES;
}

/* Zeroed memory of the plan, at the start of a cache line. */
void *mi_plan_hold(struct mi_plan *plan, size_t bytes);

/* Arranges the weights of conv, for Winograd's way where that is possible and winograd says so. */
bool mi_pack(struct mi_plan *plan, const struct mi_conv *conv, bool winograd,
             struct mi_packed *packed);

#endif
