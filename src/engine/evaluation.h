/* evaluation.h - the learned weights of the game's evaluation. */
#ifndef MI_ENGINE_EVALUATION_H
#define MI_ENGINE_EVALUATION_H

#include "engine.h"

/* Opens weights for the current game in place of those that are open: from a file; "none": no
 * weights; "auto" or "": the built-in ones. On an error nothing changes. */
int mi_engine_open_evaluation(miai_engine *engine, const char *value);

/* The option's value: "none", "auto" or the file's name. */
const char *mi_engine_evaluation_name(const miai_engine *engine);

void mi_engine_close_evaluation(miai_engine *engine);

/* Called before history replaces the current one: reopens the file if the game, board or rules
 * differ, as mi_engine_reopen_tables() does. */
int mi_engine_reopen_evaluation(miai_engine *engine, const struct mi_history *history);

/* The weights that evaluate the current game; NULL: none. */
const void *mi_engine_weights(miai_engine *engine);

/* Bytes of the weights that are open. */
size_t mi_engine_weights_bytes(const miai_engine *engine);

#endif
