#include "file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 8 << 20, LARGE_MAX = 1 << 30, CHUNK = 1 << 16 };

/* Only a regular file: a pipe might let us wait for ever, a device might have no end. */
static FILE *open_regular(const char *name, off_t most, size_t *size)
{
    int fd = open(name, O_RDONLY | O_NONBLOCK);
    struct stat status;
    if (fd < 0)
        return NULL;
    FILE *file = NULL;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= most) {
        *size = (size_t)status.st_size;
        file = fdopen(fd, "rb");
    }
    if (!file)
        close(fd);
    return file;
}

static char *load(const char *name, off_t most, size_t *length)
{
    size_t size;
    FILE *file = open_regular(name, most, &size);
    if (!file)
        return NULL;
    char *bytes = malloc(size + 1);
    if (bytes) {
        *length = fread(bytes, 1, size, file);
        bytes[*length] = '\0';
        if (ferror(file)) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

char *mi_load_file(const char *name, size_t *length)
{
    return load(name, FILE_MAX, length);
}

char *mi_load_large(const char *name, size_t *length)
{
    return load(name, LARGE_MAX, length);
}

char *mi_load_input(size_t *length)
{
    char *bytes = malloc(CHUNK);
    size_t room = CHUNK, n = 0, more;
    while (bytes && (more = fread(bytes + n, 1, room - n, stdin)) > 0) {
        n += more;
        if (n < room)
            continue;
        char *grown = room < LARGE_MAX ? realloc(bytes, 2 * room) : NULL;
        if (!grown) {
            free(bytes);
            return NULL;
        }
        bytes = grown;
        room *= 2;
    }
    *length = n;
    return bytes;
}
