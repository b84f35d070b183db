/* think.h - running a search. */
#ifndef MI_ENGINE_THINK_THINK_H
#define MI_ENGINE_THINK_THINK_H

#include "engine/engine.h"

/* Allocates the memory of mi_engine_think() before its clock starts: filling hundreds of megabytes
 * with zeros, as a page must, takes up to seconds.  False: this search has nothing to allocate in
 * advance. */
bool mi_engine_allocate_search(miai_engine *engine, const struct mi_root *root);

/* Runs the configured search and leaves its result in the engine. mi_engine_think() reuses the
 * state of earlier searches; mi_engine_think_fresh() neither uses nor changes that state. Both
 * return an error code. */
int mi_engine_think(miai_engine *engine, const struct mi_root *root,
                    const struct mi_limits *limits);
int mi_engine_think_fresh(miai_engine *engine, const struct mi_root *root,
                          const struct mi_limits *limits);

/* Runs a small search beside the one that is kept, which it neither uses nor changes, without
 * reports.  result may be the engine's. */
int mi_engine_think_beside(miai_engine *engine, const struct mi_root *root,
                           const struct mi_limits *limits, struct mi_result *result);

/* Runs the same search during the opponent's time: reports nothing and keeps the last result. */
int mi_engine_ponder(miai_engine *engine, const struct mi_root *root,
                     const struct mi_limits *limits);

/* Moves the i-th choice of the result to the front: it becomes the move to play. */
void mi_engine_move_choice_to_front(miai_engine *engine, const struct mi_root *root, int i);

/* Starts an operation that miai_stop() can end: clears an earlier stop unless miai_arm_search() was
 * called. */
void mi_engine_arm_stop(miai_engine *engine);

#endif
