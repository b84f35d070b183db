/* content.h - what a file contains, and reading words and numbers from it.
 *
 * The first error sticks: it is told once, and what is read behind it is 0. */
#ifndef MI_NET_MODEL_CONTENT_H
#define MI_NET_MODEL_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

enum { MI_WORD = 128 };

struct mi_content {
    struct mi_inflate *source; /* its own, as data is */
    char *data, *at, *end;    /* a window on what is unpacked */
    size_t unpacked, most;    /* bytes so far, and of all that it can be */
    size_t bound;             /* bytes that it may have, as its weights in memory may */
    bool over;                /* the source has no more */
    bool failed;
    char *error; /* of size bytes, the caller's */
    size_t size;
};

/* Opens a regular file, which is unpacked as it is read if it was packed by gzip.  It fails after
 * `bound` bytes, packed or unpacked; 0: only networks that are too large for this program fail. */
bool mi_content_open(struct mi_content *in, const char *file, size_t bound, char *error,
                     size_t size);
/* The same from the bytes of a file, without a bound. */
bool mi_content_unpack(struct mi_content *in, const void *bytes, size_t length, char *error,
                       size_t size);
void mi_content_close(struct mi_content *in);

/* The next count bytes, of a window's at the most, which are then still the next; false: there are
 * not so many. */
bool mi_content_peek(struct mi_content *in, char *bytes, size_t count);

/* All bytes that are left, for mi_content_free().  NULL, and a failure: they are too many, they
 * cannot be unpacked, or there is no memory. */
unsigned char *mi_content_all(struct mi_content *in, size_t *length);
void mi_content_free(unsigned char *bytes);

/* False, and a failure, if anything but blanks follows, or what was packed is not whole. */
bool mi_content_end(struct mi_content *in);

/* Says what is wrong, unless something has been already.  Returns false. */
bool mi_content_fail(struct mi_content *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next word, cut off behind MI_WORD - 1 bytes; "" at the end. */
void mi_content_word(struct mi_content *in, char word[MI_WORD]);

/* The next word as a number within min..max; what names it in an error. */
int mi_content_int(struct mi_content *in, const char *what, int min, int max);
float mi_content_real(struct mi_content *in, const char *what);

/* Can it be a weight?  Weights and what scales them are far below the bound, and what half of a
 * float's bits can hold, with which most networks are calculated elsewhere, is, too. */
bool mi_is_sound(float value);

/* An upper bound of the floats that are left, before they are read. */
size_t mi_content_floats_left(const struct mi_content *in);

/* The next count floats, words or "@BIN@" and 4 bytes each, the lowest first. */
bool mi_content_floats(struct mi_content *in, const char *what, float *values, size_t count);

#endif
