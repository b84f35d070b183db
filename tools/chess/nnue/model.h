/* model.h - the network in floating point. The features of each side give an accumulator, clamped
 * to 0..1, whose two halves are multiplied element by element. Two small layers and an output
 * follow, separate for each bucket (miai-network(5)). */
#ifndef MI_TOOLS_CHESS_NNUE_MODEL_H
#define MI_TOOLS_CHESS_NNUE_MODEL_H

#include "game/chess/nnue/nnue.h"
#include "samples.h"

enum {
    HALF = 32,       /* products processed at once, with sums in registers, */
    UNIT = 2 * HALF, /* of so many numbers; the accumulator's width is a multiple */
    PART = 8192,     /* positions processed at once; the weights of a UNIT stay in the cache */
    HIDDEN_MAX = 1024,

    STEPS = NNUE_LAYER_ONE / NNUE_FIRST_ONE, /* the largest product */
    FIRST = NNUE_FIRST,                      /* as many as a vector has lanes, see nnue_head */
    SQUARED = 2 * FIRST,                     /* the first layer's outputs: squared, and clamped */
    SECOND = NNUE_SECOND,
    LAST = NNUE_LAST,            /* inputs of the output layer */
    NNUE_CENTIPAWNS = NNUE_SCALE /* scale of the output */
};

/* All sums are over the lanes of a vector of fixed size, so that every processor adds in the same
 * order and gets the same bits. */
enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* Parameters in one block; a gradient has the same layout. */
struct nnue_model {
    int hidden;         /* width of an accumulator */
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

/* Stands for 1 in the accumulators of the file. Its square >> 7 is 127, which stands for 1 in the
 * products. */
#define NNUE_FILE_ONE 127.5f

/* Weights of the accumulator are rounded FINE times as finely as in the file. A small rate would
 * otherwise change nothing: a million positions, continuing data/chess.nnue, gave a held-out loss
 * of 0.001252 instead of 0.001248 (with weights of 1 / 255 and of 1 / 1020). */
enum { FINE_BITS = 3, FINE = 1 << FINE_BITS, FINE_ONE = FINE * 255 / 2 };

/* The large layers in integers, which the network is run with. They take less memory, and their
 * sums are exact in every order. */
struct nnue_rounded {
    int16_t *weight, *bias; /* as in the model; 1 is FINE_ONE */
    int8_t *first;          /* 1 is NNUE_FIRST_ONE */
};

/* Zeroed. False if out of memory, or if hidden is not a multiple of UNIT up to HIDDEN_MAX. */
bool nnue_model_make(struct nnue_model *m, int hidden);

/* The same with the small layers only: those after `first`, and its bias. */
bool nnue_small_make(struct nnue_model *m);
void nnue_model_free(struct nnue_model *m);

/* Initializes with small random numbers. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed);

/* False if out of memory. */
bool nnue_rounded_make(struct nnue_rounded *r, const struct nnue_model *m);
void nnue_rounded_free(struct nnue_rounded *r);

/* Rounds all parameters. */
void nnue_model_round(const struct nnue_model *m, struct nnue_rounded *r);

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

/* The positions from begin to end - 1 of a group have the feature. */
struct nnue_span {
    uint16_t row;
    uint8_t begin, end;
};

enum { SPANS_AHEAD = 8 }; /* room for those that are prefetched */

/* What the positions of a group have in common is computed once. Of both players:
 *
 * list: for each position the number of features that it has and the one before lacked, the number
 * of those that are gone, and the features.
 *
 * span: the same in another form. */
struct nnue_group {
    uint8_t turn[GROUP]; /* the side to move relative to the first position */
    uint8_t bucket[GROUP];
    uint16_t list[2][GROUP * (2 + 2 * MEN)];
    int spans[2];
    struct nnue_span span[2][GROUP * MEN + SPANS_AHEAD];
};

void nnue_list_changes(const struct nnue_input input[GROUP], struct nnue_group *group);

/* ---- unit.c ---- */

/* Positions, in groups, and all activations. */
struct nnue_part {
    int hidden, count;
    struct nnue_group *group; /* [PART / GROUP] */
    uint8_t *clamped;         /* [hidden / UNIT][count][2][UNIT], the side to move's first */
    uint8_t *product;         /* [hidden / UNIT][count][2][HALF] */
    lanes *slopes;            /* [count] derivatives by the first layer after the products */
    float *target;            /* [count] */
};

/* False if out of memory; nnue_part_free() must be called in any case. */
bool nnue_part_make(struct nnue_part *part, int hidden);
void nnue_part_free(struct nnue_part *part);

/* The integers' product of x and y is x * y >> SHIFT; STEPS of these are 1. */
enum { SHIFT = 7 };

static inline uint8_t *nnue_clamped_at(const struct nnue_part *part, int unit, int position,
                                       int side)
{
    return part->clamped + (size_t)((unit * part->count + position) * 2 + side) * UNIT;
}

/* Fetches UNIT numbers of a size. */
static inline void nnue_prefetch_row(const void *row, int size)
{
    for (int at = 0; at < UNIT * size; at += 64)
        __builtin_prefetch((const char *)row + at);
}

/* Computes the products of UNIT numbers of the accumulators. */
void nnue_unit_run(const struct nnue_rounded *r, struct nnue_part *part, int unit);

/* Copies the products [hidden] of one position, in the order of the next layer. */
void nnue_gather_products(const struct nnue_part *part, int position, uint8_t *product);

/* ---- back.c ---- */

/* Given the slopes, adds the gradients of these numbers' weights. */
void nnue_unit_back(const struct nnue_rounded *r, const struct nnue_part *part, int unit,
                    struct nnue_model *gradient);

/* ---- head.c ---- */

/* The activations of the layers after the products, for one position. */
struct nnue_head {
    lanes first, squared[SQUARED / LANES]; /* [FIRST] before clamping to -1..1 */
    lanes second[SECOND / LANES];          /* before clamping to 0..1 */
};

/* The output, from the products of one position. */
float nnue_head_run(const struct nnue_model *m, const struct nnue_rounded *r, int bucket,
                    const uint8_t *product, struct nnue_head *head);

/* Adds the gradients of the small layers, given that of the output. Sets *slopes to those of the
 * first layer's sums. */
void nnue_head_back(const struct nnue_model *m, int bucket, const struct nnue_head *head,
                    float slope, struct nnue_model *gradient, lanes *slopes);

/* ---- adam.c ---- */

/* Shards of a part: each has its own gradient of the small layers, whichever thread computes it. */
enum { SHARDS = 8 };

/* Adam (Kingma and Ba 2015, algorithm 1), with parameters clamped to the range of the integers. */
struct nnue_adam {
    struct nnue_model gradient, mean, square;
    struct nnue_model small[SHARDS]; /* gradients of the small layers only */
    uint8_t *touched;                /* [FEATURES] has the gradient of the weights any number? */
    int steps;
};

/* False if out of memory; nnue_adam_free() must be called in any case. */
bool nnue_adam_make(struct nnue_adam *adam, int hidden);
void nnue_adam_free(struct nnue_adam *adam);

/* A step with the gradient, divided by batch, for one of SHARDS slices of the parameters, whose
 * gradients it resets. adam->steps counts from 1. */
void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, struct nnue_rounded *r, int slice,
                    int batch, float rate);

#endif
