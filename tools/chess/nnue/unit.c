/* The first layer, UNIT numbers of the accumulators at a time: all positions of a part before the
 * next unit, so that its weights, and their gradient, stay in the cache. */
#include "base/memory.h"
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

typedef int16_t shorts __attribute__((vector_size(2 * HALF), may_alias));
typedef uint16_t unsigned_shorts __attribute__((vector_size(2 * HALF), may_alias));
typedef uint8_t bytes __attribute__((vector_size(HALF), may_alias));

enum { ALIGNMENT = 64 };

bool nnue_part_make(struct nnue_part *part, int hidden)
{
    size_t room = PART;
    part->hidden = hidden;
    part->group = calloc(room / GROUP + 1, sizeof *part->group); /* the last for a prefetch */
    part->clamped = mi_aligned_alloc(ALIGNMENT, room * 2 * (size_t)hidden);
    part->product = mi_aligned_alloc(ALIGNMENT, room * (size_t)hidden);
    part->slopes = mi_aligned_alloc(ALIGNMENT, room * sizeof *part->slopes);
    part->target = malloc(room * sizeof *part->target);
    return part->group && part->clamped && part->product && part->slopes && part->target;
}

void nnue_part_free(struct nnue_part *part)
{
    free(part->group);
    mi_aligned_free(part->clamped);
    mi_aligned_free(part->product);
    mi_aligned_free(part->slopes);
    free(part->target);
}

/* ---- the products ---- */

/* To the integers of the file. */
INLINE shorts clamp_sums(shorts x)
{
    x = (x + FINE / 2) >> FINE_BITS;
    for (int i = 0; i < HALF; i++)
        x[i] = x[i] < 0 ? 0 : x[i] > NNUE_NUMBER_MAX ? NNUE_NUMBER_MAX : x[i];
    return x;
}

/* Writes the clamped sums and their products. */
INLINE void put_products(const shorts x[2], bytes *clamped, bytes *product)
{
    unsigned_shorts a = (unsigned_shorts)clamp_sums(x[0]), b = (unsigned_shorts)clamp_sums(x[1]);
    clamped[0] = __builtin_convertvector(a, bytes);
    clamped[1] = __builtin_convertvector(b, bytes);
    *product = __builtin_convertvector(a * b >> SHIFT, bytes);
}

static uint8_t *product_at(const struct nnue_part *part, int unit, int position, int side)
{
    return part->product + (size_t)((unit * part->count + position) * 2 + side) * HALF;
}

void nnue_gather_products(const struct nnue_part *part, int position, uint8_t *product)
{
    for (int side = 0; side < 2; side++)
        for (int unit = 0; unit < part->hidden / UNIT; unit++, product += HALF)
            memcpy(product, product_at(part, unit, position, side), HALF);
}

static void run_group(const int16_t *weight, const int16_t *bias, const struct nnue_part *part,
                      int first, int player, int unit)
{
    const struct nnue_group *group = &part->group[first / GROUP];
    const uint16_t *list = group->list[player];
    for (int i = 0; i < group[1].list[player][0]; i++)
        nnue_prefetch_row(weight + group[1].list[player][2 + i] * UNIT, sizeof *weight);
    shorts x[2] = {((const shorts *)bias)[0], ((const shorts *)bias)[1]};
    for (int i = 0; i < GROUP; i++) {
        const uint16_t *gone = list + 2 + list[0], *end = gone + list[1];
        for (list += 2; list < gone; list++) {
            const shorts *row = (const shorts *)(weight + *list * UNIT);
            x[0] += row[0];
            x[1] += row[1];
        }
        for (; list < end; list++) {
            const shorts *row = (const shorts *)(weight + *list * UNIT);
            x[0] -= row[0];
            x[1] -= row[1];
        }
        int side = player ^ group->turn[i];
        put_products(x, (bytes *)nnue_clamped_at(part, unit, first + i, side),
                     (bytes *)product_at(part, unit, first + i, side));
    }
}

void nnue_unit_run(const struct nnue_rounded *r, struct nnue_part *part, int unit)
{
    const int16_t *weight = r->weight + (size_t)unit * FEATURES * UNIT;
    for (int i = 0; i < part->count; i += GROUP)
        for (int player = 0; player < 2; player++)
            run_group(weight, r->bias + unit * UNIT, part, i, player, unit);
}
