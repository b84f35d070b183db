/* Answers that other processes can take for their own: what has been asked here since they were
 * told last.
 *
 * The network's name 8; then for each answer the key of its inputs 8 | seven numbers, 4 each | the
 * policy, 2 each | the ownership, 1 each. */
#include "network.h"

#include "contract/capability.h"

#include <math.h>
#include <string.h>

enum { NUMBERS = 7, KEY_BYTES = 8, NAME_BYTES = 8 };

/* Larger ones no network says: points, or plies. */
static const float LARGEST = 1e6F;

void mi_network_mark_unsent(struct mi_network *network, uint64_t key)
{
    struct mi_unsent_keys *news = &network->news;
    pthread_mutex_lock(&network->lock);
    news->key[news->noted++ % MI_UNSENT_KEYS] = key;
    pthread_mutex_unlock(&network->lock);
}

/* The next key that has not been told; false: there is none.  The oldest are forgotten. */
static bool next(struct mi_network *network, uint64_t *key)
{
    struct mi_unsent_keys *news = &network->news;
    pthread_mutex_lock(&network->lock);
    if (news->noted - news->told > MI_UNSENT_KEYS)
        news->told = news->noted - MI_UNSENT_KEYS;
    bool found = news->told != news->noted;
    if (found)
        *key = news->key[news->told++ % MI_UNSENT_KEYS];
    pthread_mutex_unlock(&network->lock);
    return found;
}

/* ---- an answer in a message ---- */

static int points_of(const struct mi_network *network)
{
    return network->width * network->height;
}

static int places_of(const struct mi_network *network)
{
    return mi_policy_places(network->encoding, points_of(network));
}

static size_t bytes_of(const struct mi_network *network)
{
    return KEY_BYTES + NUMBERS * sizeof(float) + 2 * (size_t)places_of(network) +
           (size_t)points_of(network);
}

static void list_numbers(struct mi_cached_output *answer, float *number[NUMBERS])
{
    float *list[NUMBERS] = {&answer->win,       &answer->draw, &answer->no_result, &answer->score,
                            &answer->deviation, &answer->lead, &answer->moves_left};
    memcpy(number, list, sizeof list);
}

static void put(const struct mi_network *network, uint64_t key, struct mi_cached_output *answer,
                struct mi_bytes *bytes)
{
    float *number[NUMBERS];
    uint32_t bits;
    list_numbers(answer, number);
    mi_bytes_write(bytes, KEY_BYTES, key);
    for (int i = 0; i < NUMBERS; i++) {
        memcpy(&bits, number[i], sizeof bits);
        mi_bytes_write(bytes, sizeof bits, bits);
    }
    for (int p = 0; p < places_of(network); p++)
        mi_bytes_write(bytes, 2, answer->policy[p]);
    mi_bytes_write_all(bytes, &answer->policy[places_of(network)], (size_t)points_of(network));
}

static uint64_t take(const struct mi_network *network, struct mi_bytes *bytes,
                     struct mi_cached_output *answer)
{
    float *number[NUMBERS];
    uint64_t key = mi_bytes_read(bytes, KEY_BYTES);
    list_numbers(answer, number);
    for (int i = 0; i < NUMBERS; i++) {
        uint32_t bits = (uint32_t)mi_bytes_read(bytes, sizeof bits);
        memcpy(number[i], &bits, sizeof bits);
    }
    for (int p = 0; p < places_of(network); p++)
        answer->policy[p] = (uint16_t)mi_bytes_read(bytes, 2);
    const unsigned char *own = mi_bytes_skip(bytes, (size_t)points_of(network));
    if (own)
        memcpy(&answer->policy[places_of(network)], own, (size_t)points_of(network));
    return key;
}

/* Could a network have said that? */
static bool is_sound(struct mi_cached_output *answer)
{
    float *number[NUMBERS];
    list_numbers(answer, number);
    for (int i = 0; i < NUMBERS; i++)
        if (!(fabsf(*number[i]) <= LARGEST))
            return false;
    return answer->deviation >= 0 && answer->win >= 0 && answer->draw >= 0 &&
           answer->no_result >= 0 && answer->win + answer->draw + answer->no_result <= 1.01F;
}

/* Networks that their makers named alike, and made alike, are taken for the same. */
static uint64_t name_of(const struct mi_network *network)
{
    const struct mi_net_info *info = mi_net_describe(network->net);
    uint64_t made[] = {(uint64_t)info->version, (uint64_t)info->blocks, (uint64_t)info->channels,
                       info->weights};
    uint64_t name = mi_fnv(MI_FNV_BASIS, info->name, strlen(info->name));
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        name = miai_mix(name ^ made[i]);
    return name;
}

void mi_network_export_cache(struct mi_network *network, struct mi_cached_output *room,
                             struct mi_bytes *bytes)
{
    unsigned char *before = bytes->at;
    uint64_t key;
    if (mi_bytes_left(bytes) < NAME_BYTES + bytes_of(network))
        return;
    mi_bytes_write(bytes, NAME_BYTES, name_of(network));
    while (mi_bytes_left(bytes) >= bytes_of(network) && next(network, &key))
        if (mi_cache_find(network->cache, key, room))
            put(network, key, room, bytes);
    if (bytes->at == before + NAME_BYTES) /* there was nothing new */
        bytes->at = before;
}

void mi_network_import_cache(struct mi_network *network, struct mi_cached_output *room,
                             struct mi_bytes *bytes)
{
    if (mi_bytes_left(bytes) < NAME_BYTES || mi_bytes_read(bytes, NAME_BYTES) != name_of(network))
        return;
    while (mi_bytes_left(bytes) >= bytes_of(network)) {
        uint64_t key = take(network, bytes, room);
        if (is_sound(room))
            mi_cache_keep(network->cache, key, room);
    }
}
