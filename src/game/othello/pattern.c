#include "pattern.h"

#include "base/range.h"

/* Both players' discs, in one of the eight symmetries. */
struct discs {
    uint64_t own, other;
};

/* One player's contribution to the base 3 number of four squares.  digits: the first square is the
 * lowest digit; mirrored: the highest. */
static const uint8_t digits[16] = {0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};
static const uint8_t mirrored[16] = {0, 27, 9, 36, 3, 30, 12, 39, 1, 28, 10, 37, 4, 31, 13, 40};

static inline int ternary_number(uint64_t own, uint64_t other)
{
    return digits[own & 15] + 2 * digits[other & 15];
}

static inline int ternary_number_mirrored(uint64_t own, uint64_t other)
{
    return mirrored[own & 15] + 2 * mirrored[other & 15];
}

static inline int unordered_pair(int a, int b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return high * (high + 1) / 2 + low;
}

/* The index of a line of 4 to 8 squares, the first in bit 0. */
static inline int line_index(uint64_t own, uint64_t other, int length)
{
    int half = length / 2, far = length - half, up = 4 - half;
    uint64_t mask = (1u << half) - 1;
    int ends = unordered_pair(
        ternary_number(own & mask, other & mask),
        ternary_number_mirrored((own >> far & mask) << up, (other >> far & mask) << up));
    if (length % 2 == 0)
        return ends;
    return 3 * ends + ternary_number(own >> half & 1, other >> half & 1);
}

static inline int row_index(struct discs v, int y)
{
    return line_index(v.own >> 8 * y & 0xff, v.other >> 8 * y & 0xff, 8);
}

/* The diagonal of that length: the one from a1 to h8, or to the right of it. */
static inline int diagonal_index(struct discs v, int length)
{
    const uint64_t files = 0x0101010101010101u;
    int shift = 8 - length;
    uint64_t squares = (0x8040201008040201u & UINT64_MAX >> 8 * shift) << shift;
    uint64_t own = (v.own & squares) * files >> 56, other = (v.other & squares) * files >> 56;
    return line_index(own >> shift, other >> shift, length);
}

static inline int edge_index(struct discs v)
{
    int left =
        ternary_number(v.own, v.other) * 3 + ternary_number(v.own >> 9 & 1, v.other >> 9 & 1);
    int right = ternary_number_mirrored(v.own >> 4, v.other >> 4) * 3 +
                ternary_number(v.own >> 14 & 1, v.other >> 14 & 1);
    return unordered_pair(left, right);
}

/* Three squares of a corner: on its diagonal, right of it, left of it. */
static inline uint64_t on_diagonal(uint64_t b)
{
    return (b & 1) | (b >> 8 & 2) | (b >> 16 & 4);
}

static inline uint64_t on_right(uint64_t b)
{
    return (b >> 1 & 3) | (b >> 8 & 4);
}

static inline uint64_t on_left(uint64_t b)
{
    return (b >> 8 & 1) | (b >> 15 & 2) | (b >> 15 & 4);
}

static inline int corner_9_index(struct discs v)
{
    int sides = unordered_pair(ternary_number(on_right(v.own), on_right(v.other)),
                               ternary_number(on_left(v.own), on_left(v.other)));
    return 27 * sides + ternary_number(on_diagonal(v.own), on_diagonal(v.other));
}

/* The number of the first five squares of a row. */
static inline int ternary_number_5(uint64_t own, uint64_t other)
{
    return 3 * ternary_number(own, other) + ternary_number(own >> 4 & 1, other >> 4 & 1);
}

static inline int corner_10_index(struct discs v)
{
    return MI_HALF_5 * ternary_number_5(v.own, v.other) +
           ternary_number_5(v.own >> 8, v.other >> 8);
}

/* ---- symmetries ---- */

static inline uint64_t flip_rows(uint64_t b)
{
    return __builtin_bswap64(b);
}

/* Swaps rows and columns (Warren, "Hacker's Delight", 7-3). */
static inline uint64_t transpose(uint64_t b)
{
    uint64_t t = (b ^ b >> 7) & 0x00aa00aa00aa00aau;
    b ^= t ^ t << 7;
    t = (b ^ b >> 14) & 0x0000cccc0000ccccu;
    b ^= t ^ t << 14;
    t = (b ^ b >> 28) & 0x00000000f0f0f0f0u;
    return b ^ t ^ t << 28;
}

/* ---- features ---- */

static int *add_side_features(struct discs v, int *f)
{
    *f++ = MI_AT_EDGE + edge_index(v);
    *f++ = MI_AT_ROW_2 + row_index(v, 1);
    *f++ = MI_AT_ROW_3 + row_index(v, 2);
    *f++ = MI_AT_ROW_4 + row_index(v, 3);
    *f++ = MI_AT_DIAGONAL_7 + diagonal_index(v, 7);
    *f++ = MI_AT_DIAGONAL_6 + diagonal_index(v, 6);
    *f++ = MI_AT_DIAGONAL_5 + diagonal_index(v, 5);
    *f++ = MI_AT_DIAGONAL_4 + diagonal_index(v, 4);
    *f++ = MI_AT_CORNER_9 + corner_9_index(v);
    *f++ = MI_AT_CORNER_10 + corner_10_index(v);
    return f;
}

void mi_othello_features(uint64_t own, uint64_t other, int feature[MI_OTHELLO_FEATURES])
{
    struct discs v = {own, other};
    uint64_t empty = ~(own | other);
    int *f = feature;
    for (int side = 0; side < 4; side++) {
        f = add_side_features(v, f);
        if (side < 2)
            *f++ = MI_AT_DIAGONAL_8 + diagonal_index(v, 8);
        v = (struct discs){transpose(v.own), transpose(v.other)};
        *f++ = MI_AT_CORNER_10 + corner_10_index(v);
        v = (struct discs){flip_rows(v.own), flip_rows(v.other)};
    }
    *f++ = MI_AT_MOVES + mi_min(mi_othello_count(mi_othello_moves(own, other, empty)), 31);
    *f++ = MI_AT_OTHER_MOVES + mi_min(mi_othello_count(mi_othello_moves(other, own, empty)), 31);
    *f++ = MI_AT_PARITY + (mi_othello_count(empty) & 1);
}
