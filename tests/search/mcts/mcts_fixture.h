/* mcts_fixture.h - the Monte-Carlo tree search that a test is about, the toy game that it is given,
 * and what it found. */
#ifndef MI_TESTS_SEARCH_MCTS_MCTS_FIXTURE_H
#define MI_TESTS_SEARCH_MCTS_MCTS_FIXTURE_H

#include "search/mcts/mcts.h"
#include "tests/support/toy_games.h"

extern struct toy toy;
extern struct mi_settings settings; /* those of toy_settings() at first */
extern struct mi_result result;
extern void *mcts;

void begin_mcts(void);
void end_mcts(void);

/* Searches the position of the game; the result is checked against all that holds for any. */
void search_limited(struct mi_limits limits);
void search(uint64_t playouts);
void check_result(void);

/* How often the search tried the move at the root. */
uint64_t visits_of(miai_move move);

#endif
