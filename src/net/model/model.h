/* model.h - a network as its file describes it: layers and their weights, not yet arranged for a
 * processor.  A model owns all that it points to. */
#ifndef MI_NET_MODEL_MODEL_H
#define MI_NET_MODEL_MODEL_H

#include "content.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mi_activation {
    MI_IDENTITY,
    MI_RELU,
    MI_MISH,
    MI_SILU, /* x * sigmoid(x), also called swish */
    MI_SELU,
    MI_SQUARED_RELU,
    MI_SIGMOID,
    MI_TANH
};

/* A convolution with a filter of odd size; points outside the board are 0. */
struct mi_conv {
    int height, width;          /* size of the filter */
    int dilation_y, dilation_x; /* distance between its points */
    int in, out;                /* channels */
    float *weight;              /* [height][width][in][out] */
};

/* Batch normalisation, folded into a scale and a bias for each channel, and an activation. */
struct mi_norm {
    int channels;
    float *scale, *bias; /* [channels] */
    enum mi_activation activation;
};

/* A dense layer. */
struct mi_dense {
    int in, out;
    float *weight; /* [in][out] */
    float *bias;   /* [out], or NULL */
    enum mi_activation activation;
};

/* Global pooling: means, means scaled by the board size, and maxima of the channels go through a
 * dense layer; the result is added to each point's channels. */
struct mi_global_pool {
    struct mi_conv conv;
    struct mi_norm norm;
    struct mi_dense dense; /* reads 3 numbers per channel of norm */
};

/* RMSNorm over the channels of a point or of the whole board, times scale, plus bias (Zhang and
 * Sennrich 2019, Root mean square layer normalization, eq. 4). */
struct mi_rms_norm {
    int channels; /* 0: no norm */
    bool board;   /* the mean is over all points */
    float epsilon;
    float *scale, *bias; /* [channels]; bias may be NULL */
    enum mi_activation activation;
};

/* Multi-head attention among all points (Vaswani et al. 2017, Attention is all you need, eq. 1).
 * The heads of a group share keys and values (Ainslie et al. 2023).  Rotary embedding rotates each
 * channel pair of queries and keys by across * column + down * row (Su et al. 2021, eq. 34). */
struct mi_attention {
    int heads, groups;    /* of queries, and of keys and values */
    int query, value;     /* channels of a head */
    struct mi_dense q;    /* to [heads][query] */
    struct mi_dense k, v; /* to [groups][query] and [groups][value] */
    struct mi_dense out;  /* from [heads][value] */
    float *rotary_angles; /* [groups][query / 2][across, down], radians per point; or NULL */
};

/* out(activation(in(x)) * gate(x)) at each point (Shazeer 2020, GLU variants, eq. 6). */
struct mi_feed_forward {
    struct mi_dense in, out; /* in has the activation */
    struct mi_dense gate;    /* in = 0: no gate */
};

enum mi_block_kind { MI_ORDINARY, MI_POOLED, MI_NESTED, MI_ATTENTION, MI_FEED_FORWARD };

/* A residual block on the trunk t.  Ordinary: t += last(mid(first(pre(t)))).  Pooled: adds
 * pool(pre(t)) to the output of first.  Nested: sends the output of first through inner blocks. The
 * two transformer kinds add attention(rms(t)) or feed(rms(t)). */
struct mi_model_block {
    enum mi_block_kind kind;
    struct mi_rms_norm rms;
    struct mi_attention attention;
    struct mi_feed_forward feed;
    struct mi_norm pre, mid;
    struct mi_conv first, last;
    struct mi_global_pool pool;   /* MI_POOLED */
    struct mi_model_block *inner; /* MI_NESTED, [inners] */
    int inners;
};

/* Channels of the policy head; older files have only the first ones.  Optimistic: moves that
 * turn out better than expected.  VALUE and SCORE are per move: tanh(VALUE) = win - loss,
 * and SCORE in units of mean_factor. */
enum mi_policy_channel {
    MI_POLICY,
    MI_POLICY_OPTIMISTIC,
    MI_POLICY_VALUE,
    MI_POLICY_SCORE,
    MI_POLICIES
};

struct mi_policy_head {
    struct mi_conv points;      /* from the trunk */
    struct mi_global_pool pool; /* from the trunk; its result is added to points */
    struct mi_norm norm;        /* applied to the sum */
    struct mi_conv last;        /* channels as enum mi_policy_channel */
    struct mi_dense pass;       /* from the pooled channels of pool */
    struct mi_dense pass2;      /* in = 0: no second layer */
};

/* Outputs of the score layer, in this order; older versions have only the first ones. */
enum {
    MI_SCORE_MEAN,
    MI_SCORE_DEVIATION,
    MI_SCORE_LEAD,
    MI_SCORE_TIME,        /* not used */
    MI_SCORE_VALUE_ERROR, /* short-term error of the value, and of the score */
    MI_SCORE_SCORE_ERROR,
    MI_SCORES
};

struct mi_value_head {
    struct mi_conv conv; /* from the trunk */
    struct mi_norm norm;
    struct mi_dense hidden; /* reads each channel's mean, and it times two board size factors */
    struct mi_dense result; /* win, loss, no result: logits */
    struct mi_dense score;
    struct mi_conv ownership;
};

/* Size of KataGo's only metadata encoder. */
enum { MI_METADATA = 192, MI_METADATA_LAYERS = 3 };

struct mi_lc0;

struct mi_model {
    char name[97];
    int version;              /* of KataGo's format; 0: an lc0 network */
    const char *encoding;     /* NULL: follows from the name or version */
    const struct mi_lc0 *lc0; /* not NULL: an lc0 network, which uses none of the layers below */
    int planes, numbers, channels;
    float mean_factor, deviation_factor, lead_factor; /* points */
    float value_error_factor, score_error_factor;     /* factors of squared errors */
    struct mi_conv conv;                              /* reads the planes */
    struct mi_dense dense; /* reads the numbers; its output is added to each point */
    int metadata; /* inputs about the players and their game: MI_METADATA, or 0 */
    struct mi_dense encoder[MI_METADATA_LAYERS]; /* layers that read the metadata, in sequence; the
                                                    output is added to each point */
    struct mi_model_block *block;
    int blocks;
    struct mi_norm tip;         /* the norm after the blocks: this one */
    struct mi_rms_norm rms_tip; /* or this one */
    struct mi_policy_head policy;
    struct mi_value_head value;
    uint64_t weights;
    struct mi_model_allocation *allocations; /* list of all memory that the model owns */
};

/* Maximum nesting depth of blocks. */
enum { MI_NESTING = 4 };

/* Allocates zeroed memory that lives as long as the model.  NULL if out of memory. */
void *mi_model_alloc(struct mi_model *model, size_t count, size_t size);

/* Frees everything but the struct itself. */
void mi_model_clear(struct mi_model *model);

/* Reads a KataGo file, text or binary.  On failure sets the error of `in`, leaves the model empty
 * and returns false. */
bool mi_model_read(struct mi_model *model, struct mi_content *in);

float mi_activated(enum mi_activation activation, float x);

/* The name of the input encoding of a version of KataGo's format: "katago-7". */
const char *mi_model_encoding(int version);

#endif
