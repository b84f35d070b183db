/* Shares the evaluation cache with other processes: sends the outputs computed here since the last
 * message.
 *
 * Message: fingerprint of the network 8 bytes; for each output the key 8 | seven numbers, 4 each |
 * the policy, 2 each | the ownership, 1 each. */
#include "network.h"

#include "contract/capability.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 7, KEY_BYTES = 8, FINGERPRINT_BYTES = 8 };

/* Sanity limit: no network outputs a larger value (points or plies). */
static const float MAX_NUMBER = 1e6F;

void mi_network_mark_unsent(struct mi_network *network, uint64_t key)
{
    struct mi_unsent_keys *unsent = &network->unsent;
    pthread_mutex_lock(&network->lock);
    unsent->key[unsent->added++ % MI_UNSENT_KEYS] = key;
    pthread_mutex_unlock(&network->lock);
}

/* The next unsent key. False if there is none. If the ring has overflowed, the oldest keys are
 * lost. */
static bool next_unsent_key(struct mi_network *network, uint64_t *key)
{
    struct mi_unsent_keys *unsent = &network->unsent;
    pthread_mutex_lock(&network->lock);
    if (unsent->added - unsent->sent > MI_UNSENT_KEYS)
        unsent->sent = unsent->added - MI_UNSENT_KEYS;
    bool found = unsent->sent != unsent->added;
    if (found)
        *key = unsent->key[unsent->sent++ % MI_UNSENT_KEYS];
    pthread_mutex_unlock(&network->lock);
    return found;
}

/* ---- outputs in messages ---- */

static int board_points(const struct mi_network *network)
{
    return network->width * network->height;
}

static int policy_size(const struct mi_network *network)
{
    return mi_policy_length(network->encoding, board_points(network));
}

static size_t entry_bytes(const struct mi_network *network)
{
    return KEY_BYTES + NUMBERS * sizeof(float) + 2 * (size_t)policy_size(network) +
           (size_t)board_points(network);
}

static void list_numbers(struct mi_cached_output *answer, float *number[NUMBERS])
{
    float *list[NUMBERS] = {&answer->win,       &answer->draw, &answer->no_result, &answer->score,
                            &answer->deviation, &answer->lead, &answer->moves_left};
    memcpy(number, list, sizeof list);
}

static void write_entry(const struct mi_network *network, uint64_t key,
                        struct mi_cached_output *answer, struct mi_bytes *bytes)
{
    float *number[NUMBERS];
    uint32_t bits;
    list_numbers(answer, number);
    mi_bytes_write(bytes, KEY_BYTES, key);
    for (int i = 0; i < NUMBERS; i++) {
        memcpy(&bits, number[i], sizeof bits);
        mi_bytes_write(bytes, sizeof bits, bits);
    }
    for (int p = 0; p < policy_size(network); p++)
        mi_bytes_write(bytes, 2, answer->policy[p]);
    mi_bytes_write_all(bytes, &answer->policy[policy_size(network)], (size_t)board_points(network));
}

static uint64_t read_entry(const struct mi_network *network, struct mi_bytes *bytes,
                           struct mi_cached_output *answer)
{
    float *number[NUMBERS];
    uint64_t key = mi_bytes_read(bytes, KEY_BYTES);
    list_numbers(answer, number);
    for (int i = 0; i < NUMBERS; i++) {
        uint32_t bits = (uint32_t)mi_bytes_read(bytes, sizeof bits);
        memcpy(number[i], &bits, sizeof bits);
    }
    for (int p = 0; p < policy_size(network); p++)
        answer->policy[p] = (uint16_t)mi_bytes_read(bytes, 2);
    const unsigned char *own = mi_bytes_skip(bytes, (size_t)board_points(network));
    if (own)
        memcpy(&answer->policy[policy_size(network)], own, (size_t)board_points(network));
    return key;
}

/* Is this a plausible network output? */
static bool is_plausible(struct mi_cached_output *answer)
{
    float *number[NUMBERS];
    list_numbers(answer, number);
    for (int i = 0; i < NUMBERS; i++)
        if (!(fabsf(*number[i]) <= MAX_NUMBER))
            return false;
    return answer->deviation >= 0 && answer->win >= 0 && answer->draw >= 0 &&
           answer->no_result >= 0 && answer->win + answer->draw + answer->no_result <= 1.01F;
}

/* Hash of the network's name and architecture. Networks with equal fingerprints are taken to be the
 * same. */
static uint64_t network_fingerprint(const struct mi_network *network)
{
    const struct mi_net_info *info = mi_net_describe(network->net);
    uint64_t architecture[] = {(uint64_t)info->version, (uint64_t)info->blocks,
                               (uint64_t)info->channels, info->weights};
    uint64_t name = mi_fnv(MI_FNV_BASIS, info->name, strlen(info->name));
    for (size_t i = 0; i < sizeof architecture / sizeof *architecture; i++)
        name = miai_mix(name ^ architecture[i]);
    return name;
}

void mi_network_export_cache(struct mi_network *network, struct mi_cached_output *buffer,
                             struct mi_bytes *bytes)
{
    unsigned char *before = bytes->at;
    uint64_t key;
    if (mi_bytes_left(bytes) < FINGERPRINT_BYTES + entry_bytes(network))
        return;
    mi_bytes_write(bytes, FINGERPRINT_BYTES, network_fingerprint(network));
    while (mi_bytes_left(bytes) >= entry_bytes(network) && next_unsent_key(network, &key))
        if (mi_cache_find(network->cache, key, buffer))
            write_entry(network, key, buffer, bytes);
    if (bytes->at == before + FINGERPRINT_BYTES) /* nothing was new */
        bytes->at = before;
}

void mi_network_import_cache(struct mi_network *network, struct mi_cached_output *buffer,
                             struct mi_bytes *bytes)
{
    if (mi_bytes_left(bytes) < FINGERPRINT_BYTES ||
        mi_bytes_read(bytes, FINGERPRINT_BYTES) != network_fingerprint(network))
        return;
    while (mi_bytes_left(bytes) >= entry_bytes(network)) {
        uint64_t key = read_entry(network, bytes, buffer);
        if (is_plausible(buffer))
            mi_cache_store(network->cache, key, buffer);
    }
}
