/* The parameters: memory, first values, rounding. */
#include "base/memory.h"
#include "lanes.h"
#include "miai_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* Sets the offsets of the parameters' parts; returns the number of parameters. */
static size_t lay_out(struct nnue_model *m, float *at)
{
    size_t h = (size_t)m->hidden;
    m->weight = at;
    m->bias = m->weight + FEATURES * h;
    m->first = m->bias + h;
    m->first_bias = m->first + BUCKETS * FIRST * h;
    m->second = m->first_bias + BUCKETS * FIRST;
    m->second_bias = m->second + BUCKETS * SECOND * SQUARED;
    m->output = m->second_bias + BUCKETS * SECOND;
    m->output_bias = m->output + BUCKETS * LAST;
    return (size_t)(m->output_bias - m->weight) + BUCKETS;
}

static size_t parameter_count(int hidden)
{
    size_t h = (size_t)hidden;
    size_t count = (FEATURES + 1 + BUCKETS * FIRST) * h +
                   BUCKETS * (FIRST + SECOND * SQUARED + SECOND + LAST + 1);
    return (count + LANES - 1) / LANES * LANES;
}

static bool make_model(struct nnue_model *m, int hidden)
{
    m->hidden = hidden;
    m->count = parameter_count(hidden);
    float *piece = mi_aligned_alloc(ALIGNMENT, m->count * sizeof(float));
    if (!piece)
        return false;
    memset(piece, 0, m->count * sizeof(float));
    lay_out(m, piece);
    return true;
}

bool nnue_model_make(struct nnue_model *m, int hidden)
{
    m->weight = NULL;
    if (hidden < UNIT || hidden > HIDDEN_MAX || hidden % UNIT != 0)
        return false;
    return make_model(m, hidden);
}

bool nnue_small_make(struct nnue_model *m)
{
    m->weight = NULL;
    return make_model(m, 0);
}

void nnue_model_free(struct nnue_model *m)
{
    mi_aligned_free(m->weight);
    m->weight = NULL;
}

/* Fills with random numbers from -size to size. */
static void random_weight(miai_rng *rng, float *x, size_t count, float size)
{
    for (size_t i = 0; i < count; i++)
        x[i] = size * ((float)miai_rng_below(rng, 1 << 24) / (float)(1 << 23) - 1);
}

static void fill_randomly(float *x, size_t count, float number)
{
    for (size_t i = 0; i < count; i++)
        x[i] = number;
}

/* All king sets start with the same weights. */
void nnue_model_begin(struct nnue_model *m, uint64_t seed)
{
    miai_rng rng;
    size_t set = INPUTS * UNIT;
    miai_rng_seed(&rng, seed);
    for (float *unit = m->weight; unit < m->bias; unit += SETS * set) {
        random_weight(&rng, unit, set, 0.1f);
        for (size_t i = 1; i < SETS; i++)
            memcpy(unit + i * set, unit, set * sizeof *unit);
    }
    fill_randomly(m->bias, (size_t)m->hidden, 0.3f);
    random_weight(&rng, m->first, (size_t)(m->first_bias - m->first), 0.1f);
    random_weight(&rng, m->second, (size_t)(m->second_bias - m->second), 0.2f);
    fill_randomly(m->second_bias, (size_t)(m->output - m->second_bias), 0.1f);
    random_weight(&rng, m->output, (size_t)(m->output_bias - m->output), 0.15f);
}

bool nnue_rounded_make(struct nnue_rounded *r, const struct nnue_model *m)
{
    size_t weights = (size_t)(m->first - m->weight), first = (size_t)(m->first_bias - m->first);
    r->weight = mi_aligned_alloc(ALIGNMENT, weights * sizeof *r->weight + first);
    if (!r->weight)
        return false;
    r->bias = r->weight + (m->bias - m->weight);
    r->first = (int8_t *)(r->weight + weights);
    return true;
}

void nnue_rounded_free(struct nnue_rounded *r)
{
    mi_aligned_free(r->weight);
    r->weight = NULL;
}

void nnue_model_round(const struct nnue_model *m, struct nnue_rounded *r)
{
    for (float *x = m->weight; x < m->first; x++)
        r->weight[x - m->weight] = (int16_t)lrintf(*x * FINE_ONE);
    for (float *x = m->first; x < m->first_bias; x++)
        r->first[x - m->first] = (int8_t)lrintf(*x * NNUE_FIRST_ONE);
}
