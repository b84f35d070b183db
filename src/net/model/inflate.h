/* inflate.h - bytes of a file or of memory, unpacked where gzip packed them: inflate_zlib.c; or,
 * where there is no zlib, only as they are: inflate_none.c. */
#ifndef MI_NET_MODEL_INFLATE_H
#define MI_NET_MODEL_INFLATE_H

#include <stddef.h>

struct mi_inflate;

/* An open file, which is closed with it, or what lies in memory and stays there: of length bytes.
 * *most: so many they are at the most, unpacked.  NULL: there is no memory, and the file stays. */
struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *most);
struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *most);

/* The next bytes, room at the most.  How many; 0: there are no more; -1, and what is wrong. */
int mi_inflate_read(struct mi_inflate *packed, void *to, unsigned room, const char **fault);

void mi_inflate_free(struct mi_inflate *packed);

#endif
