#include "inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mi_inflate {
    int file; /* below 0: from memory */
    const char *bytes;
    size_t length, given;
};

static struct mi_inflate *packed_of(int file, const void *bytes, size_t length, size_t *most)
{
    struct mi_inflate *packed = malloc(sizeof *packed);
    if (packed)
        *packed = (struct mi_inflate){.file = file, .bytes = bytes, .length = length};
    *most = length;
    return packed;
}

struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *most)
{
    return packed_of(file, NULL, length, most);
}

struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *most)
{
    return packed_of(-1, bytes, length, most);
}

static int read_some(struct mi_inflate *packed, void *to, size_t room)
{
    if (packed->file >= 0) {
        ssize_t got;
        do
            got = read(packed->file, to, room);
        while (got < 0 && errno == EINTR);
        return (int)got;
    }
    size_t rest = packed->length - packed->given, count = room < rest ? room : rest;
    memcpy(to, packed->bytes + packed->given, count);
    return (int)count;
}

int mi_inflate_read(struct mi_inflate *packed, void *to, unsigned room, const char **fault)
{
    const unsigned char *first = to;
    int got = read_some(packed, to, room);
    if (got < 0)
        *fault = "it cannot be read";
    if (packed->given == 0 && got > 1 && first[0] == 0x1f && first[1] == 0x8b) {
        *fault = "it is packed by gzip, which was left out when miai was built";
        return -1;
    }
    packed->given += got > 0 ? (size_t)got : 0;
    return got;
}

void mi_inflate_free(struct mi_inflate *packed)
{
    if (packed && packed->file >= 0)
        close(packed->file);
    free(packed);
}
