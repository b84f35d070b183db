#include "lanes.h"

#include <math.h>
#include <stdlib.h>

bool nnue_adam_make(struct nnue_adam *adam, int hidden)
{
    bool fine = nnue_model_make(&adam->gradient, hidden);
    fine = nnue_model_make(&adam->mean, hidden) && fine;
    fine = nnue_model_make(&adam->square, hidden) && fine;
    for (int i = 0; i < SHARDS; i++)
        fine = nnue_small_make(&adam->small[i]) && fine;
    adam->touched = calloc(FEATURES, 1);
    adam->steps = 0;
    return fine && adam->touched;
}

void nnue_adam_free(struct nnue_adam *adam)
{
    nnue_model_free(&adam->gradient);
    nnue_model_free(&adam->mean);
    nnue_model_free(&adam->square);
    for (int i = 0; i < SHARDS; i++)
        nnue_model_free(&adam->small[i]);
    free(adam->touched);
}

/* The factors of a step. */
struct factors {
    float share, mean, square, rate;
};

/* About 1 / sqrt(x), to 5e-7, for positive x: Newton's method, from a guess by the exponent.  The
 * same on every processor, unlike its own approximation, and faster than a root and a quotient. */
INLINE lanes inverse_root(lanes x)
{
    const masks guess = 0x5f375a86 - ((masks)x >> 1);
    lanes y = (lanes)guess, half = x * 0.5f;
    for (int i = 0; i < 3; i++)
        y = y * (1.5f - half * y * y);
    return y;
}

/* A step of LANES parameters from the i-th on; resets their gradient. Returns the parameters. */
INLINE lanes step_lanes(struct nnue_adam *adam, struct nnue_model *m, size_t i, float largest,
                        struct factors f)
{
    const float beta1 = 0.9f, beta2 = 0.999f, tiny = 1e-16f;
    lanes *gradient = (lanes *)(adam->gradient.weight + i), *x = (lanes *)(m->weight + i);
    lanes *mean = (lanes *)(adam->mean.weight + i), *square = (lanes *)(adam->square.weight + i);
    const lanes slope = *gradient * f.share;
    *gradient = (lanes){0};
    *mean = beta1 * *mean + (1 - beta1) * slope;
    *square = beta2 * *square + (1 - beta2) * slope * slope;
    const lanes step = *mean * (f.rate * f.mean) * inverse_root(*square * f.square + tiny);
    return *x = lanes_clamp(*x - step, -largest, largest);
}

/* To the nearest, ties to even, as lrintf(). */
INLINE masks round_lanes(lanes x, float one)
{
    const float shift = 3 << 22; /* its fraction has no bits left */
    return __builtin_convertvector((x * one + shift) - shift, masks);
}

/* A row of weights. */
static void step_row(struct nnue_adam *adam, struct nnue_model *m, struct nnue_rounded *r, size_t i,
                     struct factors f)
{
    typedef int16_t shorts __attribute__((vector_size(2 * LANES), may_alias));
    const size_t end = i + UNIT;
    for (; i < end; i += LANES) {
        lanes x = step_lanes(adam, m, i, NNUE_NUMBER_MAX / NNUE_FILE_ONE, f);
        *(shorts *)(r->weight + i) = __builtin_convertvector(round_lanes(x, FINE_ONE), shorts);
    }
}

/* The bounds of LANES parameters from the i-th on. Each part of the parameters begins at a multiple
 * of LANES and, except for the last, fills its vectors. */
static float largest_at(const struct nnue_model *m, const float *x)
{
    return x < m->first         ? NNUE_NUMBER_MAX / NNUE_FILE_ONE
           : x < m->first_bias  ? 127 / 64.0f
           : x < m->second      ? INFINITY
           : x < m->second_bias ? 4095 / 2048.0f
           : x < m->output      ? INFINITY
           : x < m->output_bias ? 16383 / 2048.0f
                                : INFINITY;
}

/* Moves the sum of the shards' gradients of LANES parameters to the gradient, in their order. */
static void take_small(struct nnue_adam *adam, size_t i)
{
    size_t first = (size_t)(adam->gradient.first_bias - adam->gradient.weight);
    lanes *sum = (lanes *)(adam->gradient.weight + i);
    for (int shard = 0; i >= first && shard < SHARDS; shard++) {
        lanes *small = (lanes *)(adam->small[shard].weight + (i - first));
        *sum += *small;
        *small = (lanes){0};
    }
}

/* LANES parameters after the weights. */
static void step_rest(struct nnue_adam *adam, struct nnue_model *m, struct nnue_rounded *r,
                      size_t i, struct factors f)
{
    float *at = m->weight + i;
    take_small(adam, i);
    lanes x = step_lanes(adam, m, i, largest_at(m, at), f);
    for (int j = 0; at < m->first && j < LANES; j++)
        r->bias[at - m->bias + j] = (int16_t)lrintf(x[j] * FINE_ONE);
    for (int j = 0; at >= m->first && at < m->first_bias && j < LANES; j++)
        r->first[at - m->first + j] = (int8_t)lrintf(x[j] * NNUE_FIRST_ONE);
}

void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, struct nnue_rounded *r, int slice,
                    int batch, float rate)
{
    const struct factors f = {.share = 1 / (float)batch,
                              .mean = (float)(1 / (1 - pow(0.9, adam->steps))),
                              .square = (float)(1 / (1 - pow(0.999, adam->steps))),
                              .rate = rate};
    size_t weights = (size_t)(m->bias - m->weight), rows = weights / UNIT, part = (size_t)slice;
    size_t rest = (m->count - weights) / LANES;
    for (size_t i = rows * part / SHARDS; i < rows * (part + 1) / SHARDS; i++)
        if (adam->touched[i % FEATURES])
            step_row(adam, m, r, i * UNIT, f);
    for (size_t i = rest * part / SHARDS; i < rest * (part + 1) / SHARDS; i++)
        step_rest(adam, m, r, weights + i * LANES, f);
}
