/* graph_game.h - random games, for comparing one search with another.
 *
 * Positions are the numbered nodes of a graph. Edges, turns, ends and scores are derived from a
 * hash of a seed, which is passed as komi. The graph has one level per ply, and transpositions. */
#ifndef MI_TESTS_SUPPORT_GRAPH_GAME_H
#define MI_TESTS_SUPPORT_GRAPH_GAME_H

#include "miai_game.h"

enum { GRAPH_LEVELS = 6 };

/* Bits of the rules. GRAPH_STRICT: players alternate. GRAPH_LOOPS: no levels, so that edges may
 * lead back. */
enum { GRAPH_STRICT = 1, GRAPH_LOOPS = 2 };

extern const miai_game graph_game;

/* Optional functions that tests add to the game. */
int graph_evaluate(const void *weights, void *memory, const void *pos);
uint64_t graph_hash(const void *pos);
int graph_forbids(const void *pos); /* repetition is illegal */
int graph_draws(const void *pos);

#endif
