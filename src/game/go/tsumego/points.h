/* points.h - sets of up to 128 points, as bits of two words. */
#ifndef MI_GAME_GO_TSUMEGO_POINTS_H
#define MI_GAME_GO_TSUMEGO_POINTS_H

#include <stdbool.h>
#include <stdint.h>

enum { TS_POINTS = 128 };

struct points {
    uint64_t low, high;
};

static inline struct points points_none(void)
{
    return (struct points){0, 0};
}

static inline struct points points_of(int bit)
{
    return bit < 64 ? (struct points){(uint64_t)1 << bit, 0}
                    : (struct points){0, (uint64_t)1 << (bit - 64)};
}

static inline struct points points_and(struct points a, struct points b)
{
    return (struct points){a.low & b.low, a.high & b.high};
}

static inline struct points points_or(struct points a, struct points b)
{
    return (struct points){a.low | b.low, a.high | b.high};
}

static inline struct points points_without(struct points a, struct points b)
{
    return (struct points){a.low & ~b.low, a.high & ~b.high};
}

static inline bool points_any(struct points a)
{
    return (a.low | a.high) != 0;
}

static inline bool points_meet(struct points a, struct points b)
{
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}

static inline bool points_equal(struct points a, struct points b)
{
    return ((a.low ^ b.low) | (a.high ^ b.high)) == 0;
}

/* Is a a part of b? */
static inline bool points_within(struct points a, struct points b)
{
    return !points_any(points_without(a, b));
}

static inline bool points_has(struct points a, int bit)
{
    return ((bit < 64 ? a.low >> bit : a.high >> (bit - 64)) & 1) != 0;
}

static inline int points_count(struct points a)
{
    return __builtin_popcountll(a.low) + __builtin_popcountll(a.high);
}

/* The lowest point of a set that is not empty. */
static inline int points_first(struct points a)
{
    return a.low ? __builtin_ctzll(a.low) : 64 + __builtin_ctzll(a.high);
}

/* Removes and returns the lowest point of a set that is not empty. */
static inline int points_pop(struct points *a)
{
    int bit = points_first(*a);
    if (a->low)
        a->low &= a->low - 1;
    else
        a->high &= a->high - 1;
    return bit;
}

/* n: 1 to 63. */
static inline struct points points_up(struct points a, int n)
{
    return (struct points){a.low << n, a.high << n | a.low >> (64 - n)};
}

static inline struct points points_down(struct points a, int n)
{
    return (struct points){a.low >> n | a.high << (64 - n), a.high >> n};
}

/* The set and its neighbours on a board whose rows are `stride` bits apart, with at least one
 * unused bit after each row.  The caller masks the result. */
static inline struct points points_spread(struct points a, int stride)
{
    struct points row = points_or(points_up(a, 1), points_down(a, 1));
    struct points column = points_or(points_up(a, stride), points_down(a, stride));
    return points_or(a, points_or(row, column));
}

/* The part of the mask that is connected to the seed; the seed lies in the mask. */
static inline struct points points_flood(struct points seed, struct points mask, int stride)
{
    for (;;) {
        struct points next = points_and(points_spread(seed, stride), mask);
        if (points_equal(next, seed))
            return seed;
        seed = next;
    }
}

#endif
