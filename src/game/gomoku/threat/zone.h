/* zone.h - sets of points. */
#ifndef MI_GAME_GOMOKU_THREAT_ZONE_H
#define MI_GAME_GOMOKU_THREAT_ZONE_H

#include "game/gomoku/board/position.h"

enum { ZONE_WORDS = (GOMOKU_MAX_POINTS + 63) / 64 };

struct gomoku_zone {
    uint64_t word[ZONE_WORDS];
};

static inline void zone_add(struct gomoku_zone *zone, int point)
{
    zone->word[point >> 6] |= (uint64_t)1 << (point & 63);
}

static inline void zone_remove(struct gomoku_zone *zone, int point)
{
    zone->word[point >> 6] &= ~((uint64_t)1 << (point & 63));
}

static inline bool zone_has(const struct gomoku_zone *zone, int point)
{
    return zone->word[point >> 6] >> (point & 63) & 1;
}

static inline void zone_union(struct gomoku_zone *zone, const struct gomoku_zone *other)
{
    for (int i = 0; i < ZONE_WORDS; i++)
        zone->word[i] |= other->word[i];
}

static inline void zone_intersect(struct gomoku_zone *zone, const struct gomoku_zone *other)
{
    for (int i = 0; i < ZONE_WORDS; i++)
        zone->word[i] &= other->word[i];
}

static inline int zone_count(const struct gomoku_zone *zone)
{
    int n = 0;
    for (int i = 0; i < ZONE_WORDS; i++)
        n += __builtin_popcountll(zone->word[i]);
    return n;
}

#endif
