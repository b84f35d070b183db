/* content.h - reads words and numbers from a network file.
 *
 * Only the first error is reported; whatever is read after it is 0. */
#ifndef MI_NET_MODEL_CONTENT_H
#define MI_NET_MODEL_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

enum { MI_WORD = 128 };

struct mi_content {
    struct mi_inflate *source; /* owned, like data */
    char *data, *at, *end;     /* a window on the decompressed bytes */
    size_t unpacked,
        max_unpacked; /* decompressed bytes so far, and an upper bound of their number */
    size_t bound;     /* limit for the decompressed bytes and for the weights in memory */
    bool over;        /* the source has no more bytes */
    bool failed;
    char *error; /* of size bytes, owned by the caller */
    size_t size;
};

/* Opens a regular file; a gzipped one is decompressed while it is read.  Reading fails after
 * `bound` bytes, compressed or decompressed; 0: only the general size limit applies. */
bool mi_content_open(struct mi_content *in, const char *file, size_t bound, char *error,
                     size_t size);
/* The same from the contents of a file in memory, without a bound. */
bool mi_content_unpack(struct mi_content *in, const void *bytes, size_t length, char *error,
                       size_t size);
void mi_content_close(struct mi_content *in);

/* Copies the next count bytes without consuming them.  False if there are fewer; count must not
 * exceed the window. */
bool mi_content_peek(struct mi_content *in, char *bytes, size_t count);

/* Reads all remaining bytes; free them with mi_content_free().  On failure (too many, corrupt, out
 * of memory) sets the error and returns NULL. */
unsigned char *mi_content_all(struct mi_content *in, size_t *length);
void mi_content_free(unsigned char *bytes);

/* Checks that only blanks follow and that the compressed data is complete; otherwise fails. */
bool mi_content_end(struct mi_content *in);

/* Sets the error text unless an earlier error is set.  Returns false. */
bool mi_content_fail(struct mi_content *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads the next word, cut to MI_WORD - 1 bytes; "" at the end. */
void mi_content_word(struct mi_content *in, char word[MI_WORD]);

/* Reads the next word as a number within min..max; what: its name in an error text. */
int mi_content_int(struct mi_content *in, const char *what, int min, int max);
float mi_content_real(struct mi_content *in, const char *what);

/* Is it a plausible weight: finite and at most 1e9?  Real weights are far smaller, and
 * most networks are also evaluated in 16-bit floats, which end at 65504. */
bool mi_is_plausible_weight(float value);

/* An upper bound of the number of floats that are left to read. */
size_t mi_content_floats_left(const struct mi_content *in);

/* Reads the next count floats: words, or "@BIN@" and 4 little-endian bytes each. */
bool mi_content_floats(struct mi_content *in, const char *what, float *values, size_t count);

#endif
