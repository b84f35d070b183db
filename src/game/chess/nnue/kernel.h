/* kernel.h - the kernel for one instruction set.  The file that includes this defines:
 *
 *   KERNEL, NAME     the name of its struct mi_nnue_kernel, in C and as text
 *   usable()         whether the processor has the instructions
 *   LANES            number of 16-bit integers in a vector
 *   vs, vi           vectors of LANES signed 16-bit integers, and of LANES / 2 32-bit integers
 *
 * and, for layers.h:
 *
 *   v_clamp(a, min, max)  clamps each number
 *   v_below(b)          min(b, 255); may clamp to 0 from below, too
 *   v_products(to, ...) stores the bytes of a * b >> 9 of two vectors, 0 if b is negative
 *   PAIRS, v_pairs(to, sum, partner), v_halfka_pairs(to, sum, partner)  optional, in place of
 *                    these two: make PAIRS bytes at once
 *   v_groups(at)        a bit for each group of four of these bytes that is not all 0
 *   vx, v_group(at)     a vector that repeats four bytes
 *   WAYS                independent chains of sums; default 1
 *   v_pair(at)          a vector that repeats two 16-bit integers
 *   FIRST_LANES         32-bit sums of the first layer: 16, or 32 (two per output)
 *   v_dot4(sum, x, at)  multiplies the bytes of a group by weights and adds to the sums
 *   v_dot8(sum, x, at, x2, at2)  optional: the same for two groups, adding their products in 16
 *                       bits (nnue->two_pairs_fit)
 *   v_first(sum, v)     the v-th vector of the layer's outputs, from the sums
 *   v_narrow(a, b)      converts two vectors of 32-bit integers to one of 16-bit integers
 *   v_dot(sum, a, b)    multiplies pairs of 16-bit integers and adds to 32-bit sums
 *   v_dot2(sum, a, b)   the same; the pairs must be adjacent numbers */
#include "base/compiler.h"
#include "nnue.h"

#define INLINE static inline __attribute__((always_inline))

/* Unsigned, so that sums wrap. */
typedef uint16_t vu __attribute__((vector_size(2 * LANES), may_alias));

/* Vectors of sums that are kept in registers at once. */
enum { MANY = 8, FEW = NNUE_STEP / LANES };

/* Applies changes in pairs of an addition and a removal, as in a quiet move, then the rest. */
INLINE void update_columns(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                           int vectors, const struct mi_nnue_changes *changes)
{
    vu sum[MANY];
    int i = 0;
    UNROLLED_BY(8)
    for (int v = 0; v < vectors; v++)
        sum[v] = ((const vu *)from)[v];
    for (; i < changes->adds && i < changes->removes; i++) {
        const vu *add = (const vu *)(weight + (ptrdiff_t)changes->added[i] * width);
        const vu *remove = (const vu *)(weight + (ptrdiff_t)changes->removed[i] * width);
        UNROLLED_BY(8)
        for (int v = 0; v < vectors; v++)
            sum[v] += add[v] - remove[v];
    }
    for (int j = i; j < changes->adds; j++) {
        const vu *add = (const vu *)(weight + (ptrdiff_t)changes->added[j] * width);
        UNROLLED_BY(8)
        for (int v = 0; v < vectors; v++)
            sum[v] += add[v];
    }
    for (int j = i; j < changes->removes; j++) {
        const vu *remove = (const vu *)(weight + (ptrdiff_t)changes->removed[j] * width);
        UNROLLED_BY(8)
        for (int v = 0; v < vectors; v++)
            sum[v] -= remove[v];
    }
    UNROLLED_BY(8)
    for (int v = 0; v < vectors; v++)
        ((vu *)to)[v] = sum[v];
}

/* Applies changes whose numbers are compile-time constants. */
INLINE void update_by_count(int adds, int removes, int16_t *to, const int16_t *from,
                            const int16_t *weight, int width, const struct mi_nnue_changes *changes)
{
    const vu *add[2], *remove[3];
    UNROLLED(2)
    for (int i = 0; i < adds; i++)
        add[i] = (const vu *)(weight + (ptrdiff_t)changes->added[i] * width);
    UNROLLED(3)
    for (int i = 0; i < removes; i++)
        remove[i] = (const vu *)(weight + (ptrdiff_t)changes->removed[i] * width);
    UNROLLED_BY(4)
    for (int v = 0; v < width / LANES; v++) {
        vu sum = ((const vu *)from)[v];
        UNROLLED(2)
        for (int i = 0; i < adds; i++)
            sum += add[i][v];
        UNROLLED(3)
        for (int i = 0; i < removes; i++)
            sum -= remove[i][v];
        ((vu *)to)[v] = sum;
    }
}

static void update_general(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                           const struct mi_nnue_changes *changes)
{
    int i = 0;
    for (; i + MANY * LANES <= width; i += MANY * LANES)
        update_columns(to + i, from + i, weight + i, width, MANY, changes);
    for (; i < width; i += FEW * LANES)
        update_columns(to + i, from + i, weight + i, width, FEW, changes);
}

/* Special cases: a quiet move, a capture, and the common combinations of two moves. */
static void update_accumulator(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                               const struct mi_nnue_changes *changes)
{
    switch (changes->adds <= 2 && changes->removes <= 3 ? 4 * changes->adds + changes->removes
                                                        : 0) {
    case 4 + 1:
        update_by_count(1, 1, to, from, weight, width, changes);
        break;
    case 4 + 2:
        update_by_count(1, 2, to, from, weight, width, changes);
        break;
    case 8 + 1:
        update_by_count(2, 1, to, from, weight, width, changes);
        break;
    case 8 + 2:
        update_by_count(2, 2, to, from, weight, width, changes);
        break;
    case 8 + 3:
        update_by_count(2, 3, to, from, weight, width, changes);
        break;
    default:
        update_general(to, from, weight, width, changes);
    }
}

#include "layers.h"

const struct mi_nnue_kernel KERNEL = {.name = NAME,
                                      .usable = usable,
                                      .update = update_accumulator,
                                      .layers = layers,
                                      .halfka_layers = halfka_layers};
