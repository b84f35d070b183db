/* model.h - the network in floating point: the features of each side, one layer of squared clipped
 * ReLU, an output for each bucket. */
#ifndef MI_TOOLS_CHESS_NNUE_MODEL_H
#define MI_TOOLS_CHESS_NNUE_MODEL_H

#include "samples.h"

enum {
    UNIT = 128,   /* hidden numbers are a multiple of it, whose sums stay in registers */
    CHUNK = 1024, /* positions at once, for which the weights of a UNIT stay in the cache */
    HIDDEN_MAX = 1024,
    NNUE_CENTIPAWNS = 400 /* for an output of 1 */
};

/* All sums are over the lanes of a vector of fixed size, so that every processor adds in the same
 * order and comes to the same bits. */
enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* The parameters in one piece; a gradient has the same form. */
struct nnue_model {
    int hidden, sets;
    int features;         /* INPUTS of each set */
    size_t count;         /* of parameters, rounded up to a multiple of LANES */
    float *weight;        /* [hidden / UNIT][features][UNIT]; the owner of the piece */
    float *bias;          /* [hidden] */
    float *output_weight; /* [BUCKETS][2][hidden], of the player to move first */
    float *output_bias;   /* [BUCKETS] */
};

/* All zero.  False without memory, or if hidden is no multiple of UNIT up to HIDDEN_MAX, or there
 * are not 1 or SETS_MAX sets. */
bool nnue_model_make(struct nnue_model *m, int hidden, int sets);
void nnue_model_free(struct nnue_model *m);

/* Small numbers at random to begin with. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* Where the weight of a feature for a hidden number is. */
static inline size_t nnue_weight_at(const struct nnue_model *m, int feature, int hidden)
{
    return (size_t)((hidden / UNIT * m->features + feature) * UNIT + hidden % UNIT);
}

/* ---- change.c ---- */

struct nnue_rows {
    uint16_t count, row[MEN];
};

/* What a position has for each of the two players, and the one before has not. */
struct nnue_change {
    int turn; /* the player to move, if the one of the first in the group is 0 */
    struct nnue_rows come[2], gone[2];
};

/* Of the first in a group: all comes. */
void nnue_begin_changes(const struct nnue_input *first, struct nnue_change *change);

/* From one position, in which it was that player's turn, to another.  Whose turn it is there is
 * what makes the change small. */
void nnue_find_change(const struct nnue_input *before, int turn, const struct nnue_input *now,
                      struct nnue_change *change);

/* ---- model.c ---- */

/* Positions, in groups, and what lies between input and output. */
struct nnue_chunk {
    int count;
    struct nnue_input input[CHUNK];
    struct nnue_change change[CHUNK + 1]; /* of the last, nothing */
    float output[CHUNK];
    float slope[CHUNK];   /* the loss's derivative by the output */
    lanes partial[CHUNK]; /* of the outputs */
};

/* Computes the outputs. */
void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk);

/* Adds to the gradient what the slopes mean for each parameter, behind nnue_model_run(). */
void nnue_model_back(const struct nnue_model *m, const struct nnue_chunk *chunk,
                     struct nnue_model *gradient);

/* ---- adam.c ---- */

enum { SHARDS = 4 }; /* of a batch: each has a gradient of its own, whoever computes it */

/* Adam (Kingma and Ba 2015, algorithm 1), the parameters held within what the integers can hold. */
struct nnue_adam {
    struct nnue_model gradient[SHARDS], mean, square;
    int steps;
    bool output_fixed; /* the weights of the output are what they will be */
};

/* False without memory; nnue_adam_free() is due all the same. */
bool nnue_adam_make(struct nnue_adam *adam, int hidden, int sets);
void nnue_adam_free(struct nnue_adam *adam);

/* A step by the sum of the gradients, each divided by batch, for one of SHARDS slices of the
 * parameters, whose gradients then are zero.  adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate);

#endif
