/* model.h - the network in floating point: the features of each side, one layer of squared clipped
 * ReLU, an output for each bucket. */
#ifndef MI_TOOLS_CHESS_NNUE_MODEL_H
#define MI_TOOLS_CHESS_NNUE_MODEL_H

#include "train.h"

enum {
    UNIT = 64,   /* hidden numbers are a multiple of it, whose sums stay in registers */
    CHUNK = 256, /* positions at once, so that the weights of a UNIT stay in the cache */
    HIDDEN_MAX = 1024,
    NNUE_CENTIPAWNS = 400 /* for an output of 1 */
};

/* All sums are over the lanes of a vector of fixed size, so that every processor adds in the same
 * order and comes to the same bits. */
enum { LANES = 8 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* The parameters in one piece; a gradient has the same form. */
struct nnue_model {
    int hidden;
    size_t count;         /* of parameters, rounded up to a multiple of 8 */
    float *weight;        /* [hidden / UNIT][FEATURES][UNIT]; the owner of the piece */
    float *bias;          /* [hidden] */
    float *output_weight; /* [BUCKETS][2][hidden], of the player to move first */
    float *output_bias;   /* [BUCKETS] */
};

/* All zero.  False without memory, or if hidden is no multiple of UNIT up to HIDDEN_MAX. */
bool nnue_model_make(struct nnue_model *m, int hidden);
void nnue_model_free(struct nnue_model *m);

/* Small numbers at random to begin with. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* Where the weight of a feature for a hidden number is. */
static inline size_t nnue_weight_at(int feature, int hidden)
{
    return (size_t)((hidden / UNIT * FEATURES + feature) * UNIT + hidden % UNIT);
}

/* Positions, and what lies between input and output. */
struct nnue_chunk {
    int count;
    struct nnue_input input[CHUNK];
    float output[CHUNK];
    float slope[CHUNK]; /* the loss's derivative by the output */
    float *sum;         /* [CHUNK][2][hidden], aligned to 32 bytes */
};

/* Computes the outputs, and leaves the sums for nnue_model_back(). */
void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk);

/* Adds to the gradient what the slopes mean for each parameter.  Overwrites the sums. */
void nnue_model_back(const struct nnue_model *m, struct nnue_chunk *chunk,
                     struct nnue_model *gradient);

/* ---- adam.c ---- */

enum { SHARDS = 16 }; /* of a batch: each has a gradient of its own, whoever computes it */

/* Adam (Kingma and Ba 2015, algorithm 1), the parameters held within what the integers can hold. */
struct nnue_adam {
    struct nnue_model gradient[SHARDS], mean, square;
    int steps;
    bool output_fixed; /* the weights of the output are what they will be */
};

/* False without memory; nnue_adam_free() is due all the same. */
bool nnue_adam_make(struct nnue_adam *adam, int hidden);
void nnue_adam_free(struct nnue_adam *adam);

/* A step by the sum of the gradients, each divided by batch, for one of SHARDS slices of the
 * parameters, whose gradients then are zero.  adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate);

#endif
