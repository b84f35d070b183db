#include "repetition.h"

/* Where an equal position may lie: the places oldest <= i <= newest of the keys, in steps. */
struct window {
    uint64_t key;
    int newest, oldest, step;
};

static struct window window_of(const miai_game *game, const void *pos, int key_count)
{
    const miai_repetition *repetition = mi_repetition(game);
    int step = repetition->step > 1 ? repetition->step : 1;
    int length = !repetition->key ? 0 : repetition->window ? repetition->window(pos) : key_count;
    if (length < step)
        return (struct window){.newest = -1, .step = 1};
    return (struct window){
        .key = repetition->key(pos),
        .newest = key_count - step,
        .oldest = length < key_count ? key_count - length : 0,
        .step = step,
    };
}

int mi_repeats(const miai_game *game, const void *pos, const uint64_t *keys, int key_count,
               int limit)
{
    const struct window window = window_of(game, pos, key_count);
    int found = 0;
    for (int i = window.newest; i >= window.oldest && found < limit; i -= window.step)
        found += keys[i] == window.key;
    return found;
}

bool mi_repetition_draws(const miai_game *game, const void *pos, const uint64_t *keys, int before,
                         int key_count)
{
    const struct window window = window_of(game, pos, key_count);
    int found = 0;
    for (int i = window.newest; i >= window.oldest; i -= window.step)
        if (keys[i] == window.key && (i >= before || ++found == 2))
            return true;
    return false;
}

bool mi_forbidden(const miai_game *game, const void *pos, const uint64_t *keys, int key_count)
{
    return mi_repetition(game)->rule && mi_repetition(game)->rule(pos) == MIAI_REPEAT_ILLEGAL &&
           mi_repeats(game, pos, keys, key_count, 1) > 0;
}
