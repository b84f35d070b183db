/* inflate.h - reads a file or memory and decompresses gzip data (inflate_zlib.c).  A build without
 * zlib reads only uncompressed data (inflate_none.c). */
#ifndef MI_NET_MODEL_INFLATE_H
#define MI_NET_MODEL_INFLATE_H

#include <stddef.h>

struct mi_inflate;

/* Reads from an open file, which mi_inflate_free() closes, or from borrowed memory, of `length`
 * bytes.  Sets *max to an upper bound of the decompressed size.  NULL if out of memory; the file
 * then stays open. */
struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *max);
struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *max);

/* Reads up to `capacity` bytes.  Returns their number, 0 at the end, or -1 with a text in *fault.
 */
int mi_inflate_read(struct mi_inflate *input, void *to, unsigned capacity, const char **fault);

void mi_inflate_free(struct mi_inflate *input);

#endif
