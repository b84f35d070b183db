/* model.h - the network in floating point. The features of each side give an accumulator, clamped
 * to 0..1, whose two halves are multiplied element by element. Two small layers and an output
 * follow, separate for each bucket (miai-network(5)). */
#ifndef MI_TOOLS_CHESS_NNUE_MODEL_H
#define MI_TOOLS_CHESS_NNUE_MODEL_H

#include "game/chess/nnue/nnue.h"
#include "samples.h"

enum {
    HALF = 64,       /* products processed at once, with sums in registers, */
    UNIT = 2 * HALF, /* of so many numbers; the accumulator's width is a multiple */
    CHUNK = 512,     /* positions processed at once; the weights of a UNIT stay in the cache */
    HIDDEN_MAX = 1024,
    STEPS = NNUE_LAYER_ONE / NNUE_FIRST_ONE,
    FIRST = NNUE_FIRST,  /* as many as a vector has lanes, see nnue_head */
    SQUARED = 2 * FIRST, /* the first layer's outputs: squared, and clamped */
    SECOND = NNUE_SECOND,
    LAST = NNUE_LAST,            /* inputs of the output layer */
    NNUE_CENTIPAWNS = NNUE_SCALE /* scale of the output */
};

/* All sums are over the lanes of a vector of fixed size, so that every processor adds in the same
 * order and gets the same bits. */
enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* All parameters in one block; a gradient has the same layout. */
struct nnue_model {
    int hidden;         /* width of an accumulator */
    float steps;        /* scale of a product up to 1, which the integers round down */
    size_t count;       /* number of parameters, rounded up to a multiple of LANES */
    float *weight;      /* [hidden / UNIT][FEATURES][UNIT]; this one owns the block */
    float *bias;        /* [hidden / UNIT][UNIT] */
    float *first;       /* [BUCKETS][FIRST][hidden], the side to move's products first */
    float *first_bias;  /* [BUCKETS][FIRST] */
    float *second;      /* [BUCKETS][SECOND][SQUARED] */
    float *second_bias; /* [BUCKETS][SECOND] */
    float *output;      /* [BUCKETS][LAST] */
    float *output_bias; /* [BUCKETS] */
};

/* Zeroed. False if out of memory, or if hidden is not a multiple of UNIT up to HIDDEN_MAX. */
bool nnue_model_make(struct nnue_model *m, int hidden);
void nnue_model_free(struct nnue_model *m);

/* Initializes with small random numbers. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* The index of an accumulator element: HALF elements of the first half and their partners of the
 * second are adjacent. */
static inline size_t nnue_place(const struct nnue_model *m, int number)
{
    int half = m->hidden / 2, i = number % half;
    return (size_t)(i / HALF * UNIT + number / half * HALF + i % HALF);
}

/* The index of the weight of a feature for it. */
static inline size_t nnue_weight_at(const struct nnue_model *m, int feature, int number)
{
    size_t place = nnue_place(m, number);
    return (place / UNIT * FEATURES + (size_t)feature) * UNIT + place % UNIT;
}

/* ---- change.c ---- */

struct nnue_rows {
    uint16_t count, row[MEN];
};

/* The features of each player that the position has and the previous one lacks, and vice versa. */
struct nnue_change {
    int turn; /* the side to move relative to the first position of the group */
    struct nnue_rows come[2], gone[2];
};

/* For the first position of a group: all features are new. */
void nnue_begin_changes(const struct nnue_input *first, struct nnue_change *change);

/* From one position to the next. Relating both to the same player's view keeps the change small. */
void nnue_find_change(const struct nnue_input *before, int turn, const struct nnue_input *now,
                      struct nnue_change *change);

/* ---- head.c ---- */

/* The activations of the layers after the products, for one position. */
struct nnue_head {
    lanes first, squared[SQUARED / LANES]; /* [FIRST] before clamping to -1..1 */
    lanes second[SECOND / LANES];          /* before clamping to 0..1 */
};

/* Runs up to GROUP positions of one bucket, whose products[hidden] are contiguous. */
void nnue_head_run(const struct nnue_model *m, int bucket, int count, const float *products,
                   struct nnue_head *head, float *output);

/* Adds the gradients of all parameters, given those of the outputs; overwrites the products with
 * their gradients. */
void nnue_head_back(const struct nnue_model *m, int bucket, int count, float *products,
                    const struct nnue_head *head, const float *slope, struct nnue_model *gradient);

/* ---- model.c ---- */

/* Positions, in groups, and all activations. */
struct nnue_chunk {
    int count;
    struct nnue_input input[CHUNK];
    struct nnue_change change[CHUNK + 1]; /* change after the last: none */
    float output[CHUNK];
    float slope[CHUNK]; /* derivative of the loss by the output */
    struct nnue_head head[CHUNK];
    lanes products[CHUNK * HIDDEN_MAX / LANES]; /* [count][hidden] */
};

/* Computes the outputs. */
void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk);

/* Adds the gradients of all parameters, given the outputs' derivatives. Call after
 * nnue_model_run(), whose products it overwrites. */
void nnue_model_back(const struct nnue_model *m, struct nnue_chunk *chunk,
                     struct nnue_model *gradient);

/* ---- adam.c ---- */

enum {
    SHARDS = 4
}; /* shards of a batch: each has its own gradient, whichever thread computes it */

/* Adam (Kingma and Ba 2015, algorithm 1), with parameters clamped to the range of the integers. */
struct nnue_adam {
    struct nnue_model gradient[SHARDS], mean, square;
    int steps;
    bool first_fixed; /* the first layer after the products is rounded already */
};

/* False if out of memory; nnue_adam_free() must be called in any case. */
bool nnue_adam_make(struct nnue_adam *adam, int hidden);
void nnue_adam_free(struct nnue_adam *adam);

/* A step with the sum of the gradients, divided by batch, for one of SHARDS slices of the
 * parameters, whose gradients it resets. adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate);

#endif
