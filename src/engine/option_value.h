/* option_value.h - option values as text. */
#ifndef MI_ENGINE_OPTION_VALUE_H
#define MI_ENGINE_OPTION_VALUE_H

#include "options.h"

/* Sets every option to its default. */
void mi_options_init(struct mi_options *options);

/* Reads the value of an option that is stored in options: returns false if the text is not a value
 * or is out of range. mi_options_get() writes it, as snprintf. */
bool mi_options_set(struct mi_options *options, const struct mi_option_row *row, const char *text);
int mi_options_get(const struct mi_options *options, const struct mi_option_row *row, char *text,
                   size_t size);

#endif
