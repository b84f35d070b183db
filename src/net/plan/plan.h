/* plan.h - a network as a list of steps over buffers, its weights packed for the kernels.
 *
 * For each position of a batch a buffer has height + 2 * ring rows of width + 2 * ring points.  A
 * point's channels are padded to a multiple of MI_LANES.  The ring around the board and the padding
 * are 0.  A convolution reads one buffer and does everything that follows at a point: it adds a
 * summand and the trunk's old value, stores the sum, and normalises and activates it. */
#ifndef MI_NET_PLAN_PLAN_H
#define MI_NET_PLAN_PLAN_H

#include "chunks.h"
#include "net/model/lc0/lc0.h"
#include "net/model/model.h"
#include "pack.h"

enum { MI_NONE = -1 };

enum mi_step_kind {
    MI_STEP_CONV,
    MI_STEP_POOL,
    MI_STEP_POOL_VALUE,
    MI_STEP_RMS_NORM,       /* act = RMSNorm(from) */
    MI_STEP_ATTENTION,      /* raw = attention of the queries, keys and values in from; the vector
                             * summand is added to the logits */
    MI_STEP_LAYER_NORM,     /* act = LayerNorm(alpha * from + add); without a buffer `from`, from
                             * the vector read to the vector write */
    MI_STEP_GATE,           /* act = scale * from + bias, with weights for each point and channel */
    MI_STEP_QK_LOGITS,      /* write = products of the points of from with those of add; the vector
                             * read is scratch */
    MI_STEP_BROADCAST_BIAS, /* channels of act after the planes = bias, or the vector read */
    MI_STEP_FLATTEN,        /* write = the first channels of from, point by point */
    MI_STEP_DENSE,          /* write = activation(conv * read + bias) */
    MI_STEP_SQUEEZE_EXCITE  /* act += from, scaled and shifted by the vector summand */
};

/* The heads of attention.  A head's channels are padded with zeros to a multiple of MI_LANES.  With
 * rotary embedding the first channels of all pairs come first, then the second ones. */
struct mi_heads {
    int heads, groups;   /* of queries; of keys and values, which are stored after them */
    int query, value;    /* channels of a head, padded */
    float *rotary_table; /* [groups][across, down][MI_SIDE_MAX][cosine, sine][query / 2], or NULL */
};

struct mi_step {
    enum mi_step_kind kind;
    int from;    /* buffer */
    bool same;   /* Winograd's transformed inputs of the step before last can be reused */
    bool sparse; /* from is MI_BUFFER_PLANES, mostly 0: MI_BUFFER_NONZERO marks the other inputs */
    struct mi_packed_weights conv; /* MI_STEP_CONV */
    bool gated;            /* the second half of the panels is a gate: act is multiplied by it */
    int summand;           /* vector to add at each point, or MI_NONE */
    int add, raw, act;     /* buffers or MI_NONE: summand; sum; activated sum */
    float *scale, *bias;   /* [panels * MI_LANES], for act */
    enum mi_activation activation;
    int channels;          /* number of channels of from that the step uses or pools */
    int pooled;            /* vector: [3 * channels] */
    struct mi_dense dense; /* from pooled to the vector summand, if that is not MI_NONE */
    float epsilon;         /* for normalisation */
    bool board;            /* MI_STEP_RMS_NORM: the mean is over all points */
    struct mi_heads heads; /* MI_STEP_ATTENTION */
    int read, write;       /* vectors */
    int parts;             /* MI_STEP_DENSE: number of parts that it is applied to; 0: unsplit */
    float alpha;           /* MI_STEP_LAYER_NORM */
};

/* MI_BUFFER_NONZERO has one bit per plane and point, for at most 32 planes. */
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
    MI_VECTOR_FIRST,   /* the encoded numbers, summand of the first convolution */
    MI_VECTOR_SUMMAND, /* summand that follows from pooling */
    MI_VECTOR_POOLED,
    MI_VECTOR_POLICY, /* pooled, for the logit of passing; lc0: the policy */
    MI_VECTOR_VALUE,  /* pooled, for the value head; lc0: the value */
    MI_VECTOR_HIDDEN, /* hidden layers of the heads and of the metadata encoder */
    MI_VECTOR_RANGE,  /* length 1: range of a convolution's inputs, for quantization */
    MI_VECTOR_FLAT,   /* all points of a buffer */
    MI_VECTOR_MOVES_LEFT,
    MI_VECTOR_PAIRS, /* for each head the bias of its logits, [key][query] */
    MI_VECTORS
};
enum { MI_BUFFERS = MI_BUFFERS_FIXED + 4 * (MI_NESTING + 2) };

/* The outputs of an lc0 network. */
struct mi_plan_lc0 {
    enum mi_lc0_policy_kind policy;
    struct mi_lc0_move *move; /* [MI_LC0_MOVES] */
    int *plane;               /* [MI_LC0_MOVES]: the plane of a move, in a convolution policy */
    struct mi_packed_weights smolgen; /* shared by the encoders */
    int results;                      /* number of value outputs: 3 or 1 */
    bool moves_left;
};

struct mi_plan {
    struct mi_step *step;
    int steps;
    enum mi_packing packing; /* format of the weights of convolutions that are not sparse */
    bool integers;           /* attention is computed in integers */
    bool bytes;              /* a convolution uses tiles of bytes */
    bool sparse;             /* a step is sparse: MI_BUFFER_NONZERO is needed */
    int ring;
    int channels[MI_BUFFERS]; /* channels of each buffer; 0: unused */
    int buffers;
    int length[MI_VECTORS];    /* length of each vector */
    int widest_in, widest_out; /* maximum channels of a Winograd convolution */
    int widest_row;            /* maximum channels of a 1x1 convolution in integers */
    int widest_tiled;          /* maximum channels of a convolution in tiles */
    int policies;              /* channels of the policy */
    int query, value;          /* maximum channels of an attention head; 0: no attention */
    struct mi_dense encoder[MI_METADATA_LAYERS]; /* of the metadata; its output is added to FIRST;
                                                    in = 0: no encoder */
    struct mi_dense numbers, pass, pass2, hidden, result, score;
    struct mi_plan_lc0 lc0;
    struct mi_chunks chunks; /* owns all memory of the plan */
};

/* Makes the plan of a model; the plan keeps no reference to the model.  False if out of memory. */
bool mi_plan_make(struct mi_plan *plan, const struct mi_model *model, enum mi_packing packing);
void mi_plan_clear(struct mi_plan *plan);

#endif
