/* graph_game.h - games that chance draws, for one search beside another.
 *
 * The positions are the nodes of a graph, which are numbers; the edges, the players' turns, the
 * ends and the scores come from a hash of the seed, for which komi serves.  The graph has as many
 * levels as the game has plies, and transpositions. */
#ifndef MI_TESTS_SUPPORT_GRAPH_GAME_H
#define MI_TESTS_SUPPORT_GRAPH_GAME_H

#include "miai_game.h"

enum { GRAPH_LEVELS = 6 };

/* In the number of the rules: the players take turns; there are no levels, so that the edges lead
 * anywhere, and come back. */
enum { GRAPH_STRICT = 1, GRAPH_LOOPS = 2 };

extern const miai_game graph_game;

/* What may be added to it. */
int graph_evaluate(const void *weights, void *memory, const void *pos);
uint64_t graph_hash(const void *pos);
int graph_forbids(const void *pos); /* repetition */
int graph_draws(const void *pos);

#endif
