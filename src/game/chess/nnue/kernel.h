/* kernel.h - the kernel for one instruction set.  The file that includes this defines:
 *
 *   KERNEL, NAME     the name of its struct mi_nnue_kernel, in C and as text
 *   usable()         whether the processor has the instructions
 *   LANES            number of 16-bit integers in a vector
 *   vs, vi           vectors of LANES signed 16-bit integers, and of LANES / 2 32-bit integers
 *
 *   v_numbers(add, remove)  add - remove of the bytes that count for LANES numbers, in 16 bits
 *   v_partners(add, remove) the same for their partners, doubled
 *
 * and, for layers.h:
 *
 *   v_clamp(a, min, max)  clamps each number
 *   v_below(b)          min(b, 254); may clamp to 0 from below, too
 *   v_products(to, ...) stores the bytes of a * b >> 8 of two vectors, 0 if b is negative
 *   PAIRS, v_pairs(to, sum, partner, halfka)  optional, in place of these two: make PAIRS bytes at
 *                       once
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
typedef uint8_t vb __attribute__((vector_size(2 * LANES), may_alias));

/* LANES numbers of an accumulator and their partners. */
struct sums {
    vu number, partner;
};

/* A row of weights to add and one to remove, if there are such. */
struct row_pair {
    const void *add, *remove;
    bool adds, removes;
};

/* Vectors of each half of an accumulator that are kept in registers at once. */
enum { MANY = 4, FEW = NNUE_STEP / 2 / LANES };

INLINE struct sums load_sums(const int16_t *at, int half)
{
    return (struct sums){*(const vu *)at, *(const vu *)(at + half)};
}

INLINE void store_sums(int16_t *at, int half, struct sums sum)
{
    *(vu *)at = sum.number;
    *(vu *)(at + half) = sum.partner;
}

/* The i-th rows, of bytes, or of 16-bit numbers in networks of Stockfish. */
INLINE struct row_pair find_rows(const void *weight, int width, bool halfka,
                                 const struct mi_nnue_changes *changes, int i, bool adds,
                                 bool removes)
{
    const char *rows = weight;
    const ptrdiff_t size = halfka ? 2 * width : width;
    return (struct row_pair){adds ? rows + changes->added[i] * size : NULL,
                             removes ? rows + changes->removed[i] * size : NULL, adds, removes};
}

/* Changes the numbers from i on and their partners.  A row of bytes that is missing counts as 0. */
INLINE void change_by_bytes(struct sums *sum, const struct row_pair *rows, int i)
{
    const uint8_t *add = rows->add, *remove = rows->remove;
    const vb zero = (vb){0} + NNUE_BYTE_ZERO;
    const vb in = rows->adds ? *(const vb *)(add + 2 * i) : zero;
    const vb out = rows->removes ? *(const vb *)(remove + 2 * i) : zero;
    sum->number += (vu)v_numbers(in, out);
    sum->partner += (vu)v_partners(in, out);
}

INLINE void change_by_words(struct sums *sum, const struct row_pair *rows, int i, int half)
{
    const int16_t *add = rows->add, *remove = rows->remove;
    if (rows->adds) {
        sum->number += *(const vu *)(add + i);
        sum->partner += *(const vu *)(add + half + i);
    }
    if (rows->removes) {
        sum->number -= *(const vu *)(remove + i);
        sum->partner -= *(const vu *)(remove + half + i);
    }
}

INLINE void change_sums(struct sums *sum, int vectors, struct row_pair rows, int at, int half,
                        bool halfka)
{
    UNROLLED_BY(4)
    for (int v = 0; v < vectors; v++)
        if (halfka)
            change_by_words(&sum[v], &rows, at + v * LANES, half);
        else
            change_by_bytes(&sum[v], &rows, at + v * LANES);
}

