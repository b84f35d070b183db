/* file.h - reading files that users and clients name.
 *
 * Only regular files are opened, and without waiting: a pipe might let the program wait for ever,
 * and a device has no end.  What fails is told in words, in an error of size bytes. */
#ifndef MI_BASE_FILE_H
#define MI_BASE_FILE_H

#include "confine.h"

#include <stdint.h>
#include <stdio.h>

enum {
    MI_FILE_ERROR = 128,      /* bytes that hold any of these errors */
    MI_FILE_LEARNED = 1 << 28 /* no file of what a game learned has more bytes */
};

/* Opens a file of at most so many bytes, and says how many it has.  A descriptor, or -1. */
int mi_file_descriptor(const char *name, size_t most, size_t *length, char *error, size_t size);

/* The same as a stream, or NULL. */
FILE *mi_file_open(const char *name, size_t most, size_t *length, char *error, size_t size);

/* All its bytes, and a zero behind them; owned by the caller.  Or NULL. */
void *mi_file_read(const char *name, size_t most, size_t *length, char *error, size_t size);

/* ---- the same of those that may be named; files == NULL: any ---- */

int mi_files_descriptor(const struct mi_files *files, const char *name, size_t most, size_t *length,
                        char *error, size_t size);
FILE *mi_files_open(const struct mi_files *files, const char *name, size_t most, size_t *length,
                    char *error, size_t size);
void *mi_files_read(const struct mi_files *files, const char *name, size_t most, size_t *length,
                    char *error, size_t size);

/* The CRC-32 of gzip (ISO 3309), which tells that a file is damaged, with more bytes; of the first
 * ones the sum before is 0. */
uint32_t mi_crc32(uint32_t sum, const void *bytes, size_t length);

/* Of files of what a game has learned that begin all alike: eight signs, the version 1, and the
 * CRC-32 of all behind it, both of four bytes, the lowest first. */
enum { MI_LEARNED_HEAD = 16 };

/* What is wrong with bytes that are to be such a file of length whole, in words; NULL: nothing.
 * none: what to say of bytes that do not begin with those eight signs. */
const char *mi_learned_fault(const unsigned char *bytes, size_t length, const char *magic,
                             const char *none, size_t whole);

#endif
