#include "whole.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static FILE *open_stream(const char *file)
{
    struct stat status;
    if (stat(file, &status) != 0)
        return NULL;
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) {
        errno = EINVAL; /* a pipe would be waited for */
        return NULL;
    }
    return fopen(file, "rb");
}

static unsigned char *read_stream(FILE *stream, size_t most, size_t *length)
{
    unsigned char *bytes = malloc(most);
    if (!bytes)
        return NULL;
    *length = fread(bytes, 1, most, stream);
    if (ferror(stream)) {
        free(bytes);
        return NULL;
    }
    unsigned char *fitting = realloc(bytes, *length ? *length : 1);
    return fitting ? fitting : bytes;
}

unsigned char *mi_read_whole(const char *file, size_t most, size_t *length)
{
    FILE *stream = open_stream(file);
    unsigned char *bytes = stream ? read_stream(stream, most, length) : NULL;
    int reason = errno;
    if (stream)
        fclose(stream);
    errno = reason;
    return bytes;
}
