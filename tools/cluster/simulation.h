/* simulation.h - the ranks of a cluster in one process, in simulated time.
 *
 * Each rank is an engine with a thread of its own, and all that they exchange is exchanged by the
 * code that MPI's ranks run: src/cluster, src/engine/cluster, src/search/mcts/tree_exchange.h. What
 * is simulated is the interconnect (wire.h) and the clock: a playout takes a fixed time.  A rank
 * that comes to an exchange waits for those whose next exchange is earlier, so that a message is
 * there when it has arrived by that clock, and between exchanges all search at once, on however few
 * processors. */
#ifndef MI_TOOLS_CLUSTER_SIMULATION_H
#define MI_TOOLS_CLUSTER_SIMULATION_H

#include "miai.h"
#include "wire.h"

struct simulation_terms {
    int ranks;
    double rate;                /* playouts a second of each */
    struct wire_terms wire;     /* the clock aside */
    const char *const *options; /* of the engines, names and values, ended by NULL */
    uint64_t seed;
};

struct simulation;

/* NULL: no memory, or an option that the engine does not take. */
struct simulation *simulation_new(const struct simulation_terms *terms);
void simulation_free(struct simulation *simulation);

/* The engine of rank 0; what is played there is to be played in all. */
miai_engine *simulation_engine(struct simulation *simulation);
bool simulation_clear(struct simulation *simulation);
bool simulation_play(struct simulation *simulation, const char *move);

/* All ranks search the position for as long as so many playouts take one of them; rank 0 chooses
 * the move.  False: the game is over. */
bool simulation_search(struct simulation *simulation, uint64_t playouts, char *move, size_t size);

/* So far: playouts of all ranks, messages and their bytes. */
struct simulation_sums {
    uint64_t playouts, messages, bytes, lost;
};
struct simulation_sums simulation_sums(struct simulation *simulation);

#endif
