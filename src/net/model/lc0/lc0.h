/* lc0.h - a network of lc0 as its file describes it: layers over 64 squares of 112 planes.
 *
 * What it points to belongs to the model that it is a part of.  Weights are arranged as those of
 * model.h; batch normalisation is folded into them. */
#ifndef MI_NET_MODEL_LC0_LC0_H
#define MI_NET_MODEL_LC0_LC0_H

#include "moves.h"
#include "net/model/model.h"

enum { MI_LC0_PLANES = 112, MI_LC0_PIECES = 12 };

/* A convolution, what is added to its outputs, and an activation; the scale of norm is 1.  conv.out
 * is 0 of one that a network does not have. */
struct mi_lc0_layer {
    struct mi_conv conv;
    struct mi_norm norm;
};

/* Normalisation over the channels of a square, or over all of a vector. */
struct mi_lc0_norm {
    int channels; /* 0: there is none */
    float *gamma, *beta;
    float epsilon;
};

/* t = activation(sigmoid(a) * x + b + t), where a and b are excite(squeeze(means of x)), if there
 * is squeeze, and x = last(first(t)). */
struct mi_lc0_residual {
    struct mi_lc0_layer first, last;
    struct mi_dense squeeze, excite; /* out = 0: there are none */
};

/* What is added to the logits of attention, of each head for each pair of squares: compressed, all
 * squares go through two layers with norms; then a part for each head through the weights that all
 * encoders share. */
struct mi_lc0_smolgen {
    struct mi_lc0_layer compress; /* out = 0: there is no smolgen */
    struct mi_dense first, second;
    struct mi_lc0_norm first_norm, second_norm;
};

/* t = norm(t + alpha * attention), then t = norm2(t + alpha * last(first(t))). */
struct mi_lc0_encoder {
    struct mi_lc0_layer query, key, value, out, first, last;
    struct mi_lc0_norm norm, norm2;
    struct mi_lc0_smolgen smolgen;
    int heads;
    float alpha;
};

enum mi_lc0_policy_kind { MI_LC0_DENSE, MI_LC0_CONVOLUTION, MI_LC0_ATTENTION };

struct mi_lc0_policy {
    enum mi_lc0_policy_kind kind;
    struct mi_lc0_layer embedding, last; /* from the body; CONVOLUTION: then to planes */
    struct mi_dense dense;               /* DENSE: of all squares, to the moves */
    struct mi_lc0_layer query, key;      /* ATTENTION, of embedding behind the encoders */
    struct mi_lc0_layer promotion;       /* of key: queen, rook, bishop, and what all have */
    struct mi_lc0_encoder *encoder;
    int encoders;
};

/* A few numbers from the body. */
struct mi_lc0_head {
    struct mi_lc0_layer embedding;
    struct mi_dense hidden, result; /* hidden: of all squares; result.out = 0: there is none */
};

struct mi_lc0 {
    struct mi_lc0_layer input; /* convolution of the planes */
    struct mi_lc0_residual *residual;
    int residuals;

    /* Attention's body, if there are encoders, which begins where there is no residual with what
     * tells squares apart: a dense layer over all pieces, or without that which squares a queen or
     * a knight reaches from each. */
    struct mi_dense position;
    struct mi_lc0_layer embedding;
    struct mi_lc0_norm embedding_norm;
    float *gate,
        *shift; /* [square][channel]: by what it is multiplied and what is added, or NULL */
    struct mi_lc0_layer feed, feed_last;
    struct mi_lc0_norm feed_norm;
    float alpha;             /* of feed_norm */
    struct mi_dense smolgen; /* of all encoders: to each pair of squares */
    struct mi_lc0_encoder *encoder;
    int encoders;

    struct mi_lc0_policy policy;
    struct mi_lc0_head value, moves_left;
    bool attention_body;
};

/* The channels that tell squares apart. */
int mi_lc0_position_channels(const struct mi_lc0 *lc0);

/* Does it begin as lc0's files do?  All of it is then still to be read. */
bool mi_lc0_begins(struct mi_content *in);

/* Reads a network of lc0's, format 1 of its weights, those that lc0 v0.31.2 calculates on a
 * processor, and names it after its file.  model->lc0 is then set, and none of its layers.  False:
 * the error says why, and the model is empty. */
bool mi_lc0_read(struct mi_model *model, struct mi_content *in, const char *file);

#endif
