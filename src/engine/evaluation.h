/* evaluation.h - the weights of the game's evaluation. */
#ifndef MI_ENGINE_EVALUATION_H
#define MI_ENGINE_EVALUATION_H

#include "engine.h"

/* Opens the weights of a file for the current game in the place of those that were open; "none":
 * none; "auto" or "": what the game brings along.  Where it cannot, all stays as it was. */
int mi_engine_open_evaluation(miai_engine *engine, const char *value);

/* Which of these it is. */
const char *mi_engine_evaluation_name(const miai_engine *engine);

void mi_engine_close_evaluation(miai_engine *engine);

/* Before the history takes the place of the current one: as mi_engine_follow_tables(). */
int mi_engine_follow_evaluation(miai_engine *engine, const struct mi_history *history);

/* The weights that evaluate the current game, or NULL: it does without. */
const void *mi_engine_weights(miai_engine *engine);

/* Bytes of the weights that are open. */
size_t mi_engine_weights_bytes(const miai_engine *engine);

#endif
