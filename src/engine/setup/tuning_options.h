/* tuning_options.h - the tuning constants of alpha-beta as options. */
#ifndef MI_ENGINE_SETUP_TUNING_OPTIONS_H
#define MI_ENGINE_SETUP_TUNING_OPTIONS_H

#include "engine/options.h"

/* The row of the i-th constant, or NULL after the last. */
const struct mi_option_row *mi_tuning_option_row(int i);

bool mi_is_tuning_option(const struct mi_option_row *row);

/* Writes the value, or the game's own if the option was not set, as snprintf. */
int mi_tuning_option_get(const miai_engine *engine, const struct mi_option_row *row, char *text,
                         size_t size);

#endif
