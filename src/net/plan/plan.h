/* plan.h - a network as a list of steps over buffers, its weights arranged for the kernels.
 *
 * A buffer has, for each position of a batch, height + 2 * ring rows of width + 2 * ring points of
 * so many channels, a multiple of MI_LANES.  The ring around the board is 0, as are the channels
 * that only fill up.  A convolution reads one buffer and ends with all that follows at a point: a
 * summand, the trunk's old value, the new one stored, normalised and activated for the next. */
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
    MI_STEP_RMS_NORM,   /* from's channels by the root of their mean square, for act */
    MI_STEP_ATTENTION,  /* queries, keys and values in from, the vector summand added to their
                         * logits;  what they come to in raw */
    MI_STEP_LAYER_NORM, /* from, or the vector read, times alpha, and add, normalised for act or the
                         * vector write */
    MI_STEP_GATE, /* from times the scale of each point and channel, and with its bias, in act */
    MI_STEP_QK_LOGITS, /* from's points times those of add, in the vector write; read is for those
                        */
    MI_STEP_BROADCAST_BIAS, /* channels of act behind the planes: bias, or the vector read */
    MI_STEP_FLATTEN,        /* from's first channels, point by point, as the vector write */
    MI_STEP_DENSE,          /* conv and bias of the vector read as the vector write */
    MI_STEP_SQUEEZE_EXCITE  /* from, scaled and shifted by the vector summand, added to act */
};

/* What attention needs to know: a head's channels fill whole groups of MI_LANES, with zeros behind
 * them, and where they turn, the first of each pair are the first half and the second the other. */
struct mi_heads {
    int heads, groups; /* of queries; of keys and values, which lie behind them */
    int query, value;  /* channels of a head, filled up */
    float *turn;       /* [groups][across, down][MI_SIDE_MAX][cosine, sine][query / 2], or NULL */
};

struct mi_step {
    enum mi_step_kind kind;
    int from;    /* buffer */
    bool same;   /* from is what the step before last read, unchanged */
    bool sparse; /* from is the planes, of which most are 0 at a point: NONZERO has those that are
                    not */
    struct mi_packed_weights conv; /* MI_STEP_CONV */
    bool gated;            /* the second half of its panels is a gate: what act is multiplied by */
    int summand;           /* of each point: a vector, or MI_NONE */
    int add, raw, act;     /* buffers or MI_NONE: what is added, the sum, what follows */
    float *scale, *bias;   /* [panels * MI_LANES], for act */
    enum mi_activation activation;
    int channels;          /* MI_STEP_POOL: of from that are pooled */
    int pooled;            /* vector: [3 * channels] */
    struct mi_dense dense; /* from pooled to the vector summand, if that is not MI_NONE */
    float epsilon;         /* MI_STEP_RMS_NORM */
    bool board;            /* the mean is over all points */
    struct mi_heads heads; /* MI_STEP_ATTENTION */
    int read, write;       /* vectors */
    int parts;             /* MI_STEP_DENSE: of the vector, each through the layer; 0: it is one */
    float alpha;           /* MI_STEP_LAYER_NORM */
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
    MI_VECTOR_HIDDEN, /* within the heads, and two layers of the encoder */
    MI_VECTOR_RANGE,  /* 1: of the values of a convolution's inputs */
    MI_VECTOR_FLAT,   /* all points of a buffer */
    MI_VECTOR_MOVES_LEFT,
    MI_VECTOR_PAIRS, /* of points, for each head: what is added to its logits, by keys */
    MI_VECTORS
};
enum { MI_BUFFERS = MI_BUFFERS_FIXED + 4 * (MI_NESTING + 2) };

/* The form of the outputs of a network of lc0's. */
struct mi_plan_lc0 {
    enum mi_lc0_policy_kind policy;
    struct mi_lc0_move *move; /* [MI_LC0_MOVES] */
    int *plane;               /* [MI_LC0_MOVES]: that has it, in a policy of planes */
    struct mi_packed_weights smolgen; /* that encoders share */
    int results;              /* of the value: 3 or 1 */
    bool moves_left;
};

struct mi_plan {
    struct mi_step *step;
    int steps;
    enum mi_packing packing; /* of convolutions that are not sparse */
    bool integers;           /* what attends */
    bool bytes;              /* a convolution in tiles has them */
    bool sparse;             /* a step is: NONZERO is needed */
    int ring;
    int channels[MI_BUFFERS]; /* of each buffer; 0: unused */
    int buffers;
    int length[MI_VECTORS];    /* of each vector */
    int widest_in, widest_out; /* channels of the convolutions by Winograd */
    int widest_row;            /* channels of the largest row of integers */
    int widest_tiled;          /* channels of the convolutions in tiles */
    int policies;              /* channels of the policy */
    int query, value;          /* of the largest heads that attend; 0: there are none */
    struct mi_dense encoder[MI_METADATA_LAYERS]; /* into FIRST, too; in = 0: there is none */
    struct mi_dense numbers, pass, pass2, hidden, result, score;
    struct mi_plan_lc0 lc0;
    struct mi_chunks chunks; /* all memory of it */
};

/* Makes the plan of a model, which is not needed by it afterwards.  False: no memory. */
bool mi_plan_make(struct mi_plan *plan, const struct mi_model *model, enum mi_packing packing);
void mi_plan_clear(struct mi_plan *plan);

#endif
