/* path.h - the positions from the root of a search to the current node, and the keys by which
 * repetitions are found. */
#ifndef MI_SEARCH_COMMON_PATH_H
#define MI_SEARCH_COMMON_PATH_H

#include "search.h"

struct mi_path {
    const miai_game *game;
    size_t size, stride;      /* bytes of a position, and distance between two */
    int plies;                /* maximum length */
    unsigned char *positions; /* plies + 1 of them */
    int rule;                 /* MIAI_REPEAT_...; FREE if no keys are known */
    uint64_t *keys;           /* of the game up to the root, then of the path; owned */
    int keys_before;          /* number of keys before the root */
    int *first;               /* by ply: oldest key that counts, the one after the last null move */
    uint64_t *digest;         /* by ply; see mi_path_key() */
};

/* The result of the repetition rule for the position after a move. */
enum mi_path_step { MI_PATH_FREE, MI_PATH_FORBIDDEN, MI_PATH_DRAWN };

/* The memory of a path: bytes per ply, and bytes that do not depend on the plies. */
size_t mi_path_bytes_per_ply(const struct mi_root *root);
size_t mi_path_extra_bytes(const struct mi_root *root);

/* Returns false if out of memory.  The path borrows root->game and copies everything else. */
bool mi_path_init(struct mi_path *path, const struct mi_root *root, int plies);
void mi_path_free(struct mi_path *path);

static inline void *mi_path_at(const struct mi_path *path, int ply)
{
    return path->positions + path->stride * (size_t)ply;
}

/* Plays a legal move at ply: writes the new position to ply + 1. */
enum mi_path_step mi_path_play(struct mi_path *path, int ply, miai_move move);

/* Plays a null move at ply, by mi_editing(game)->set_turn().  The rules have no null move, so
 * repetitions do not reach back across it. */
void mi_path_null_move(struct mi_path *path, int ply);

/* A key of everything that the value of the position at ply depends on. Under superko this includes
 * the set of earlier positions, because they forbid moves. */
static inline uint64_t mi_path_key(const struct mi_path *path, int ply)
{
    return path->game->hash(mi_path_at(path, ply)) ^ path->digest[ply];
}

#endif
