#include "path.h"

#include "../base/cache.h"

#include <stdlib.h>
#include <string.h>

size_t mi_path_bytes_per_ply(const struct mi_root *root)
{
    return mi_cache_lines(root->size) + 2 * sizeof(uint64_t);
}

size_t mi_path_bytes_besides(const struct mi_root *root)
{
    return mi_cache_lines(root->size) + sizeof(uint64_t) * ((size_t)root->key_count + 2);
}

/* Takes over the keys of the game; the root's own, which is the last, always stands behind those
 * before it. */
static void init_keys(struct mi_path *path, const struct mi_root *root)
{
    const miai_game *game = root->game;
    path->before = root->key_count > 0 ? root->key_count - 1 : 0;
    path->digest[0] = 0;
    path->rule = MIAI_REPEAT_FREE;
    if (!game->repeat_key || !game->repeat_rule)
        return;
    path->rule = game->repeat_rule(root->pos);
    if (path->before > 0)
        memcpy(path->keys, root->keys, sizeof *path->keys * (size_t)path->before);
    path->keys[path->before] = game->repeat_key(root->pos);
    if (path->rule == MIAI_REPEAT_ILLEGAL)
        for (int i = 0; i <= path->before; i++)
            path->digest[0] += miai_mix(path->keys[i]);
}

bool mi_path_init(struct mi_path *path, const struct mi_root *root, int plies)
{
    size_t positions = (size_t)plies + 1, keys = positions + (size_t)root->key_count;
    *path = (struct mi_path){
        .game = root->game,
        .size = root->size,
        .stride = mi_cache_lines(root->size),
        .plies = plies,
    };
    path->positions = aligned_alloc(MI_CACHE_LINE, path->stride * positions);
    path->keys = malloc(sizeof *path->keys * keys);
    path->digest = malloc(sizeof *path->digest * positions);
    if (!path->positions || !path->keys || !path->digest) {
        mi_path_free(path);
        return false;
    }
    memcpy(path->positions, root->pos, root->size);
    init_keys(path, root);
    return true;
}

void mi_path_free(struct mi_path *path)
{
    free(path->positions);
    free(path->keys);
    free(path->digest);
    *path = (struct mi_path){.positions = NULL};
}

/* A position that comes again within the searched path is a draw at once: whoever could do better
 * the next time could have done so this time.  One of the game before counts at its third time. */
static bool drawn(const struct mi_path *path, const void *pos, int ply)
{
    const uint64_t *from_root = path->keys + path->before;
    return mi_repeats(path->game, pos, from_root, ply, 1) > 0 ||
           mi_repeats(path->game, pos, path->keys, path->before + ply, 2) > 1;
}

static enum mi_step note_key(struct mi_path *path, const void *pos, int ply)
{
    uint64_t key = path->game->repeat_key(pos);
    path->keys[path->before + ply] = key;
    if (path->rule == MIAI_REPEAT_DRAW)
        return drawn(path, pos, ply) ? MI_STEP_DRAWN : MI_STEP_FREE;
    path->digest[ply] = path->digest[ply - 1] + miai_mix(key);
    return mi_repeats(path->game, pos, path->keys, path->before + ply, 1) > 0 ? MI_STEP_FORBIDDEN
                                                                              : MI_STEP_FREE;
}

enum mi_step mi_path_play(struct mi_path *path, int ply, miai_move move)
{
    void *pos = mi_path_at(path, ply + 1);
    memcpy(pos, mi_path_at(path, ply), path->size);
    path->game->play(pos, move);
    path->digest[ply + 1] = path->digest[ply];
    return path->rule == MIAI_REPEAT_FREE ? MI_STEP_FREE : note_key(path, pos, ply + 1);
}

void mi_path_pass(struct mi_path *path, int ply)
{
    const miai_game *game = path->game;
    void *pos = mi_path_at(path, ply + 1);
    memcpy(pos, mi_path_at(path, ply), path->size);
    game->set_turn(pos, !game->turn(pos));
    path->digest[ply + 1] = path->digest[ply];
    if (path->rule != MIAI_REPEAT_FREE)
        path->keys[path->before + ply + 1] = game->repeat_key(pos);
}
