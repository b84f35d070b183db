/* territory.h - what a position is worth by whose each point is in the end. */
#ifndef MI_SEARCH_COMMON_TERRITORY_H
#define MI_SEARCH_COMMON_TERRITORY_H

#include "search.h"

/* Does playing on cost points here (territory rules), and does the game know enough to be asked
 * instead what would come of it?  Then playouts are played as if it cost nothing, and what they say
 * of the points says what the position is worth; and when both have passed, such playouts tell
 * which stones are dead. */
bool mi_territory_counts(const miai_game *game, const void *pos);

/* How a playout is made. */
struct mi_territory_playout {
    const miai_game *game;
    const void *weights; /* of the game's evaluation */
    enum mi_playout_kind kind;
    int plies;         /* at most */
    int width, points; /* of the board */
    size_t bytes;      /* of a position */
};

struct mi_territory_playout mi_territory_make(const struct mi_root *root,
                                              enum mi_playout_kind kind);

/* Plays pos out in place as if playing on cost nothing; owner[] becomes whose each point is then.
 * Returns the score of the position as it was.  before: room for one; trace may be NULL. */
int mi_territory_play_out(const struct mi_territory_playout *playout, void *pos, void *before,
                          int8_t *owner, miai_rng *rng, miai_trace *trace);

/* The score of a finished game whose dead stones stand on the board, by playouts from there.  The
 * same for the same position each time.  one and two: room for positions. */
int mi_territory_score(const struct mi_territory_playout *playout, const void *pos, void *one,
                       void *two);

/* Numbers the stones of one player that touch: chain[point] is the lowest point of them, -1 where
 * nothing stands.  piece as the game's board() has it. */
void mi_find_chains(const int8_t *piece, int width, int points, int16_t *chain);

#endif
