/* kernel.h - the kernel for one kind of processor, of which the file that includes this says:
 *
 *   KERNEL, NAME     the name of its struct mi_nnue_kernel, in C and as text; usable()
 *   LANES            16-bit integers of a vector
 *   vs, vi           signed vectors of 16-bit integers, and of half as many of 32
 *
 * and, for layers.h:
 *
 *   v_held(a, least, most)  each number of a between those
 *   v_below(b)          b, but 255 where it is more; it may be held above 0, too
 *   v_products(to, ...) writes the bytes of a * b >> 9, and 0 where b is below 0, of two vectors
 *   PAIRS, v_pairs(to, sum, partner)  in place of those two: makes so many bytes at once
 *   v_groups(at)        a bit for each group of four of those bytes that is not all 0
 *   vx, v_group(at)     four bytes, over and over
 *   WAYS                groups that are added up side by side; 1 if it is not said
 *   v_pair(at)          two 16-bit integers, over and over
 *   FIRST_LANES         sums of 32 bits that the layer of 16 has: 16, or 32, by twos
 *   v_dot4(sum, x, at)  the group's bytes multiplied with weights and added to sums
 *   v_first(sum, v)     the v-th vector of the layer's numbers, of those sums
 *   v_narrow(a, b)      two vectors of 32-bit integers as one of 16-bit ones
 *   v_dot(sum, a, b)    pairs of 16-bit integers multiplied and added to sums of 32 bits
 *   v_dot2(sum, a, b)   the same, where a pair is certain to be of neighbours */
#include "base/unroll.h"
#include "nnue.h"

#define INLINE static inline __attribute__((always_inline))

/* Without a sign, so that sums wrap. */
typedef uint16_t vu __attribute__((vector_size(2 * LANES), may_alias));

/* Vectors whose sums are held in registers at once. */
enum { MANY = 8, FEW = NNUE_STEP / LANES };

/* What comes for what goes, as in a move that captures nothing, and then the rest. */
INLINE void update_part(int16_t *to, const int16_t *from, const int16_t *weight, int width,
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

/* The same for so many changes, which the compiler knows. */
INLINE void update_by(int adds, int removes, int16_t *to, const int16_t *from,
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

static void update_any(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                       const struct mi_nnue_changes *changes)
{
    int i = 0;
    for (; i + MANY * LANES <= width; i += MANY * LANES)
        update_part(to + i, from + i, weight + i, width, MANY, changes);
    for (; i < width; i += FEW * LANES)
        update_part(to + i, from + i, weight + i, width, FEW, changes);
}

/* A move, and two, of which one or none captures; or one that captures, and another instead. */
static void update(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                   const struct mi_nnue_changes *changes)
{
    switch (changes->adds <= 2 && changes->removes <= 3 ? 4 * changes->adds + changes->removes
                                                        : 0) {
    case 4 + 1:
        update_by(1, 1, to, from, weight, width, changes);
        break;
    case 4 + 2:
        update_by(1, 2, to, from, weight, width, changes);
        break;
    case 8 + 1:
        update_by(2, 1, to, from, weight, width, changes);
        break;
    case 8 + 2:
        update_by(2, 2, to, from, weight, width, changes);
        break;
    case 8 + 3:
        update_by(2, 3, to, from, weight, width, changes);
        break;
    default:
        update_any(to, from, weight, width, changes);
    }
}

#include "layers.h"

const struct mi_nnue_kernel KERNEL = {
    .name = NAME, .usable = usable, .update = update, .layers = layers};
