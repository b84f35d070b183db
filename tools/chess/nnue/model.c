#include "lanes.h"
#include "miai_game.h"

#include <stdlib.h>
#include <string.h>

enum { VECTORS = UNIT / LANES, HALF_VECTORS = HALF / LANES, ALIGNMENT = 4 * LANES };

/* Scale of the product of 1 and 1: in integers 255 times 255 >> 9, where 127 is 1. */
static const float product_one = 255 * 255 / (512.0f * STEPS);

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

bool nnue_model_make(struct nnue_model *m, int hidden)
{
    m->weight = NULL;
    if (hidden < UNIT || hidden > HIDDEN_MAX || hidden % UNIT != 0)
        return false;
    m->hidden = hidden;
    m->steps = STEPS;
    m->count = parameter_count(hidden);
    float *piece = aligned_alloc(ALIGNMENT, m->count * sizeof(float));
    if (!piece)
        return false;
    memset(piece, 0, m->count * sizeof(float));
    lay_out(m, piece);
    return true;
}

void nnue_model_free(struct nnue_model *m)
{
    free(m->weight);
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

/* Adds the rows to x[UNIT], or subtracts them if sign is -1. */
INLINE void add_rows(lanes *x, float sign, const float *weight, const struct nnue_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const lanes *row = (const lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            x[v] += sign * row[v];
    }
}

/* Prefetches rows that are used soon, since they are scattered in memory. */
INLINE void prefetch_rows(const float *weight, const struct nnue_rows *rows)
{
    for (int i = 0; i < rows->count; i++)
        for (int v = 0; v < VECTORS; v++)
            __builtin_prefetch(weight + rows->row[i] * UNIT + v * LANES);
}

/* Initializes UNIT sums of a player for a group's first position with the bias. */
INLINE void begin_sums(const struct nnue_model *m, int unit, lanes *x)
{
    for (int v = 0; v < VECTORS; v++)
        x[v] = ((const lanes *)(m->bias + unit))[v];
}

/* Updates them to the next position. */
INLINE void next_sums(const struct nnue_model *m, const struct nnue_change *change, int player,
                      int unit, lanes *x)
{
    const float *weight = m->weight + unit * FEATURES;
    prefetch_rows(weight, &change[1].come[player]);
    prefetch_rows(weight, &change[1].gone[player]);
    add_rows(x, 1, weight, &change->come[player]);
    add_rows(x, -1, weight, &change->gone[player]);
}

/* The products of a UNIT of a player in a position. */
static lanes *products_of(const struct nnue_model *m, struct nnue_chunk *chunk, int i, int player,
                          int unit)
{
    int side = player ^ chunk->change[i].turn;
    return chunk->products + (i * m->hidden + side * m->hidden / 2 + unit / 2) / LANES;
}

static void run_group(const struct nnue_model *m, struct nnue_chunk *chunk, int first, int player,
                      int unit)
{
    lanes x[VECTORS];
    begin_sums(m, unit, x);
    for (int i = first; i < first + GROUP; i++) {
        lanes *product = products_of(m, chunk, i, player, unit);
        next_sums(m, &chunk->change[i], player, unit, x);
        for (int v = 0; v < HALF_VECTORS; v++) {
            lanes a = lanes_clamp(x[v], 0, 1), b = lanes_clamp(x[v + HALF_VECTORS], 0, 1);
            product[v] = lanes_floor(a * b * (product_one * m->steps)) / m->steps;
        }
    }
}

static void find_changes(struct nnue_chunk *chunk)
{
    for (int i = 0; i < chunk->count; i++)
        if (i % GROUP == 0)
            nnue_begin_changes(&chunk->input[i], &chunk->change[i]);
        else
            nnue_find_change(&chunk->input[i - 1], chunk->change[i - 1].turn, &chunk->input[i],
                             &chunk->change[i]);
}

/* How many positions from this one on, within its group, have the same bucket. */
static int count_same_bucket(const struct nnue_chunk *chunk, int i)
{
    int end = i + 1;
    while (end % GROUP != 0 && chunk->input[end].bucket == chunk->input[i].bucket)
        end++;
    return end - i;
}

void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk)
{
    find_changes(chunk);
    for (int unit = 0; unit < m->hidden; unit += UNIT)
        for (int i = 0; i < chunk->count; i += GROUP)
            for (int player = 0; player < 2; player++)
                run_group(m, chunk, i, player, unit);
    for (int i = 0, count; i < chunk->count; i += count) {
        count = count_same_bucket(chunk, i);
        nnue_head_run(m, chunk->input[i].bucket, count,
                      (const float *)chunk->products + i * m->hidden, &chunk->head[i],
                      &chunk->output[i]);
    }
}

