/* model.h - the network in floating point: the features of each side make an accumulator, held
 * between 0 and 1, whose two halves are multiplied with each other, number by number; behind these
 * products two small layers and an output, of each bucket (miai-network(5)). */
#ifndef MI_TOOLS_CHESS_NNUE_MODEL_H
#define MI_TOOLS_CHESS_NNUE_MODEL_H

#include "game/chess/nnue/nnue.h"
#include "samples.h"

enum {
    HALF = 64,       /* products at once, whose sums stay in registers, */
    UNIT = 2 * HALF, /* of so many numbers, of which an accumulator has a multiple */
    CHUNK = 512,     /* positions at once, for which the weights of a UNIT stay in the cache */
    HIDDEN_MAX = 1024,
    STEPS = NNUE_LAYER_ONE / NNUE_FIRST_ONE,
    FIRST = NNUE_FIRST,  /* as many as a vector has lanes, see nnue_head */
    SQUARED = 2 * FIRST, /* the first layer's numbers squared, and those above 0 */
    SECOND = NNUE_SECOND,
    LAST = NNUE_LAST,            /* what the output is a sum of */
    NNUE_CENTIPAWNS = NNUE_SCALE /* for an output of 1 */
};

/* All sums are over the lanes of a vector of fixed size, so that every processor adds in the same
 * order and comes to the same bits. */
enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* The parameters in one piece; a gradient has the same form. */
struct nnue_model {
    int hidden;         /* numbers of an accumulator */
    float steps;        /* of a product up to 1, which is rounded down: those of the integers */
    size_t count;       /* of parameters, rounded up to a multiple of LANES */
    float *weight;      /* [hidden / UNIT][FEATURES][UNIT]; the owner of the piece */
    float *bias;        /* [hidden / UNIT][UNIT] */
    float *first;       /* [BUCKETS][FIRST][hidden], the products of the player to move first */
    float *first_bias;  /* [BUCKETS][FIRST] */
    float *second;      /* [BUCKETS][SECOND][SQUARED] */
    float *second_bias; /* [BUCKETS][SECOND] */
    float *output;      /* [BUCKETS][LAST] */
    float *output_bias; /* [BUCKETS] */
};

/* All zero.  False without memory, or if hidden is no multiple of UNIT up to HIDDEN_MAX. */
bool nnue_model_make(struct nnue_model *m, int hidden);
void nnue_model_free(struct nnue_model *m);

/* Small numbers at random to begin with. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* Where a number of the accumulator is in it: HALF of the first half and their partners of the
 * second are side by side. */
static inline size_t nnue_place(const struct nnue_model *m, int number)
{
    int half = m->hidden / 2, i = number % half;
    return (size_t)(i / HALF * UNIT + number / half * HALF + i % HALF);
}

/* Where the weight of a feature for it is. */
static inline size_t nnue_weight_at(const struct nnue_model *m, int feature, int number)
{
    size_t place = nnue_place(m, number);
    return (place / UNIT * FEATURES + (size_t)feature) * UNIT + place % UNIT;
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

/* ---- head.c ---- */

/* What the layers behind the products make of a position. */
struct nnue_head {
    lanes first, squared[SQUARED / LANES]; /* [FIRST] before it is held between -1 and 1 */
    lanes second[SECOND / LANES];          /* before it is held between 0 and 1 */
};

/* Up to GROUP positions of a bucket; products[hidden] of each lie one behind the other. */
void nnue_head_run(const struct nnue_model *m, int bucket, int count, const float *products,
                   struct nnue_head *head, float *output);

/* Adds to the gradient what the slopes of the outputs mean for each parameter; the products become
 * their own slopes. */
void nnue_head_back(const struct nnue_model *m, int bucket, int count, float *products,
                    const struct nnue_head *head, const float *slope, struct nnue_model *gradient);

/* ---- model.c ---- */

/* Positions, in groups, and what lies between input and output. */
struct nnue_chunk {
    int count;
    struct nnue_input input[CHUNK];
    struct nnue_change change[CHUNK + 1]; /* of the last, nothing */
    float output[CHUNK];
    float slope[CHUNK]; /* the loss's derivative by the output */
    struct nnue_head head[CHUNK];
    lanes products[CHUNK * HIDDEN_MAX / LANES]; /* [count][hidden] */
};

/* Computes the outputs. */
void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk);

/* Adds to the gradient what the slopes mean for each parameter, behind nnue_model_run(), whose
 * products are gone then. */
void nnue_model_back(const struct nnue_model *m, struct nnue_chunk *chunk,
                     struct nnue_model *gradient);

/* ---- adam.c ---- */

enum { SHARDS = 4 }; /* of a batch: each has a gradient of its own, whoever computes it */

/* Adam (Kingma and Ba 2015, algorithm 1), the parameters held within what the integers can hold. */
struct nnue_adam {
    struct nnue_model gradient[SHARDS], mean, square;
    int steps;
    bool first_fixed; /* the weights of the first layer behind the products are what they will be */
};

/* False without memory; nnue_adam_free() is due all the same. */
bool nnue_adam_make(struct nnue_adam *adam, int hidden);
void nnue_adam_free(struct nnue_adam *adam);

/* A step by the sum of the gradients, each divided by batch, for one of SHARDS slices of the
 * parameters, whose gradients then are zero.  adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate);

#endif
