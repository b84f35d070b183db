/* file.h - a small file as a whole. */
#ifndef MI_FILE_H
#define MI_FILE_H

#include <stddef.h>

/* The bytes of a regular file of at most 8 MiB, with a zero behind them; the caller frees them.
 * NULL if it cannot be read. */
char *mi_load_file(const char *name, size_t *length);

/* The same of a file of at most 1 GiB, and of all that stands on standard input, where there is no
 * zero behind it. */
char *mi_load_large(const char *name, size_t *length);
char *mi_load_input(size_t *length);

#endif
