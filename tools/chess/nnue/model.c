#include "model.h"

#include "miai_game.h"

#include <stdlib.h>
#include <string.h>

enum { VECTORS = UNIT / LANES, ALIGNMENT = 32 };

typedef int32_t masks __attribute__((vector_size(4 * LANES), may_alias));

bool nnue_model_make(struct nnue_model *m, int hidden)
{
    size_t h = (size_t)hidden;
    m->hidden = hidden;
    m->count = FEATURES * h + h + BUCKETS * 2 * h + BUCKETS;
    m->weight = NULL;
    if (hidden < UNIT || hidden > HIDDEN_MAX || hidden % UNIT != 0)
        return false;
    m->weight = aligned_alloc(ALIGNMENT, m->count * sizeof(float));
    if (!m->weight)
        return false;
    memset(m->weight, 0, m->count * sizeof(float));
    m->bias = m->weight + FEATURES * h;
    m->output_weight = m->bias + h;
    m->output_bias = m->output_weight + BUCKETS * 2 * h;
    return true;
}

void nnue_model_free(struct nnue_model *m)
{
    free(m->weight);
    m->weight = NULL;
}

/* Fills with numbers from -size to size. */
static void scatter(miai_rng *rng, float *x, size_t count, float size)
{
    for (size_t i = 0; i < count; i++)
        x[i] = size * ((float)miai_rng_below(rng, 1 << 24) / (float)(1 << 23) - 1);
}

void nnue_model_begin(struct nnue_model *m, uint64_t seed)
{
    miai_rng rng;
    size_t h = (size_t)m->hidden;
    miai_rng_seed(&rng, seed);
    scatter(&rng, m->weight, FEATURES * h, 0.1f);
    scatter(&rng, m->output_weight, BUCKETS * 2 * h, 0.1f);
    for (size_t i = 0; i < h; i++)
        m->bias[i] = 0.2f;
}

/* sum[UNIT] = bias + the rows of the features. */
static void add_rows(const float *weight, const float *bias, const uint16_t *feature, int count,
                     float *sum)
{
    lanes x[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        x[v] = ((const lanes *)bias)[v];
    for (int i = 0; i < count; i++) {
        const lanes *row = (const lanes *)(weight + feature[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            x[v] += row[v];
    }
    for (int v = 0; v < VECTORS; v++)
        ((lanes *)sum)[v] = x[v];
}

static lanes clamp(lanes x)
{
    const lanes zero = {0}, one = zero + 1;
    masks above = x > zero, below = x < one;
    lanes positive = (lanes)((masks)x & above);
    return (lanes)(((masks)positive & below) | ((masks)one & ~below));
}

static float total(lanes x)
{
    return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

static float *sum_of(const struct nnue_model *m, const struct nnue_chunk *chunk, int i)
{
    return chunk->sum + i * 2 * m->hidden;
}

static float *output_row(const struct nnue_model *m, const struct nnue_input *input)
{
    return m->output_weight + input->bucket * 2 * m->hidden;
}

static float output(const struct nnue_model *m, const struct nnue_input *input, const float *sum)
{
    lanes output = {0};
    const lanes *x = (const lanes *)sum, *weight = (const lanes *)output_row(m, input);
    for (int v = 0; v < 2 * m->hidden / LANES; v++) {
        lanes active = clamp(x[v]);
        output += active * active * weight[v];
    }
    return total(output) + m->output_bias[input->bucket];
}

void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk)
{
    for (int h = 0; h < m->hidden; h += UNIT)
        for (int i = 0; i < chunk->count; i++)
            for (int side = 0; side < 2; side++)
                add_rows(m->weight + h * FEATURES, m->bias + h, chunk->input[i].feature[side],
                         chunk->input[i].count, sum_of(m, chunk, i) + side * m->hidden + h);
    for (int i = 0; i < chunk->count; i++)
        chunk->output[i] = output(m, &chunk->input[i], sum_of(m, chunk, i));
}

/* Adds the vector sum[UNIT] to the rows of the features. */
static void spread(float *weight, const uint16_t *feature, int count, const float *sum)
{
    lanes x[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        x[v] = ((const lanes *)sum)[v];
    for (int i = 0; i < count; i++) {
        lanes *row = (lanes *)(weight + feature[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            row[v] += x[v];
    }
}

/* Where a sum is cut off, at 0 or 1, it has no derivative but zero. */
static lanes inside(lanes derivative, lanes x)
{
    const lanes zero = {0};
    return (lanes)((masks)derivative & (x > zero) & (x < zero + 1));
}

/* The gradient behind the sums, which become the derivatives by the sums. */
static void back_output(const struct nnue_model *m, const struct nnue_input *input, float *sum,
                        float slope, struct nnue_model *gradient)
{
    lanes *x = (lanes *)sum, *to = (lanes *)output_row(gradient, input);
    lanes *bias = (lanes *)gradient->bias;
    const lanes *weight = (const lanes *)output_row(m, input);
    int vectors = m->hidden / LANES;
    for (int v = 0; v < 2 * vectors; v++) {
        lanes active = clamp(x[v]);
        to[v] += slope * active * active;
        x[v] = inside(2 * slope * weight[v] * active, x[v]);
        bias[v % vectors] += x[v];
    }
    gradient->output_bias[input->bucket] += slope;
}

void nnue_model_back(const struct nnue_model *m, struct nnue_chunk *chunk,
                     struct nnue_model *gradient)
{
    for (int i = 0; i < chunk->count; i++)
        back_output(m, &chunk->input[i], sum_of(m, chunk, i), chunk->slope[i], gradient);
    for (int h = 0; h < m->hidden; h += UNIT)
        for (int i = 0; i < chunk->count; i++)
            for (int side = 0; side < 2; side++)
                spread(gradient->weight + h * FEATURES, chunk->input[i].feature[side],
                       chunk->input[i].count, sum_of(m, chunk, i) + side * m->hidden + h);
}
