/* option_value.h - values of options, as text. */
#ifndef MI_ENGINE_OPTION_VALUE_H
#define MI_ENGINE_OPTION_VALUE_H

#include "options.h"

/* Sets every option to its default. */
void mi_options_init(struct mi_options *options);

/* Reads a value of an option that is kept here; false if it is none or out of range.  And writes
 * it, as snprintf. */
bool mi_options_set(struct mi_options *options, const struct mi_option_row *row, const char *text);
int mi_options_get(const struct mi_options *options, const struct mi_option_row *row, char *text,
                   size_t size);

#endif
