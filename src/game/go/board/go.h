/* go.h - functions that the Go folders share, apart from the board itself. */
#ifndef MI_GAME_GO_BOARD_GO_H
#define MI_GAME_GO_BOARD_GO_H

#include "board.h"

/* ---- game/go/score/score.c ---- */

/* Writes the owner of each point after removing the stones with life == MIAI_DEAD (life NULL:
 * no stones): 1 Black, -1 White, 0 nobody.  An empty region belongs to a colour if it touches no
 * stone of the other. */
void mi_go_ownership(const struct mi_go *b, const int8_t *life, int8_t *owner);

/* The score for Black in 1/100 point, komi included, if the game ended here without the stones with
 * life == MIAI_DEAD.  life is ignored if the rules do not let the players agree on dead stones. */
int mi_go_final_score(const void *pos, const int8_t *life);

/* The same after a playout, in which all stones are alive. */
int mi_go_playout_score(const struct mi_go *b);

/* As mi_go_final_score(), but with the given owners of the points. */
int mi_go_score_by_owners(const void *pos, const int8_t *owner);

/* White's compensation for handicap stones, in points. */
int mi_go_handicap_compensation(const struct mi_go *b);

/* The tax on groups in points for Black, given the owners of the points and the life of the stones
 * (NULL: nothing is in seki): two points for each region with one owner that is not in seki. */
int mi_go_group_tax(const struct mi_go *b, const int8_t *owner, const int8_t *life);

/* score (1/100 point) minus komi and compensation, with the button, clamped to the range of
 * scores. */
int mi_go_subtract_komi(const struct mi_go *b, int score);

/* ---- game/go/score/area.c ---- */

/* Writes owner[span]: the colour for which each point counts at the end of the encore's phase 2, or
 * MI_GO_EMPTY.  Returns the number of Black's areas that live without help minus White's. */
int mi_go_encore_area(const struct mi_go *b, uint8_t *owner);

/* ---- game/go/score/teire.c ---- */

/* Sets owner[], as mi_go_ownership() wrote it, to 0 at points that must be filled at the end of the
 * game (teire).  The side to move may first play a dame that makes one unnecessary. */
void mi_go_find_teire(const struct mi_go *b, const int8_t *life, int8_t *owner);

/* ---- game/go/life/life.c ---- */

/* Writes the owners of pass-alive points, as in mi_go_ownership(): stones and territory that stay
 * the player's even if that player always passes. */
void mi_go_pass_alive(const void *pos, int8_t *owner);

/* Would a stone of either colour on any liberty of this chain be captured at once, so that the
 * chain may live in seki? */
bool mi_go_may_be_seki(const void *pos, miai_move point);

/* See miai_scoring.finished. */
bool mi_go_finished(const void *pos, const int8_t *life, int8_t *owner);

/* ---- game/go/life/judge.c: see miai_scoring.judge ---- */

bool mi_go_judge(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life);

/* Sets life[] of all stones of a chain. */
void mi_go_mark_life(const struct mi_go *b, int8_t *life, int stone, int of_chain);

/* ---- game/go/life/seki_status.c ---- */

/* Corrects life[] for seki.  A chain marked dead that its opponent cannot capture even when moving
 * first becomes MIAI_SEKI together with the opponent's chains around it.  So do chains of both
 * colours marked alive that live only by their shared liberties.  Searches at most `nodes`
 * positions per chain. */
void mi_go_find_seki(const void *pos, int nodes, int8_t *life);

/* ---- game/go/life/bent_four.c ---- */

/* Corrects life[] for bent fours, where the rules ask for it.  A chain in seki that survives only
 * by ko threats elsewhere becomes MIAI_DEAD, and the chains that capture it MIAI_ALIVE. */
void mi_go_resolve_bent_fours(const void *pos, int8_t *life);

/* ---- game/go/tsumego/solve.c: see miai_scoring.solve_life ---- */

const char *mi_go_solve_life(const void *pos, miai_move stone, size_t memory,
                             const miai_watch *watch, miai_life_answer *answer);

/* ---- game/go/tsumego/settled.c ---- */

/* Corrects life[], as a forecast judged it at the end of the game, where it can be proved to be
 * wrong.  Searches at most `positions` positions. */
void mi_go_prove_life(const struct mi_go *b, int positions, int8_t *life);

/* ---- game/go/policy/playout.c ---- */

/* Maximum length of a playout in plies: 3 * move_count(), at least 100. */
int mi_go_playout_max(const struct mi_go *b);
int mi_go_playout(void *pos, miai_rng *rng, miai_trace *trace);

/* Move lists of the contract. */
int mi_go_moves(const void *pos, miai_move *list);
int mi_go_candidates(const void *pos, miai_move *list);
int mi_go_playout_moves(const void *pos, miai_move *list);
int mi_go_noisy(const void *pos, miai_move *list);

/* ---- game/go/policy/heavy.c ---- */

int mi_go_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);

/* ---- game/go/policy/priors.c ---- */

void mi_go_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                  float *prior);
/* Bytes of memory that each thread needs for the priors. */
size_t mi_go_priors_memory(const void *weights);

/* ---- game/go/score/eval.c ---- */

int mi_go_evaluate(const void *weights, void *memory, const void *pos);

/* ---- text.c ---- */

int mi_go_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_go_text(const void *pos, char *text, size_t size);

extern const miai_notation mi_go_notation;

/* ---- handicap.c ---- */

int mi_go_handicap(const miai_setup *setup, int n, miai_move *list);

/* Is (x, y) a star point of a board of that size? */
bool mi_go_is_star(int width, int height, int x, int y);

/* ---- game/go/presentation.c: board colours, and the names of the rule sets ---- */

extern const miai_presentation mi_go_presentation;

#endif
