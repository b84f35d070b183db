#include "model.h"

#include "miai_game.h"

#include <stdlib.h>
#include <string.h>

enum { VECTORS = UNIT / LANES, ALIGNMENT = 4 * LANES };

typedef int32_t masks __attribute__((vector_size(4 * LANES), may_alias));

bool nnue_model_make(struct nnue_model *m, int hidden, int sets)
{
    size_t h = (size_t)hidden;
    m->hidden = hidden;
    m->sets = sets;
    m->features = INPUTS * sets;
    m->count = (size_t)m->features * h + h + BUCKETS * 2 * h + BUCKETS;
    m->count = (m->count + LANES - 1) / LANES * LANES;
    m->weight = NULL;
    if (hidden < UNIT || hidden > HIDDEN_MAX || hidden % UNIT != 0 ||
        (sets != 1 && sets != SETS_MAX))
        return false;
    m->weight = aligned_alloc(ALIGNMENT, m->count * sizeof(float));
    if (!m->weight)
        return false;
    memset(m->weight, 0, m->count * sizeof(float));
    m->bias = m->weight + (size_t)m->features * h;
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
    scatter(&rng, m->weight, (size_t)m->features * h, 0.1f);
    scatter(&rng, m->output_weight, BUCKETS * 2 * h, 0.1f);
    for (size_t i = 0; i < h; i++)
        m->bias[i] = 0.2f;
}

#define INLINE static inline __attribute__((always_inline))

INLINE void add(lanes *x, const float *weight, const struct nnue_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const lanes *row = (const lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            x[v] += row[v];
    }
}

INLINE void take(lanes *x, const float *weight, const struct nnue_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const lanes *row = (const lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            x[v] -= row[v];
    }
}

/* Fetches rows that are needed soon: they lie anywhere. */
INLINE void fetch(const float *weight, const struct nnue_rows *rows)
{
    for (int i = 0; i < rows->count; i++)
        for (int v = 0; v < VECTORS; v++)
            __builtin_prefetch(weight + rows->row[i] * UNIT + v * LANES);
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
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i] += x[i + half];
    return x[0];
}

/* The weights of the output for UNIT hidden numbers of a player in the position. */
static const lanes *output_weights(const struct nnue_model *m, const struct nnue_chunk *chunk,
                                   int i, int player, int h)
{
    int side = player ^ chunk->change[i].turn;
    return (const lanes *)(m->output_weight + (chunk->input[i].bucket * 2 + side) * m->hidden + h);
}

/* UNIT sums of a player in a group's first position are those of nothing, the bias. */
INLINE void begin_sums(const struct nnue_model *m, int h, lanes *x)
{
    for (int v = 0; v < VECTORS; v++)
        x[v] = ((const lanes *)(m->bias + h))[v];
}

/* Makes them those of the next position. */
INLINE void next_sums(const struct nnue_model *m, const struct nnue_change *change, int player,
                      int h, lanes *x)
{
    const float *weight = m->weight + h * m->features;
    fetch(weight, &change[1].come[player]);
    fetch(weight, &change[1].gone[player]);
    add(x, weight, &change->come[player]);
    take(x, weight, &change->gone[player]);
}

static void run_group(const struct nnue_model *m, struct nnue_chunk *chunk, int first, int player,
                      int h)
{
    lanes x[VECTORS];
    begin_sums(m, h, x);
    for (int i = first; i < first + GROUP; i++) {
        const lanes *weight = output_weights(m, chunk, i, player, h);
        lanes partial = chunk->partial[i];
        next_sums(m, &chunk->change[i], player, h, x);
        for (int v = 0; v < VECTORS; v++) {
            lanes active = clamp(x[v]);
            partial += active * active * weight[v];
        }
        chunk->partial[i] = partial;
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

void nnue_model_run(const struct nnue_model *m, struct nnue_chunk *chunk)
{
    find_changes(chunk);
    memset(chunk->partial, 0, (size_t)chunk->count * sizeof *chunk->partial);
    for (int h = 0; h < m->hidden; h += UNIT)
        for (int i = 0; i < chunk->count; i += GROUP)
            for (int player = 0; player < 2; player++)
                run_group(m, chunk, i, player, h);
    for (int i = 0; i < chunk->count; i++)
        chunk->output[i] = total(chunk->partial[i]) + m->output_bias[chunk->input[i].bucket];
}

/* Where a sum is cut off, at 0 or 1, it has no derivative but zero. */
static lanes inside(lanes derivative, lanes x)
{
    const lanes zero = {0};
    return (lanes)((masks)derivative & (x > zero) & (x < zero + 1));
}

/* x[UNIT] is added to each of the rows. */
static void spread(float *weight, const struct nnue_rows *rows, const lanes *x)
{
    for (int i = 0; i < rows->count; i++) {
        lanes *row = (lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            row[v] += x[v];
    }
}

static void spread_less(float *weight, const struct nnue_rows *rows, const lanes *x)
{
    for (int i = 0; i < rows->count; i++) {
        lanes *row = (lanes *)(weight + rows->row[i] * UNIT);
        for (int v = 0; v < VECTORS; v++)
            row[v] -= x[v];
    }
}

/* The gradient of the output's weights for UNIT hidden numbers whose sums are x, and of the sums,
 * by which their total and the bias's gradient grow. */
static void back_output(const lanes *weight, lanes *gradient, float slope, const lanes *x,
                        lanes *bias, lanes *all)
{
    for (int v = 0; v < VECTORS; v++) {
        lanes active = clamp(x[v]);
        gradient[v] += slope * active * active;
        lanes derivative = inside(2 * slope * weight[v] * active, x[v]);
        bias[v] += derivative;
        all[v] += derivative;
    }
}

/* The gradient of a row is the sum of the derivatives of the positions that have it.  all is the
 * sum of those of the positions so far, so that a row has what it grows by from where the row comes
 * to where it goes. */
static void back_group(const struct nnue_model *m, const struct nnue_chunk *chunk, int first,
                       int player, int h, struct nnue_model *gradient)
{
    int last = first + GROUP - 1;
    float *weight = gradient->weight + h * m->features;
    struct nnue_rows rows = {.count = (uint16_t)chunk->input[last].count};
    lanes x[VECTORS], all[VECTORS] = {0};
    begin_sums(m, h, x);
    for (int i = first; i <= last; i++) {
        const struct nnue_change *change = &chunk->change[i];
        next_sums(m, change, player, h, x);
        fetch(weight, &change[1].come[player]);
        fetch(weight, &change[1].gone[player]);
        spread(weight, &change->gone[player], all);
        if (i > first)
            spread_less(weight, &change->come[player], all);
        const lanes *output = output_weights(m, chunk, i, player, h);
        lanes *to = (lanes *)(gradient->output_weight + ((const float *)output - m->output_weight));
        back_output(output, to, chunk->slope[i], x, (lanes *)(gradient->bias + h), all);
    }
    memcpy(rows.row, chunk->input[last].feature[player ^ chunk->change[last].turn],
           sizeof rows.row);
    spread(weight, &rows, all);
}

void nnue_model_back(const struct nnue_model *m, const struct nnue_chunk *chunk,
                     struct nnue_model *gradient)
{
    for (int h = 0; h < m->hidden; h += UNIT)
        for (int i = 0; i < chunk->count; i += GROUP)
            for (int player = 0; player < 2; player++)
                back_group(m, chunk, i, player, h, gradient);
    for (int i = 0; i < chunk->count; i++)
        gradient->output_bias[chunk->input[i].bucket] += chunk->slope[i];
}
