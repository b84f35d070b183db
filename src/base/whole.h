/* whole.h - whole files. */
#ifndef MI_WHOLE_H
#define MI_WHOLE_H

#include <stddef.h>

/* The bytes of a regular file, up to `most` of them, and how many they are; owned by the caller.
 * NULL: it cannot be read, and errno says why. */
unsigned char *mi_read_whole(const char *file, size_t most, size_t *length);

#endif
