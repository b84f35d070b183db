/* territory.h - scores by the ownership of points, under territory rules. */
#ifndef MI_SEARCH_COMMON_TERRITORY_H
#define MI_SEARCH_COMMON_TERRITORY_H

#include "search.h"

/* Do moves cost points here (territory rules), and does the game have the required functions? Then
 * playouts continue as if moves cost nothing, and the position is scored by the ownership at their
 * end; after two passes such playouts also decide which stones are dead. */
bool mi_territory_counts(const miai_game *game, const void *pos);

/* Parameters of a playout. */
struct mi_territory_playout {
    const miai_game *game;
    const void *weights; /* of the game's evaluation */
    enum mi_playout_kind kind;
    int plies;         /* maximum */
    int width, points; /* of the board */
    size_t bytes;      /* of a position */
};

struct mi_territory_playout mi_territory_make(const struct mi_root *root,
                                              enum mi_playout_kind kind);

/* Plays pos out in place, as if playing on cost nothing, and sets owner[].  Returns the score of
 * the position before the playout.  before: that position; trace may be NULL. */
int mi_territory_play_out(const struct mi_territory_playout *playout, void *pos, void *before,
                          int8_t *owner, miai_rng *rng, miai_trace *trace);

/* The score of a finished game with dead stones on the board, by playouts.  Deterministic: depends
 * on the position only.  scratch, scratch_leaf: buffers for one position each. */
int mi_territory_score(const struct mi_territory_playout *playout, const void *pos, void *scratch,
                       void *scratch_leaf);

/* Numbers the chains: chain[point] is the lowest point of its chain, -1 if empty.  piece: as from
 * the game's board(). */
void mi_find_chains(const int8_t *piece, int width, int points, int16_t *chain);

#endif
