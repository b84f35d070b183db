#include "inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mi_inflate {
    int file; /* file descriptor; below 0: reads from memory */
    const char *bytes;
    size_t length, delivered;
};

static struct mi_inflate *begin_input(int file, const void *bytes, size_t length, size_t *max)
{
    struct mi_inflate *input = malloc(sizeof *input);
    if (input)
        *input = (struct mi_inflate){.file = file, .bytes = bytes, .length = length};
    *max = length;
    return input;
}

struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *max)
{
    return begin_input(file, NULL, length, max);
}

struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *max)
{
    return begin_input(-1, bytes, length, max);
}

static int read_raw(struct mi_inflate *input, void *to, size_t capacity)
{
    if (input->file >= 0) {
        ssize_t got;
        do
            got = read(input->file, to, capacity);
        while (got < 0 && errno == EINTR);
        return (int)got;
    }
    size_t rest = input->length - input->delivered, count = capacity < rest ? capacity : rest;
    memcpy(to, input->bytes + input->delivered, count);
    return (int)count;
}

int mi_inflate_read(struct mi_inflate *input, void *to, unsigned capacity, const char **fault)
{
    const unsigned char *first = to;
    int got = read_raw(input, to, capacity);
    if (got < 0)
        *fault = "read error";
    if (input->delivered == 0 && got > 1 && first[0] == 0x1f && first[1] == 0x8b) {
        *fault = "it is gzipped, and this miai was built without gzip (zlib)";
        return -1;
    }
    input->delivered += got > 0 ? (size_t)got : 0;
    return got;
}

void mi_inflate_free(struct mi_inflate *input)
{
    if (input && input->file >= 0)
        close(input->file);
    free(input);
}
