/* lc0.h - an lc0 network as its file describes it: layers over 64 squares of 112 planes.
 *
 * The model owns everything that it points to.  Weights have the same layout as in model.h, with
 * batch normalisation folded in. */
#ifndef MI_NET_MODEL_LC0_LC0_H
#define MI_NET_MODEL_LC0_LC0_H

#include "moves.h"
#include "net/model/model.h"

enum { MI_LC0_PLANES = 112, MI_LC0_PIECES = 12 };

/* A convolution with bias and activation (in norm, whose scale is 1).  conv.out = 0: absent. */
struct mi_lc0_layer {
    struct mi_conv conv;
    struct mi_norm norm;
};

/* LayerNorm over the channels of a square, or over a vector. */
struct mi_lc0_norm {
    int channels; /* 0: no norm */
    float *gamma, *beta;
    float epsilon;
};

/* A residual block on the trunk t, with x = last(first(t)).  With squeeze-and-excite:
 * t = activation(sigmoid(a) * x + b + t), where a, b = excite(squeeze(channel means of x)). */
struct mi_lc0_residual {
    struct mi_lc0_layer first, last;
    struct mi_dense squeeze, excite; /* out = 0: no squeeze-and-excite */
};

/* Smolgen: generates a bias for the attention logits of each head and pair of squares.  The squares
 * are compressed and go through two dense layers with norms; then each head's part goes through a
 * dense layer that all encoders share. */
struct mi_lc0_smolgen {
    struct mi_lc0_layer compress; /* out = 0: no smolgen */
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
    struct mi_lc0_layer embedding;  /* reads the body */
    struct mi_lc0_layer last;       /* CONVOLUTION: from the embedding to planes of moves */
    struct mi_dense dense;          /* DENSE: from all squares to the moves */
    struct mi_lc0_layer query, key; /* ATTENTION: read the embedding after the encoders */
    struct mi_lc0_layer promotion;  /* reads key; offsets: queen, rook, bishop, all three */
    struct mi_lc0_encoder *encoder;
    int encoders;
};

/* A value or moves-left head. */
struct mi_lc0_head {
    struct mi_lc0_layer embedding;
    struct mi_dense hidden, result; /* hidden reads all squares; result.out = 0: no such head */
};

struct mi_lc0 {
    struct mi_lc0_layer input; /* convolution of the planes */
    struct mi_lc0_residual *residual;
    int residuals;

    /* Attention body.  Without residual blocks it starts with a position encoding: a dense layer
     * over all pieces or, if there is none, for each square the squares that a queen or a knight
     * reaches. */
    struct mi_dense position;
    struct mi_lc0_layer embedding;
    struct mi_lc0_norm embedding_norm;
    float *gate, *shift; /* [square][channel]: factor and summand, or NULL */
    struct mi_lc0_layer feed, feed_last;
    struct mi_lc0_norm feed_norm;
    float alpha;             /* for feed_norm, as in an encoder */
    struct mi_dense smolgen; /* shared by all encoders; its outputs are the pairs of squares */
    struct mi_lc0_encoder *encoder;
    int encoders;

    struct mi_lc0_policy policy;
    struct mi_lc0_head value, moves_left;
    bool attention_body;
};

/* The number of channels of the position encoding. */
int mi_lc0_position_channels(const struct mi_lc0 *lc0);

/* Does the input start like an lc0 file?  Consumes nothing. */
bool mi_lc0_is_lc0_file(struct mi_content *in);

/* Reads an lc0 network with weights in format 1, any that the CPU backend of lc0 v0.31.2 supports,
 * and names it after its file.  Sets model->lc0 and none of the model's own layers.  On failure
 * sets the error of `in`, leaves the model empty and returns false. */
bool mi_lc0_read(struct mi_model *model, struct mi_content *in, const char *file);

#endif
