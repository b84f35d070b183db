/* correction.h - how far evaluations err: by how much positions that have a part in common, or came
 * by the same two moves, turned out better or worse than they were evaluated (correction history,
 * of the chess programs Caissa, 2023, and Stockfish, 2024).  Of one thread. */
#ifndef MI_SEARCH_ALPHABETA_CORRECTION_H
#define MI_SEARCH_ALPHABETA_CORRECTION_H

#include "contract/capability.h"

enum {
    MI_CORRECTIONS = MIAI_MAX_PARTS + 1, /* of the parts, and of the moves before */
    MI_CORRECTION_PLACES = 1 << 14
};

struct mi_ab_correction {
    int16_t *error; /* owned; [correction][player][place], in 1/25600 of the evaluation's unit (a
                       pawn); NULL: nothing is learnt */
};

/* Where the errors of a position stand. */
struct mi_ab_correction_key {
    int count;
    uint16_t place[MI_CORRECTIONS];
};

/* kinds: of moves, that the search tells apart; 0, or a game without parts: there is nothing to
 * learn of, and no memory. */
size_t mi_ab_correction_bytes(const miai_game *game, int kinds);
bool mi_ab_correction_init(struct mi_ab_correction *correction, const miai_game *game, int kinds);
void mi_ab_correction_free(struct mi_ab_correction *correction);

/* moves: a number for the moves that led to pos, 0 to MI_CORRECTION_PLACES - 1. */
struct mi_ab_correction_key mi_ab_correction_key(const miai_game *game, const void *pos,
                                                 unsigned moves);

/* What to add to an evaluation in the view of player, who is to move.  unit: the evaluation's. */
int mi_ab_correct(const struct mi_ab_correction *correction, const struct mi_ab_correction_key *key,
                  int player, int unit);

/* A search of that depth has said so much more than the corrected evaluation. */
void mi_ab_correction_learn(struct mi_ab_correction *correction,
                            const struct mi_ab_correction_key *key, int player, int unit,
                            int difference, int depth);

#endif
