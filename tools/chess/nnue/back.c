/* The gradient of the first layer, and of the next one's columns, UNIT numbers of the accumulators
 * at a time. */
#include "lanes.h"

/* A vector fills a register.  TOGETHER is the number of vectors that are summed at a time for each of
 * GROUP positions, so that all these sums stay in registers. */
#ifdef __AVX512F__
enum { WIDTH = 16, TOGETHER = 2 };
#else
enum { WIDTH = 8, TOGETHER = 1 };
#endif
enum { VECTORS = UNIT / WIDTH, HALF_VECTORS = HALF / WIDTH };

typedef float wide __attribute__((vector_size(4 * WIDTH), may_alias));
typedef int32_t wide_masks __attribute__((vector_size(4 * WIDTH), may_alias));
typedef uint8_t wide_bytes __attribute__((vector_size(WIDTH), may_alias));

/* The columns of a unit in the first layer after the products, together in memory. */
struct columns {
    wide x[BUCKETS][2][FIRST][HALF_VECTORS];
};

/* The slopes of the products of a group, multiplied by that of a product of integers. */
struct slopes {
    wide x[2][GROUP][HALF_VECTORS];
};

/* GCC would read a byte at a time, were they not volatile. */
INLINE wide widen_bytes(const uint8_t *x)
{
    const wide_bytes narrow = *(const volatile wide_bytes *)x;
    return __builtin_convertvector(__builtin_convertvector(narrow, wide_masks), wide);
}

/* Rounds down; x must not be negative. */
INLINE wide round_down(wide x)
{
    return __builtin_convertvector(__builtin_convertvector(x, wide_masks), wide);
}

/* Passes a derivative on where the clamped number x is within its range, else 0. */
INLINE wide inside(wide derivative, wide x)
{
    const wide zero = {0};
    return (wide)((wide_masks)derivative & (x > zero) & (x < zero + NNUE_NUMBER_MAX));
}

static size_t column_at(int hidden, int bucket, int side, int i, int unit)
{
    return (size_t)((bucket * FIRST + i) * hidden + side * hidden / 2 + unit * HALF);
}

static void read_columns(const struct nnue_rounded *r, int hidden, int unit, struct columns *c)
{
    const float one = NNUE_FIRST_ONE * (float)(STEPS << SHIFT) / NNUE_FILE_ONE;
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < FIRST; i++)
                for (int j = 0; j < HALF; j++)
                    c->x[bucket][side][i][j / WIDTH][j % WIDTH] =
                        (float)r->first[column_at(hidden, bucket, side, i, unit) + (size_t)j] / one;
}

static void add_columns(const struct columns *c, int unit, struct nnue_model *gradient)
{
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < FIRST; i++)
                for (int v = 0; v < HALF_VECTORS; v++) {
                    float *to =
                        gradient->first + column_at(gradient->hidden, bucket, side, i, unit);
                    ((wide *)to)[v] += c->x[bucket][side][i][v] * (1.0f / STEPS);
                }
}

/* Of `count` positions of one bucket. */
INLINE void back_first(const wide weight[FIRST][HALF_VECTORS], int count, const lanes *slopes,
                       wide to[][HALF_VECTORS])
{
    for (int first = 0; first < HALF_VECTORS; first += TOGETHER) {
        wide sum[GROUP][TOGETHER] = {0};
        for (int i = 0; i < FIRST; i++)
            for (int n = 0; n < count; n++)
                for (int v = 0; v < TOGETHER; v++)
                    sum[n][v] += slopes[n][i] * weight[i][first + v];
        for (int n = 0; n < count; n++)
            for (int v = 0; v < TOGETHER; v++)
                to[n][first + v] = sum[n][v];
    }
}

/* clamped: of one side, 2 * UNIT from one position to the next. */
INLINE void add_first(wide gradient[FIRST][HALF_VECTORS], int count, const lanes *slopes,
                      const uint8_t *clamped)
{
    for (int first = 0; first < HALF_VECTORS; first += TOGETHER) {
        wide x[GROUP][TOGETHER];
        for (int n = 0; n < count; n++)
            for (int v = 0; v < TOGETHER; v++) {
                const uint8_t *a = clamped + n * 2 * UNIT + (first + v) * WIDTH;
                x[n][v] =
                    round_down(widen_bytes(a) * widen_bytes(a + HALF) * (1.0f / (1 << SHIFT)));
            }
        for (int i = 0; i < FIRST; i++)
            for (int v = 0; v < TOGETHER; v++) {
                wide sum = gradient[i][first + v];
                for (int n = 0; n < count; n++)
                    sum += slopes[n][i] * x[n][v];
                gradient[i][first + v] = sum;
            }
    }
}

