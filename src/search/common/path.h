/* path.h - the positions from the root of a search to the node that it looks at, side by side, and
 * the keys by which a repetition is found. */
#ifndef MI_SEARCH_COMMON_PATH_H
#define MI_SEARCH_COMMON_PATH_H

#include "search.h"

struct mi_path {
    const miai_game *game;
    size_t size, stride;      /* bytes of a position, and from one to the next */
    int plies;                /* that it can be long */
    unsigned char *positions; /* plies + 1 of them */
    int rule;                 /* MIAI_REPEAT_...; FREE where no keys are known */
    uint64_t *keys;           /* of the game up to the root, then of the path; owned */
    int before;               /* keys of positions before the root */
    int *first;               /* for each ply: the oldest key that counts, behind the last pass */
    uint64_t *digest;         /* for each ply; see mi_path_key() */
};

/* What the rules say of the position that a move has made. */
enum mi_path_step { MI_PATH_FREE, MI_PATH_FORBIDDEN, MI_PATH_DRAWN };

/* Bytes that a path from this root takes, for each ply and besides. */
size_t mi_path_bytes_per_ply(const struct mi_root *root);
size_t mi_path_extra_bytes(const struct mi_root *root);

/* False: no memory.  The path borrows the game, nothing else of the root. */
bool mi_path_init(struct mi_path *path, const struct mi_root *root, int plies);
void mi_path_free(struct mi_path *path);

static inline void *mi_path_at(const struct mi_path *path, int ply)
{
    return path->positions + path->stride * (size_t)ply;
}

/* Plays a legal move from the position at ply, which stays, to the one at ply + 1. */
enum mi_path_step mi_path_play(struct mi_path *path, int ply, miai_move move);

/* Plays a null move: mi_editing(game)->set_turn() at the position at ply, which stays.  The rules
 * know no such move, so no repetition reaches back across it. */
void mi_path_null_move(struct mi_path *path, int ply);

/* The key of all that the value of the position at ply depends on: under superko the positions
 * before it as well, in whatever order, since they forbid moves. */
static inline uint64_t mi_path_key(const struct mi_path *path, int ply)
{
    return path->game->hash(mi_path_at(path, ply)) ^ path->digest[ply];
}

#endif
