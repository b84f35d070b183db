#include "inflate.h"

#include "base/sanitizer.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

/* gzip makes no file smaller than a part of it in INFLATION. */
enum { INFLATION = 1032, GZIP = 16 + MAX_WBITS };

struct mi_inflate {
    gzFile file;     /* or NULL, and then */
    z_stream stream; /* from memory */
    bool over;       /* which has no more */
};

struct mi_inflate *mi_inflate_file(int file, size_t length, size_t *most)
{
    struct mi_inflate *packed = calloc(1, sizeof *packed);
    if (packed)
        packed->file = gzdopen(file, "rb");
    if (!packed || !packed->file) {
        free(packed);
        return NULL;
    }
    gzbuffer(packed->file, 32 * 1024);
    *most = gzdirect(packed->file) ? length : length * INFLATION;
    return packed;
}

struct mi_inflate *mi_inflate_memory(const void *bytes, size_t length, size_t *most)
{
    struct mi_inflate *packed = calloc(1, sizeof *packed);
    if (!packed)
        return NULL;
    packed->stream.next_in = (unsigned char *)(uintptr_t)bytes;
    packed->stream.avail_in = (unsigned)length;
    *most = length * INFLATION;
    if (inflateInit2(&packed->stream, GZIP) == Z_OK)
        return packed;
    free(packed);
    return NULL;
}

static int read_file(gzFile file, void *to, unsigned room, const char **fault)
{
    int status = Z_OK, got = gzread(file, to, room);
    if (got < 0) {
        *fault = "it cannot be read or unpacked";
        return -1;
    }
    gzerror(file, &status);
    if (got < (int)room && status != Z_OK && status != Z_STREAM_END) {
        *fault = "it ends too early to be unpacked";
        return -1;
    }
    MI_WRITTEN(to, (size_t)got);
    return got;
}

static int read_memory(struct mi_inflate *packed, void *to, unsigned room, const char **fault)
{
    z_stream *stream = &packed->stream;
    stream->next_out = to;
    stream->avail_out = room;
    int status = packed->over ? Z_STREAM_END : inflate(stream, Z_NO_FLUSH);
    packed->over = status == Z_STREAM_END;
    if (status != Z_OK && status != Z_STREAM_END) {
        *fault = "it cannot be unpacked";
        return -1;
    }
    MI_WRITTEN(to, room - stream->avail_out);
    return (int)(room - stream->avail_out);
}

int mi_inflate_read(struct mi_inflate *packed, void *to, unsigned room, const char **fault)
{
    return packed->file ? read_file(packed->file, to, room, fault)
                        : read_memory(packed, to, room, fault);
}

void mi_inflate_free(struct mi_inflate *packed)
{
    if (packed && packed->file)
        gzclose_r(packed->file);
    else if (packed)
        inflateEnd(&packed->stream);
    free(packed);
}