/* How many positions from this one on, within its group, have the same bucket. */
static int count_same_bucket(const struct nnue_group *group, int i)
{
    int end = i + 1;
    while (end < GROUP && group->bucket[end] == group->bucket[i])
        end++;
    return end - i;
}

static void back_columns(const struct nnue_part *part, int first, int unit,
                         const struct columns *weight, struct columns *gradient,
                         struct slopes *slopes)
{
    const struct nnue_group *group = &part->group[first / GROUP];
    for (int i = 0, count; i < GROUP; i += count) {
        const lanes *of = part->slopes + first + i;
        int bucket = group->bucket[i];
        count = count_same_bucket(group, i);
        for (int side = 0; side < 2; side++) {
            const uint8_t *clamped = nnue_clamped_at(part, unit, first + i, side);
            if (count == GROUP) { /* a constant count, so that the sums stay in registers */
                back_first(weight->x[bucket][side], GROUP, of, slopes->x[side]);
                add_first(gradient->x[bucket][side], GROUP, of, clamped);
            } else {
                back_first(weight->x[bucket][side], count, of, slopes->x[side] + i);
                add_first(gradient->x[bucket][side], count, of, clamped);
            }
        }
    }
}

/* From the sum of the gradients of UNIT sums so far to that with those of another position. */
INLINE void back_products(const wide *slope, const uint8_t *clamped, const wide *so_far, wide *sum)
{
    for (int v = 0; v < HALF_VECTORS; v++) {
        const wide a = widen_bytes(clamped + v * WIDTH);
        const wide b = widen_bytes(clamped + HALF + v * WIDTH);
        const int w = v + HALF_VECTORS;
        sum[v] = so_far[v] + inside(slope[v] * b, a);
        sum[w] = so_far[w] + inside(slope[v] * a, b);
    }
}

/* The gradient of a row is the sum of those of the positions that have it. */
static void back_group(const struct nnue_part *part, int first, int player, int unit,
                       const struct slopes *slopes, float *weight, wide *bias)
{
    const struct nnue_group *group = &part->group[first / GROUP];
    const struct nnue_span *span = group->span[player], *end = span + group->spans[player];
    wide sum[GROUP + 1][VECTORS]; /* of the positions before */
    for (int v = 0; v < VECTORS; v++)
        sum[0][v] = (wide){0};
    for (int i = 0; i < SPANS_AHEAD; i++)
        nnue_prefetch_row(weight + span[i].row * UNIT, sizeof *weight);
    for (int i = 0; i < GROUP; i++) {
        int side = player ^ group->turn[i];
        back_products(slopes->x[side][i], nnue_clamped_at(part, unit, first + i, side), sum[i],
                      sum[i + 1]);
    }
    for (; span < end; span++) {
        wide *row = (wide *)(weight + span->row * UNIT);
        nnue_prefetch_row(weight + span[SPANS_AHEAD].row * UNIT, sizeof *weight);
        for (int v = 0; v < VECTORS; v++)
            row[v] += sum[span->end][v] - sum[span->begin][v];
    }
    for (int v = 0; v < VECTORS; v++)
        bias[v] += sum[GROUP][v];
}

void nnue_unit_back(const struct nnue_rounded *r, const struct nnue_part *part, int unit,
                    struct nnue_model *gradient)
{
    float *weight = gradient->weight + (size_t)unit * FEATURES * UNIT;
    wide *bias = (wide *)(gradient->bias + unit * UNIT);
    struct columns columns, sums = {0};
    struct slopes slopes;
    read_columns(r, part->hidden, unit, &columns);
    for (int i = 0; i < part->count; i += GROUP) {
        for (int at = 0; at < GROUP * 2 * UNIT; at += 64)
            __builtin_prefetch(nnue_clamped_at(part, unit, i + 2 * GROUP, 0) + at);
        back_columns(part, i, unit, &columns, &sums, &slopes);
        for (int player = 0; player < 2; player++)
            back_group(part, i, player, unit, &slopes, weight, bias);
    }
    add_columns(&sums, unit, gradient);
}
