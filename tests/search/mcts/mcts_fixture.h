/* mcts_fixture.h - the tree search under test, its toy game, and its result. */
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

/* Searches the game's position, and checks what must hold for any result. */
void search_limited(struct mi_limits limits);
void search_tree(uint64_t playouts);
void check_result(void);

/* Visits of the root move. */
uint64_t visits_of(miai_move move);

#endif
