#include "repetition.h"

/* The indices of the keys to compare: from newest down to oldest, by step. */
struct key_range {
    uint64_t key;
    int newest, oldest, step;
};

static struct key_range key_range_of(const miai_game *game, const void *pos, int key_count)
{
    const miai_repetition *repetition = mi_repetition(game);
    int step = repetition->step > 1 ? repetition->step : 1;
    int length = !repetition->key ? 0 : repetition->window ? repetition->window(pos) : key_count;
    if (length < step)
        return (struct key_range){.newest = -1, .step = 1};
    return (struct key_range){
        .key = repetition->key(pos),
        .newest = key_count - step,
        .oldest = length < key_count ? key_count - length : 0,
        .step = step,
    };
}

int mi_count_repetitions(const miai_game *game, const void *pos, const uint64_t *keys,
                         int key_count, int limit)
{
    const struct key_range range = key_range_of(game, pos, key_count);
    int found = 0;
    for (int i = range.newest; i >= range.oldest && found < limit; i -= range.step)
        found += keys[i] == range.key;
    return found;
}

bool mi_repetition_draws(const miai_game *game, const void *pos, const uint64_t *keys, int before,
                         int key_count)
{
    const struct key_range range = key_range_of(game, pos, key_count);
    int found = 0;
    for (int i = range.newest; i >= range.oldest; i -= range.step)
        if (keys[i] == range.key && (i >= before || ++found == 2))
            return true;
    return false;
}

bool mi_superko_forbids(const miai_game *game, const void *pos, const uint64_t *keys, int key_count)
{
    return mi_repetition(game)->rule && mi_repetition(game)->rule(pos) == MIAI_REPEAT_ILLEGAL &&
           mi_count_repetitions(game, pos, keys, key_count, 1) > 0;
}