/* Adds x[UNIT] to each of the rows, or subtracts it if sign is -1. */
INLINE void add_to_rows(float *weight, const struct nnue_rows *rows, float sign, const lanes *x)
{
    for (int i = 0; i < rows->count; i++) {
        lanes *row = (lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            row[v] += sign * x[v];
    }
}

/* The gradient of UNIT sums x, given those of the products; adds them to the bias and to total. */
static void back_products(const lanes *slope, const lanes *x, lanes *bias, lanes *all)
{
    lanes derivative[VECTORS];
    for (int v = 0; v < HALF_VECTORS; v++) {
        const lanes a = x[v], b = x[v + HALF_VECTORS];
        derivative[v] = lanes_inside(slope[v] * lanes_clamp(b, 0, 1), a, 0, 1);
        derivative[v + HALF_VECTORS] = lanes_inside(slope[v] * lanes_clamp(a, 0, 1), b, 0, 1);
    }
    for (int v = 0; v < VECTORS; v++) {
        bias[v] += derivative[v];
        all[v] += derivative[v];
    }
}

/* The gradient of a row is the sum of the derivatives of the positions that have it. all is the sum
 * over the positions so far; a row subtracts it when it appears and adds it when it disappears. */
static void back_group(const struct nnue_model *m, struct nnue_chunk *chunk, int first, int player,
                       int unit, struct nnue_model *gradient)
{
    int last = first + GROUP - 1;
    float *weight = gradient->weight + unit * FEATURES;
    struct nnue_rows rows = {.count = (uint16_t)chunk->input[last].count};
    lanes x[VECTORS], all[VECTORS] = {0};
    begin_sums(m, unit, x);
    for (int i = first; i <= last; i++) {
        const struct nnue_change *change = &chunk->change[i];
        next_sums(m, change, player, unit, x);
        prefetch_rows(weight, &change[1].come[player]);
        prefetch_rows(weight, &change[1].gone[player]);
        add_to_rows(weight, &change->gone[player], 1, all);
        if (i > first)
            add_to_rows(weight, &change->come[player], -1, all);
        back_products(products_of(m, chunk, i, player, unit), x, (lanes *)(gradient->bias + unit),
                      all);
    }
    memcpy(rows.row, chunk->input[last].feature[player ^ chunk->change[last].turn],
           sizeof rows.row);
    add_to_rows(weight, &rows, 1, all);
}

void nnue_model_back(const struct nnue_model *m, struct nnue_chunk *chunk,
                     struct nnue_model *gradient)
{
    for (int i = 0, count; i < chunk->count; i += count) {
        count = count_same_bucket(chunk, i);
        nnue_head_back(m, chunk->input[i].bucket, count, (float *)chunk->products + i * m->hidden,
                       &chunk->head[i], &chunk->slope[i], gradient);
    }
    for (int unit = 0; unit < m->hidden; unit += UNIT)
        for (int i = 0; i < chunk->count; i += GROUP)
            for (int player = 0; player < 2; player++)
                back_group(m, chunk, i, player, unit, gradient);
}
