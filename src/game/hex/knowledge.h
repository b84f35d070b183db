/* knowledge.h - knowledge of good play: certain connections, distances, priors, candidates. */
#ifndef MI_GAME_HEX_KNOWLEDGE_H
#define MI_GAME_HEX_KNOWLEDGE_H

#include "position.h"

/* connect.c: are the player's edges certainly connected, whoever moves next?  False does not prove
 * the opposite. */
bool mi_hex_is_connected(const struct mi_hex *b, int player);

/* The minimum number of stones that the player needs to connect the edges; HEX_PLACES if
 * impossible. Filled points of the player cost a stone, too. */
int mi_hex_distance(const struct mi_hex *b, int player);

/* priors.c, eval.c: as in miai_evaluation, without weights. */
void mi_hex_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior);
int mi_hex_evaluate(const void *weights, void *memory, const void *pos);

/* candidates.c: as in miai_hints and miai_solver. */
int mi_hex_candidates(const void *pos, miai_move *list);
bool mi_hex_known(const void *pos, int *min_result, int *max_result, int *plies);
int mi_hex_moves_left(const void *pos);

/* mustplay.c: as in miai_solver. */
bool mi_hex_mustplay(const void *pos, int *min_result, int *max_result, miai_move *list, int *n);
miai_move mi_hex_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg), void *arg);

#endif
