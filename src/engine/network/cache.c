/* The cache of network outputs: a set-associative table. When all slots of a set are full, one of
 * them is replaced. */
#include "network.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 4, LOCKS = 64 };

/* Followed by the output. */
struct slot {
    uint64_t key; /* 0: empty */
};

struct mi_cache {
    size_t bytes, stride, sets;
    size_t answer_bytes;
    char *slots; /* [sets][WAYS] */
    pthread_mutex_t lock[LOCKS];
};

size_t mi_cached_output_bytes(int places, int points)
{
    return sizeof(struct mi_cached_output) + (size_t)places * sizeof(uint16_t) +
           (size_t)points * sizeof(int8_t);
}

struct mi_cache *mi_cache_new(size_t bytes, int places, int points)
{
    struct mi_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return NULL;
    cache->answer_bytes = mi_cached_output_bytes(places, points);
    cache->stride = (sizeof(struct slot) + cache->answer_bytes + 7) / 8 * 8;
    cache->sets = bytes / (WAYS * cache->stride);
    cache->bytes = cache->sets * WAYS * cache->stride;
    cache->slots = mi_pages_alloc(cache->bytes);
    if (!cache->slots) {
        free(cache);
        return NULL;
    }
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&cache->lock[i], NULL);
    return cache;
}

void mi_cache_free(struct mi_cache *cache)
{
    if (!cache)
        return;
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_destroy(&cache->lock[i]);
    mi_pages_free(cache->slots, cache->bytes);
    free(cache);
}

size_t mi_cache_bytes(const struct mi_cache *cache)
{
    return cache ? cache->bytes + sizeof *cache : 0;
}

static size_t set_index(const struct mi_cache *cache, uint64_t key)
{
    return (size_t)((key >> 8) % cache->sets);
}

static struct slot *slot_at(const struct mi_cache *cache, size_t set, unsigned way)
{
    return (struct slot *)(void *)(cache->slots + (set * WAYS + way) * cache->stride);
}

/* The slot of a key in its set, or NULL. The caller holds the lock. */
static struct slot *find_slot(const struct mi_cache *cache, size_t set, uint64_t key)
{
    for (unsigned way = 0; way < WAYS; way++)
        if (slot_at(cache, set, way)->key == key)
            return slot_at(cache, set, way);
    return NULL;
}

/* Key 0 marks an empty slot, so it is replaced by 1. */
static uint64_t nonzero_key(uint64_t key)
{
    return key ? key : 1;
}

bool mi_cache_find(struct mi_cache *cache, uint64_t key, struct mi_cached_output *answer)
{
    if (!cache)
        return false;
    size_t set = set_index(cache, nonzero_key(key));
    pthread_mutex_lock(&cache->lock[set % LOCKS]);
    const struct slot *slot = find_slot(cache, set, nonzero_key(key));
    if (slot)
        memcpy(answer, slot + 1, cache->answer_bytes);
    pthread_mutex_unlock(&cache->lock[set % LOCKS]);
    return slot != NULL;
}

void mi_cache_store(struct mi_cache *cache, uint64_t key, const struct mi_cached_output *answer)
{
    if (!cache)
        return;
    size_t set = set_index(cache, nonzero_key(key));
    pthread_mutex_lock(&cache->lock[set % LOCKS]);
    struct slot *slot = find_slot(cache, set, nonzero_key(key));
    if (!slot)
        slot = find_slot(cache, set, 0);
    if (!slot)
        slot = slot_at(cache, set, key % WAYS);
    slot->key = nonzero_key(key);
    memcpy(slot + 1, answer, cache->answer_bytes);
    pthread_mutex_unlock(&cache->lock[set % LOCKS]);
}
