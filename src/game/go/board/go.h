/* go.h - what the parts of Go offer each other above the board. */
#ifndef MI_GAME_GO_BOARD_GO_H
#define MI_GAME_GO_BOARD_GO_H

#include "board.h"

/* ---- game/go/score/score.c ---- */

/* Whose each point is, when the stones on points with life == MIAI_DEAD are taken off (NULL: none):
 * 1 Black's, -1 White's, 0 nobody's.  An empty region belongs to whose stones alone it touches. */
void mi_go_ownership(const struct mi_go *b, const int8_t *life, int8_t *owner);

/* The score for Black in 1/100 of a point, komi included, as if the game ended here without those
 * stones. */
int mi_go_settle(const void *pos, const int8_t *life);

/* The score as if the game ended here and each point were whose owner[] says. */
int mi_go_count(const void *pos, const int8_t *owner);

/* White's points for handicap stones. */
int mi_go_compensation(const struct mi_go *b);

/* A number of 1/100 points brought into the range of scores, komi and compensation taken off. */
int mi_go_less_komi(const struct mi_go *b, int score);

/* ---- game/go/score/teire.c ---- */

/* What has to be filled at the end: owner[] of such a point, which mi_go_ownership() has said,
 * becomes 0.  Who is to move may make one needless by playing a dame first. */
void mi_go_teire(const struct mi_go *b, const int8_t *life, int8_t *owner);

/* ---- game/go/life/life.c ---- */

/* The pass-alive points, as mi_go_ownership() has owners: whose they are even if that player only
 * passes from here on. */
void mi_go_pass_alive(const void *pos, int8_t *owner);

/* Would whoever plays on a liberty of this chain lose the stone at once, so that it may live in
 * seki? */
bool mi_go_may_be_seki(const void *pos, miai_move point);

/* The contract's. */
bool mi_go_finished(const void *pos, const int8_t *life, int8_t *owner);

/* ---- game/go/life/judge.c: the contract's ---- */

bool mi_go_judge(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life);

/* ---- game/go/life/seki_status.c ---- */

/* Of the chains that life[] says are dead, those that the other player cannot take, though he moves
 * first there, become MIAI_SEKI, and his with them; and so do chains of both that it says are
 * alive, but that live by their common liberties alone.  Looks at no more than so many
 * positions. */
void mi_go_find_seki(const void *pos, int nodes, int8_t *life);

/* ---- game/go/life/bent_four.c ---- */

/* Of the chains that life[] says live in seki, those that do so only while there are threats
 * elsewhere become MIAI_DEAD, where the rules say so, and those that take them MIAI_ALIVE. */
void mi_go_resolve_bent_four(const void *pos, int8_t *life);

/* ---- game/go/policy/playout.c ---- */

/* Bound of the plies of a playout: 3 * move_count() and at least 100. */
int mi_go_playout_max(const struct mi_go *b);
int mi_go_playout(void *pos, miai_rng *rng, miai_trace *trace);

/* The contract's lists. */
int mi_go_moves(const void *pos, miai_move *list);
int mi_go_candidates(const void *pos, miai_move *list);
int mi_go_playout_moves(const void *pos, miai_move *list);
int mi_go_noisy(const void *pos, miai_move *list);

/* ---- game/go/policy/heavy.c ---- */

int mi_go_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);

/* ---- game/go/policy/priors.c ---- */

void mi_go_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                  float *prior);

/* ---- game/go/score/eval.c ---- */

int mi_go_evaluate(const void *weights, void *memory, const void *pos);

/* ---- text.c ---- */

int mi_go_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_go_text(const void *pos, char *text, size_t size);

extern const miai_notation mi_go_notation;

/* ---- handicap.c ---- */

int mi_go_handicap(const miai_setup *setup, int n, miai_move *list);

/* Is (x, y) one of the points that are marked on such a board? */
bool mi_go_is_star(int width, int height, int x, int y);

#endif
