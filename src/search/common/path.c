#include "path.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

size_t mi_path_bytes_per_ply(const struct mi_root *root)
{
    return mi_round_to_cache_lines(root->size) + 2 * sizeof(uint64_t) + sizeof(int);
}

size_t mi_path_extra_bytes(const struct mi_root *root)
{
    return mi_round_to_cache_lines(root->size) + sizeof(uint64_t) * ((size_t)root->key_count + 2) +
           sizeof(int);
}

/* Copies the keys of the game up to the root; the root's own key is the last. */
static void init_keys(struct mi_path *path, const struct mi_root *root)
{
    const miai_game *game = root->game;
    path->keys_before = root->key_count > 0 ? root->key_count - 1 : 0;
    path->digest[0] = 0;
    path->first[0] = 0;
    path->rule = MIAI_REPEAT_FREE;
    if (!mi_repetition(game)->key || !mi_repetition(game)->rule)
        return;
    path->rule = mi_repetition(game)->rule(root->pos);
    if (path->keys_before > 0)
        memcpy(path->keys, root->keys, sizeof *path->keys * (size_t)path->keys_before);
    path->keys[path->keys_before] = mi_repetition(game)->key(root->pos);
    if (path->rule == MIAI_REPEAT_ILLEGAL)
        for (int i = 0; i <= path->keys_before; i++)
            path->digest[0] += miai_mix(path->keys[i]);
}

bool mi_path_init(struct mi_path *path, const struct mi_root *root, int plies)
{
    size_t positions = (size_t)plies + 1, keys = positions + (size_t)root->key_count;
    *path = (struct mi_path){
        .game = root->game,
        .size = root->size,
        .stride = mi_round_to_cache_lines(root->size),
        .plies = plies,
    };
    path->positions = mi_aligned_alloc(MI_CACHE_LINE, path->stride * positions);
    path->keys = malloc(sizeof *path->keys * keys);
    path->digest = malloc(sizeof *path->digest * positions);
    path->first = malloc(sizeof *path->first * positions);
    if (!path->positions || !path->keys || !path->digest || !path->first) {
        mi_path_free(path);
        return false;
    }
    memcpy(path->positions, root->pos, root->size);
    init_keys(path, root);
    return true;
}

void mi_path_free(struct mi_path *path)
{
    mi_aligned_free(path->positions);
    free(path->keys);
    free(path->digest);
    free(path->first);
    *path = (struct mi_path){.positions = NULL};
}

/* Has the position at ply, whose key is stored, occurred before? */
static enum mi_path_step find_repetition(const struct mi_path *path, const void *pos, int ply)
{
    int first = path->first[ply], count = path->keys_before + ply - first;
    const uint64_t *keys = path->keys + first;
    if (path->rule == MIAI_REPEAT_ILLEGAL)
        return mi_count_repetitions(path->game, pos, keys, count, 1) > 0 ? MI_PATH_FORBIDDEN
                                                                         : MI_PATH_FREE;
    return mi_repetition_draws(path->game, pos, keys, path->keys_before - first, count)
               ? MI_PATH_DRAWN
               : MI_PATH_FREE;
}

static enum mi_path_step store_key(struct mi_path *path, const void *pos, int ply)
{
    uint64_t key = mi_repetition(path->game)->key(pos);
    path->keys[path->keys_before + ply] = key;
    if (path->rule == MIAI_REPEAT_ILLEGAL)
        path->digest[ply] += miai_mix(key);
    return find_repetition(path, pos, ply);
}

enum mi_path_step mi_path_play(struct mi_path *path, int ply, miai_move move)
{
    void *pos = mi_path_at(path, ply + 1);
    memcpy(pos, mi_path_at(path, ply), path->size);
    path->game->play(pos, move);
    path->digest[ply + 1] = path->digest[ply];
    path->first[ply + 1] = path->first[ply];
    return path->rule == MIAI_REPEAT_FREE ? MI_PATH_FREE : store_key(path, pos, ply + 1);
}

void mi_path_null_move(struct mi_path *path, int ply)
{
    const miai_game *game = path->game;
    void *pos = mi_path_at(path, ply + 1);
    memcpy(pos, mi_path_at(path, ply), path->size);
    mi_editing(game)->set_turn(pos, !game->turn(pos));
    path->digest[ply + 1] = 0;
    path->first[ply + 1] = path->keys_before + ply + 1;
    if (path->rule != MIAI_REPEAT_FREE)
        store_key(path, pos, ply + 1);
}
