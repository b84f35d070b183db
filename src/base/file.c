#include "file.h"

#include "at.h"
#include "folder.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifndef WITHOUT_ZLIB
#include <zlib.h>
#endif

static const char *file_type_error(const struct stat *status)
{
    return S_ISDIR(status->st_mode) ? strerror(EISDIR) : "not a regular file";
}

/* Checks that the open file is regular and not too large, and sets *length to its size. */
static bool check_regular_file(int file, size_t max_bytes, size_t *length, char *error, size_t size)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        snprintf(error, size, "%s", strerror(errno));
    else if (!S_ISREG(status.st_mode))
        snprintf(error, size, "%s", file_type_error(&status));
    else if ((uintmax_t)status.st_size > max_bytes)
        snprintf(error, size, "it is larger than %zu bytes", max_bytes);
    else {
        *length = (size_t)status.st_size;
        return true;
    }
    return false;
}

static int open_unconfined(const char *name, char *error, size_t size)
{
    int file = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) { /* some systems cannot open a folder and report another error */
        int number = errno;
        snprintf(error, size, "%s", strerror(mi_is_folder(name) ? EISDIR : number));
    }
    return file;
}

int mi_allowed_file_descriptor(const struct mi_file_access *files, const char *name,
                               size_t max_bytes, size_t *length, char *error, size_t size)
{
    bool confined = files && files->folder;
    int file = confined ? mi_confined_open(files, name, false, error, size)
                        : open_unconfined(name, error, size);
    if (file < 0)
        return -1;
    if (files && files->most > 0 && files->most < max_bytes)
        max_bytes = files->most;
    if (check_regular_file(file, max_bytes, length, error, size))
        return file;
    close(file);
    return -1;
}

int mi_file_descriptor(const char *name, size_t max_bytes, size_t *length, char *error, size_t size)
{
    return mi_allowed_file_descriptor(NULL, name, max_bytes, length, error, size);
}

FILE *mi_allowed_file_open(const struct mi_file_access *files, const char *name, size_t max_bytes,
                           size_t *length, char *error, size_t size)
{
    int file = mi_allowed_file_descriptor(files, name, max_bytes, length, error, size);
    if (file < 0)
        return NULL;
    FILE *stream = fdopen(file, "rb");
    if (!stream) {
        snprintf(error, size, "%s", strerror(errno));
        close(file);
    }
    return stream;
}

FILE *mi_file_open(const char *name, size_t max_bytes, size_t *length, char *error, size_t size)
{
    return mi_allowed_file_open(NULL, name, max_bytes, length, error, size);
}

/* Reads up to *length bytes and sets *length to the number read. */
static char *read_whole_stream(FILE *stream, size_t *length, char *error, size_t size)
{
    char *bytes = malloc(*length + 1);
    if (!bytes) {
        snprintf(error, size, "no memory for it");
        return NULL;
    }
    *length = fread(bytes, 1, *length, stream);
    bytes[*length] = '\0';
    if (!ferror(stream))
        return bytes;
    snprintf(error, size, "%s", strerror(errno));
    free(bytes);
    return NULL;
}

void *mi_allowed_file_read(const struct mi_file_access *files, const char *name, size_t max_bytes,
                           size_t *length, char *error, size_t size)
{
    FILE *stream = mi_allowed_file_open(files, name, max_bytes, length, error, size);
    if (!stream)
        return NULL;
    char *bytes = read_whole_stream(stream, length, error, size);
    fclose(stream);
    return bytes;
}

void *mi_file_read(const char *name, size_t max_bytes, size_t *length, char *error, size_t size)
{
    return mi_allowed_file_read(NULL, name, max_bytes, length, error, size);
}

/* ---- checksums and weight files ---- */

#ifndef WITHOUT_ZLIB
uint32_t mi_crc32(uint32_t sum, const void *bytes, size_t length)
{
    return (uint32_t)crc32_z(sum, bytes, length);
}
#else
uint32_t mi_crc32(uint32_t sum, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    sum = ~sum;
    for (size_t i = 0; i < length; i++) {
        sum ^= byte[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum;
}
#endif

enum { MAGIC_BYTES = 8, WEIGHTS_VERSION = 1 };

static uint32_t read_u32(const unsigned char *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

const char *mi_weights_file_fault(const unsigned char *bytes, size_t length, const char *magic,
                                  const char *wrong_magic, size_t expected_length)
{
    size_t magic_length = length < MAGIC_BYTES ? length : MAGIC_BYTES;
    if (length == 0 || memcmp(bytes, magic, magic_length) != 0)
        return wrong_magic;
    if (length < MI_WEIGHTS_HEADER_BYTES)
        return "it is too short";
    if (read_u32(bytes + MAGIC_BYTES) != WEIGHTS_VERSION)
        return "it has an unsupported version (not 1)";
    if (length != expected_length)
        return length < expected_length ? "it is too short" : "it is too long";
    if (read_u32(bytes + MAGIC_BYTES + 4) !=
        mi_crc32(0, bytes + MI_WEIGHTS_HEADER_BYTES, length - MI_WEIGHTS_HEADER_BYTES))
        return "it is damaged: wrong checksum";
    return NULL;
}
