#include "harvest.h"

#include <stdio.h>
#include <stdlib.h>

static size_t hash_slot(const struct harvest *harvest, uint64_t hash)
{
    size_t i = (size_t)hash & (harvest->slots - 1);
    while (harvest->hash[i] != 0 && harvest->hash[i] != hash)
        i = (i + 1) & (harvest->slots - 1);
    return i;
}

static void allocate_table(struct harvest *harvest, size_t slots)
{
    harvest->slots = slots;
    harvest->hash = calloc(slots, sizeof *harvest->hash);
    harvest->count = calloc(slots, sizeof *harvest->count);
    if (!harvest->hash || !harvest->count) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
}

static void grow_table(struct harvest *harvest)
{
    struct harvest old = *harvest;
    allocate_table(harvest, old.slots ? 2 * old.slots : 1 << 20);
    for (size_t i = 0; i < old.slots; i++)
        if (old.hash[i]) {
            size_t j = hash_slot(harvest, old.hash[i]);
            harvest->hash[j] = old.hash[i];
            harvest->count[j] = old.count[i];
        }
    harvest_free(&old);
}

void harvest_count(struct harvest *harvest, uint64_t hash)
{
    if (2 * harvest->used >= harvest->slots)
        grow_table(harvest);
    size_t i = hash_slot(harvest, hash);
    harvest->used += harvest->hash[i] == 0;
    harvest->hash[i] = hash;
    harvest->count[i]++;
}

int harvest_number(struct harvest *harvest, uint32_t often)
{
    uint32_t n = 0;
    for (size_t i = 0; i < harvest->slots; i++)
        harvest->count[i] = harvest->count[i] >= often ? ++n : 0;
    return (int)n;
}

uint32_t harvest_find(const struct harvest *harvest, uint64_t hash)
{
    return harvest->slots ? harvest->count[hash_slot(harvest, hash)] : 0;
}

void harvest_free(struct harvest *harvest)
{
    free(harvest->hash);
    free(harvest->count);
}
