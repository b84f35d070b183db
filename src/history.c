#include "history.h"

int mi_repeats(const miai_game *game, const void *pos, const uint64_t *keys, int key_count,
               int limit)
{
    if (!game->repeat_key)
        return 0;
    int window = game->repeat_window ? game->repeat_window(pos) : key_count;
    if (window == 0)
        return 0;
    int oldest = window < key_count ? key_count - window : 0, found = 0;
    uint64_t key = game->repeat_key(pos);
    for (int i = key_count - 1; i >= oldest && found < limit; i--)
        found += keys[i] == key;
    return found;
}

bool mi_forbidden(const miai_game *game, const void *pos, const uint64_t *keys, int key_count)
{
    return game->repeat_rule && game->repeat_rule(pos) == MIAI_REPEAT_ILLEGAL &&
           mi_repeats(game, pos, keys, key_count, 1) > 0;
}
