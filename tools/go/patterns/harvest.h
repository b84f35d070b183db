/* harvest.h - counts the patterns around played moves, and selects the frequent ones for
 * learning. */
#ifndef MI_TOOLS_GO_PATTERNS_HARVEST_H
#define MI_TOOLS_GO_PATTERNS_HARVEST_H

#include <stddef.h>
#include <stdint.h>

/* Counts by hash; open addressing.  A hash of 0 is a free slot. */
struct harvest {
    size_t slots, used;
    uint64_t *hash;
    uint32_t *count; /* count of the pattern; after numbering, its number, 0 for none */
};

void harvest_count(struct harvest *harvest, uint64_t hash);
/* Numbers the patterns with at least `often` occurrences from 1; returns how many. */
int harvest_number(struct harvest *harvest, uint32_t often);
/* The number of a pattern, or 0. */
uint32_t harvest_find(const struct harvest *harvest, uint64_t hash);
void harvest_free(struct harvest *harvest);

#endif
