/* model.h - the network in floating point: the features of each side, one layer of squared clipped
 * ReLU, an output for each bucket. */
#ifndef NNUE_MODEL_H
#define NNUE_MODEL_H

#include "train.h"

enum {
    UNIT = 64, /* hidden numbers are a multiple of it, so that sums stay in registers */
    HIDDEN_MAX = 1024,
    NNUE_CENTIPAWNS = 400 /* for an output of 1 */
};

/* The parameters in one piece; a gradient has the same form. */
struct nnue_model {
    int hidden;
    size_t count;         /* of parameters, rounded up to a multiple of 8 */
    float *weight;        /* [FEATURES][hidden], and the owner of the piece */
    float *bias;          /* [hidden] */
    float *output_weight; /* [BUCKETS][2][hidden], of the player to move first */
    float *output_bias;   /* [BUCKETS] */
};

/* All zero.  False without memory, or if hidden is no multiple of UNIT up to HIDDEN_MAX. */
bool nnue_model_make(struct nnue_model *m, int hidden);
void nnue_model_free(struct nnue_model *m);

/* Small numbers at random to begin with. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* The output.  sum[2][hidden], aligned to 32 bytes, is left
 * with what lies between. */
float nnue_model_run(const struct nnue_model *m, const struct nnue_input *input, float *sum);

/* Adds to the gradient what the loss's derivative by the output, slope, means for each parameter.
 * Takes the sums of nnue_model_run() and overwrites them. */
void nnue_model_back(const struct nnue_model *m, const struct nnue_input *input, float *sum,
                     float slope, struct nnue_model *gradient);

/* ---- adam.c ---- */

enum { SHARDS = 16 }; /* of a batch: each has a gradient of its own, whoever computes it */

/* Adam (Kingma and Ba 2015, algorithm 1), the parameters held within what the integers can hold. */
struct nnue_adam {
    struct nnue_model gradient[SHARDS], mean, square;
    int steps;
};

bool nnue_adam_make(struct nnue_adam *adam, int hidden);
void nnue_adam_free(struct nnue_adam *adam);

/* A step by the sum of the gradients, each divided by batch, for one of SHARDS slices of the
 * parameters, whose gradients then are zero.  adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate);

#endif
