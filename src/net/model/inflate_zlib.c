#include "inflate.h"

#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

/* INFLATION: the largest compression ratio of gzip. */
enum { INFLATION = 1032, GZIP = 16 + MAX_WBITS };

struct mi_inflate {
    gzFile file;     /* NULL: reads from memory */
    z_stream stream; /* from memory */
    bool over;       /* the stream has ended */
};

struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *max)
{
    struct mi_inflate *input = calloc(1, sizeof *input);
    if (input)
        input->file = gzdopen(file, "rb");
    if (!input || !input->file) {
        free(input);
        return NULL;
    }
    gzbuffer(input->file, 32 * 1024);
    *max = gzdirect(input->file) ? length : length * INFLATION;
    return input;
}

struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *max)
{
    struct mi_inflate *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->stream.next_in = (unsigned char *)(uintptr_t)bytes;
    input->stream.avail_in = (unsigned)length;
    *max = length * INFLATION;
    if (inflateInit2(&input->stream, GZIP) == Z_OK)
        return input;
    free(input);
    return NULL;
}

static int read_file(gzFile file, void *to, unsigned capacity, const char **fault)
{
    int status = Z_OK, got = gzread(file, to, capacity);
    if (got < 0) {
        *fault = "it cannot be read or decompressed";
        return -1;
    }
    gzerror(file, &status);
    if (got < (int)capacity && status != Z_OK && status != Z_STREAM_END) {
        *fault = "its compressed data ends too early";
        return -1;
    }
    MI_MARK_INITIALIZED(to, (size_t)got);
    return got;
}

static int read_memory(struct mi_inflate *input, void *to, unsigned capacity, const char **fault)
{
    z_stream *stream = &input->stream;
    stream->next_out = to;
    stream->avail_out = capacity;
    int status = input->over ? Z_STREAM_END : inflate(stream, Z_NO_FLUSH);
    input->over = status == Z_STREAM_END;
    if (status != Z_OK && status != Z_STREAM_END) {
        *fault = "it cannot be decompressed";
        return -1;
    }
    MI_MARK_INITIALIZED(to, capacity - stream->avail_out);
    return (int)(capacity - stream->avail_out);
}

int mi_inflate_read(struct mi_inflate *input, void *to, unsigned capacity, const char **fault)
{
    return input->file ? read_file(input->file, to, capacity, fault)
                       : read_memory(input, to, capacity, fault);
}

void mi_inflate_free(struct mi_inflate *input)
{
    if (input && input->file)
        gzclose_r(input->file);
    else if (input)
        inflateEnd(&input->stream);
    free(input);
}
