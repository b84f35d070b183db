/* zone.h - sets of points of a board of 15x15. */
#ifndef MI_TOOLS_GOMOKU_PROOF_ZONE_H
#define MI_TOOLS_GOMOKU_PROOF_ZONE_H

#include <stdbool.h>
#include <stdint.h>

enum { WIDTH = 15, POINTS = WIDTH * WIDTH, ZONE_WORDS = (POINTS + 63) / 64 };

struct zone {
    uint64_t word[ZONE_WORDS];
};

static inline void zone_add(struct zone *zone, int point)
{
    zone->word[point >> 6] |= (uint64_t)1 << (point & 63);
}

static inline void zone_remove(struct zone *zone, int point)
{
    zone->word[point >> 6] &= ~((uint64_t)1 << (point & 63));
}

static inline bool zone_has(const struct zone *zone, int point)
{
    return zone->word[point >> 6] >> (point & 63) & 1;
}

static inline void zone_unite(struct zone *zone, const struct zone *other)
{
    for (int i = 0; i < ZONE_WORDS; i++)
        zone->word[i] |= other->word[i];
}

static inline void zone_meet(struct zone *zone, const struct zone *other)
{
    for (int i = 0; i < ZONE_WORDS; i++)
        zone->word[i] &= other->word[i];
}

static inline int zone_count(const struct zone *zone)
{
    int n = 0;
    for (int i = 0; i < ZONE_WORDS; i++)
        n += __builtin_popcountll(zone->word[i]);
    return n;
}

#endif
