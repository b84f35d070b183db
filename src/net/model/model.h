/* model.h - a network as its file describes it: layers and their weights, nothing yet arranged for
 * a processor.  What a model points to belongs to it. */
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

/* A convolution of odd size around each point; what lies outside the board is 0. */
struct mi_conv {
    int height, width;          /* of the filter */
    int dilation_y, dilation_x; /* steps between its points */
    int in, out;                /* channels */
    float *weight;              /* [height][width][in][out] */
};

/* Batch normalisation folded into one factor and one summand for each channel, and what follows. */
struct mi_norm {
    int channels;
    float *scale, *bias; /* [channels] */
    enum mi_activation activation;
};

/* Each output the weighted sum of all inputs. */
struct mi_dense {
    int in, out;
    float *weight; /* [in][out] */
    float *bias;   /* [out], or NULL */
    enum mi_activation activation;
};

/* The means of channels, these times a measure of the board's size, and maxima, through weights:
 * what is added to each point's channels. */
struct mi_global_pool {
    struct mi_conv conv;
    struct mi_norm norm;
    struct mi_dense dense; /* from 3 times the channels of norm */
};

/* Channels divided by the root of the mean of their squares, of a point's or of all of the board
 * (Zhang and Sennrich 2019, Root mean square layer normalization, eq. 4), times scale, plus bias.
 */
struct mi_rms_norm {
    int channels; /* 0: there is none */
    bool board;   /* the mean is over all points */
    float epsilon;
    float *scale, *bias; /* [channels]; bias may be NULL */
    enum mi_activation activation;
};

/* Each point attends to all points: the softmax of its queries with their keys weighs their values
 * (Vaswani et al. 2017, Attention is all you need, eq. 1); heads in equal groups share keys and
 * values (Ainslie et al. 2023).  Queries and keys are turned by an angle for each pair of channels,
 * across times the column plus down times the row (Su et al. 2021, eq. 34). */
struct mi_attention {
    int heads, groups;    /* of queries, and of keys and values */
    int query, value;     /* channels of a head */
    struct mi_dense q;    /* to [heads][query] */
    struct mi_dense k, v; /* to [groups][query] and [groups][value] */
    struct mi_dense out;  /* from [heads][value] */
    float *turn;          /* [groups][query / 2][across, down], radians a point; or NULL */
};

/* out(activation(in(x)) * gate(x)) at each point (Shazeer 2020, GLU variants, eq. 6). */
struct mi_feed_forward {
    struct mi_dense in, out; /* in with the activation */
    struct mi_dense gate;    /* in = 0: there is none */
};

enum mi_block_kind { MI_ORDINARY, MI_POOLED, MI_NESTED, MI_ATTENTION, MI_FEED_FORWARD };

/* Adds to the trunk t: last(mid(x)), where x = first(pre(t)) in an ordinary block; what pool gives
 * of pre(t) is added to that in a pooled one; a nested one has x pass blocks of its own.  The two
 * kinds of transformers add what they make of rms(t). */
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

/* Of the policy, as many as a file has: that of the game's move; that of moves that turn out better
 * than expected; and of each move the value, of which tanh is win less loss, and the score, in
 * parts of mean_factor. */
enum mi_policy_channel {
    MI_POLICY,
    MI_POLICY_OPTIMISTIC,
    MI_POLICY_VALUE,
    MI_POLICY_SCORE,
    MI_POLICIES
};

struct mi_policy_head {
    struct mi_conv points;      /* from the trunk */
    struct mi_global_pool pool; /* from the trunk, added to points */
    struct mi_norm norm;        /* of the sum */
    struct mi_conv last;        /* channels as enum mi_policy_channel */
    struct mi_dense pass;       /* from what pool pooled */
    struct mi_dense pass2;      /* in = 0: there is none */
};

/* The scores that a file of that version has, in this order. */
enum {
    MI_SCORE_MEAN,
    MI_SCORE_DEVIATION,
    MI_SCORE_LEAD,
    MI_SCORE_TIME,        /* not used */
    MI_SCORE_VALUE_ERROR, /* of the value and the score some moves later */
    MI_SCORE_SCORE_ERROR,
    MI_SCORES
};

struct mi_value_head {
    struct mi_conv conv; /* from the trunk */
    struct mi_norm norm;
    struct mi_dense hidden; /* from the means of norm's channels and two measures of the size */
    struct mi_dense result; /* win, loss, no result: logits */
    struct mi_dense score;
    struct mi_conv ownership;
};

/* Of the only encoder of metadata that there is. */
enum { MI_METADATA = 192, MI_METADATA_LAYERS = 3 };

struct mi_lc0;

struct mi_model {
    char name[97];
    int version;              /* KataGo's; 0: it is one of lc0's */
    const char *encoding;     /* NULL: what the name or version says */
    const struct mi_lc0 *lc0; /* then this, and none of the layers here */
    int planes, numbers, channels;
    float mean_factor, deviation_factor, lead_factor; /* points */
    float value_error_factor, score_error_factor;     /* of squares */
    struct mi_conv conv;                              /* of the planes */
    struct mi_dense dense;                            /* of the numbers, added to each point */
    int metadata; /* inputs that tell of the players and their game: MI_METADATA, or 0 */
    struct mi_dense encoder[MI_METADATA_LAYERS]; /* of these, one behind the other; added to each
                                                    point, too */
    struct mi_model_block *block;
    int blocks;
    struct mi_norm tip; /* behind the blocks, or */
    struct mi_rms_norm rms_tip;
    struct mi_policy_head policy;
    struct mi_value_head value;
    uint64_t weights;
    struct mi_held *held; /* all that was allocated for it */
};

/* Deeper than this no block is nested in others. */
enum { MI_NESTING = 4 };

/* Zeroed memory that lives as long as the model.  NULL: there is none. */
void *mi_model_hold(struct mi_model *model, size_t count, size_t size);

/* Frees all that it holds, not the struct itself. */
void mi_model_clear(struct mi_model *model);

/* Reads a file of KataGo's, numbers as text or binary.  False: the error says why, and the model is
 * empty. */
bool mi_model_read(struct mi_model *model, struct mi_content *in);

float mi_activated(enum mi_activation activation, float x);

/* How the planes and numbers of that version of KataGo's format are called: "katago-7". */
const char *mi_model_encoding(int version);

#endif
