/* simulation.h - the ranks of a cluster in one process and in simulated time.
 *
 * Each rank is an engine with its own thread, and ranks communicate by the same code as under MPI:
 * src/cluster, src/engine/cluster, src/search/mcts/tree_exchange.h. Only the interconnect (wire.h)
 * and the clock are simulated: a playout takes a fixed time. A rank that reaches an exchange waits
 * for those whose next exchange is earlier, so that a message is there when it has arrived by that
 * clock. Between exchanges all ranks search in parallel, on however few processors. */
#ifndef MI_TOOLS_CLUSTER_SIMULATION_H
#define MI_TOOLS_CLUSTER_SIMULATION_H

#include "miai.h"
#include "wire.h"

struct simulation_terms {
    int ranks;
    double rate;                /* playouts per second of each rank */
    struct wire_terms wire;     /* the clock is set here */
    const char *const *options; /* options of the engines, names and values, ended by NULL */
    uint64_t seed;
};

struct simulation;

/* NULL if out of memory, or for an invalid option. */
struct simulation *simulation_new(const struct simulation_terms *terms);
void simulation_free(struct simulation *simulation);

/* The engine of rank 0; simulation_play() plays moves in all engines. */
miai_engine *simulation_engine(struct simulation *simulation);
bool simulation_clear(struct simulation *simulation);
bool simulation_play(struct simulation *simulation, const char *move);

/* All ranks search the position for the time that so many playouts take one of them; rank 0 chooses
 * the move. Returns false if the game is over. */
bool simulation_search(struct simulation *simulation, uint64_t playouts, char *move, size_t size);

/* Totals so far: playouts of all ranks, messages and their bytes. */
struct simulation_sums {
    uint64_t playouts, messages, bytes, lost;
};
struct simulation_sums simulation_sums(struct simulation *simulation);

#endif
