#include "file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 8 << 20 };

/* Only a regular file: a pipe might let us wait for ever, a device might have no end. */
static FILE *open_regular(const char *name, size_t *size)
{
    int fd = open(name, O_RDONLY | O_NONBLOCK);
    struct stat status;
    if (fd < 0)
        return NULL;
    FILE *file = NULL;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= FILE_MAX) {
        *size = (size_t)status.st_size;
        file = fdopen(fd, "rb");
    }
    if (!file)
        close(fd);
    return file;
}

char *mi_load_file(const char *name, size_t *length)
{
    size_t size;
    FILE *file = open_regular(name, &size);
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
