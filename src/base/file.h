/* file.h - reading files that users and clients name.
 *
 * Only regular files are opened, and without blocking: a pipe might never deliver data, and a
 * device has no end. Functions that fail write the reason into error, a buffer of size bytes. */
#ifndef MI_BASE_FILE_H
#define MI_BASE_FILE_H

#include "confine.h"

#include <stdint.h>
#include <stdio.h>

enum {
    MI_FILE_ERROR = 128,                /* enough for any error of these functions */
    MI_MAX_WEIGHTS_FILE_BYTES = 1 << 28 /* limit for weight files, in bytes */
};

/* Opens a file of at most max_bytes bytes and sets *length to its size. Returns a descriptor, or -1
 * on error. */
int mi_file_descriptor(const char *name, size_t max_bytes, size_t *length, char *error,
                       size_t size);

/* Opens a file in the same way, but returns a stream; NULL on error. */
FILE *mi_file_open(const char *name, size_t max_bytes, size_t *length, char *error, size_t size);

/* Reads the whole file and appends a zero byte, not counted in *length. The caller frees the
 * result. NULL on error. */
void *mi_file_read(const char *name, size_t max_bytes, size_t *length, char *error, size_t size);

/* ---- the same, restricted to the files that may be accessed; NULL: any file ---- */

int mi_allowed_file_descriptor(const struct mi_file_access *files, const char *name,
                               size_t max_bytes, size_t *length, char *error, size_t size);
FILE *mi_allowed_file_open(const struct mi_file_access *files, const char *name, size_t max_bytes,
                           size_t *length, char *error, size_t size);
void *mi_allowed_file_read(const struct mi_file_access *files, const char *name, size_t max_bytes,
                           size_t *length, char *error, size_t size);

/* Continues the CRC-32 of gzip (ISO 3309) over more bytes. Start with 0. */
uint32_t mi_crc32(uint32_t sum, const void *bytes, size_t length);

/* Weight files of several games share a header: 8 bytes of magic, the version (1), and the CRC-32
 * of everything after the header. Both numbers are 4 bytes, little-endian. */
enum { MI_WEIGHTS_HEADER_BYTES = 16 };

/* Checks a weight file that should have expected_length bytes. Returns an error message, or NULL if
 * the file is valid. wrong_magic is the message for a file with another magic. */
const char *mi_weights_file_fault(const unsigned char *bytes, size_t length, const char *magic,
                                  const char *wrong_magic, size_t expected_length);

#endif