/* Applies changes in pairs of an addition and a removal, as in a quiet move, then the rest. */
INLINE void update_columns(int16_t *to, const int16_t *from, const void *weight, int width, int at,
                           int vectors, bool halfka, const struct mi_nnue_changes *changes)
{
    struct sums sum[MANY];
    const int half = width / 2;
    int i = 0;
    UNROLLED_BY(4)
    for (int v = 0; v < vectors; v++)
        sum[v] = load_sums(from + at + v * LANES, half);
    for (; i < changes->adds && i < changes->removes; i++)
        change_sums(sum, vectors, find_rows(weight, width, halfka, changes, i, true, true), at,
                    half, halfka);
    for (int j = i; j < changes->adds; j++)
        change_sums(sum, vectors, find_rows(weight, width, halfka, changes, j, true, false), at,
                    half, halfka);
    for (int j = i; j < changes->removes; j++)
        change_sums(sum, vectors, find_rows(weight, width, halfka, changes, j, false, true), at,
                    half, halfka);
    UNROLLED_BY(4)
    for (int v = 0; v < vectors; v++)
        store_sums(to + at + v * LANES, half, sum[v]);
}

INLINE void update_generally(int16_t *to, const int16_t *from, const void *weight, int width,
                             bool halfka, const struct mi_nnue_changes *changes)
{
    int at = 0;
    for (; at + MANY * LANES <= width / 2; at += MANY * LANES)
        update_columns(to, from, weight, width, at, MANY, halfka, changes);
    for (; at < width / 2; at += FEW * LANES)
        update_columns(to, from, weight, width, at, FEW, halfka, changes);
}

/* Applies changes whose numbers are compile-time constants. */
INLINE void update_by_count(int adds, int removes, int16_t *to, const int16_t *from,
                            const void *weight, int width, bool halfka,
                            const struct mi_nnue_changes *changes)
{
    const int count = adds > removes ? adds : removes, half = width / 2;
    struct row_pair rows[3];
    UNROLLED(3)
    for (int i = 0; i < count; i++)
        rows[i] = find_rows(weight, width, halfka, changes, i, i < adds, i < removes);
    UNROLLED_BY(2)
    for (int at = 0; at < half; at += LANES) {
        struct sums sum = load_sums(from + at, half);
        UNROLLED(3)
        for (int i = 0; i < count; i++)
            change_sums(&sum, 1, rows[i], at, half, halfka);
        store_sums(to + at, half, sum);
    }
}

/* Special cases: a quiet move, a capture, and the common combinations of two moves. */
INLINE void update_sums(int16_t *to, const int16_t *from, const void *weight, int width,
                        bool halfka, const struct mi_nnue_changes *changes)
{
    switch (changes->adds <= 2 && changes->removes <= 3 ? 4 * changes->adds + changes->removes
                                                        : 0) {
    case 4 + 1:
        update_by_count(1, 1, to, from, weight, width, halfka, changes);
        break;
    case 4 + 2:
        update_by_count(1, 2, to, from, weight, width, halfka, changes);
        break;
    case 8 + 1:
        update_by_count(2, 1, to, from, weight, width, halfka, changes);
        break;
    case 8 + 2:
        update_by_count(2, 2, to, from, weight, width, halfka, changes);
        break;
    case 8 + 3:
        update_by_count(2, 3, to, from, weight, width, halfka, changes);
        break;
    default:
        update_generally(to, from, weight, width, halfka, changes);
    }
}

static void update(int16_t *to, const int16_t *from, const void *weight, int width,
                   const struct mi_nnue_changes *changes)
{
    update_sums(to, from, weight, width, false, changes);
}

static void halfka_update(int16_t *to, const int16_t *from, const void *weight, int width,
                          const struct mi_nnue_changes *changes)
{
    update_sums(to, from, weight, width, true, changes);
}

#include "layers.h"

const struct mi_nnue_kernel KERNEL = {.name = NAME,
                                      .usable = usable,
                                      .update = update,
                                      .halfka_update = halfka_update,
                                      .layers = layers,
                                      .halfka_layers = halfka_layers};
