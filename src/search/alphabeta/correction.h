/* correction.h - correction history: the average error of the static evaluation in positions that
 * share a part (such as the pawn structure) or the same two previous moves.  Introduced in the
 * chess engines Caissa (2023) and Stockfish (2024).  One per thread. */
#ifndef MI_SEARCH_ALPHABETA_CORRECTION_H
#define MI_SEARCH_ALPHABETA_CORRECTION_H

#include "contract/capability.h"

enum {
    MI_CORRECTIONS = MIAI_MAX_PARTS + 1, /* one for each part, and one for the previous moves */
    MI_CORRECTION_PLACES = 1 << 14
};

struct mi_ab_correction {
    int16_t *error; /* owned; [correction][player][place], in 1/25600 of the evaluation's unit (a
                       pawn); NULL: no correction */
};

/* Indices of a position's errors. */
struct mi_ab_correction_key {
    int count;
    uint16_t place[MI_CORRECTIONS];
};

/* kinds: move kinds that the search distinguishes.  If it is 0, or the game defines no parts, there
 * is no correction and no memory is used. */
size_t mi_ab_correction_bytes(const miai_game *game, int kinds);
bool mi_ab_correction_init(struct mi_ab_correction *correction, const miai_game *game, int kinds);
void mi_ab_correction_free(struct mi_ab_correction *correction);

/* moves: identifies the moves that led to pos, 0 to MI_CORRECTION_PLACES - 1. */
struct mi_ab_correction_key mi_ab_correction_key(const miai_game *game, const void *pos,
                                                 unsigned moves);

/* The correction to add to an evaluation in the view of player, the side to move.  unit: the
 * evaluation's unit. */
int mi_ab_correct(const struct mi_ab_correction *correction, const struct mi_ab_correction_key *key,
                  int player, int unit);

/* difference: score of a search of this depth, minus the corrected evaluation. */
void mi_ab_correction_learn(struct mi_ab_correction *correction,
                            const struct mi_ab_correction_key *key, int player, int unit,
                            int difference, int depth);

#endif
