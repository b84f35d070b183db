#include "content.h"

#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* No network that can be calculated here has more. */
enum { MEBI = 1 << 20, LARGEST = 2040 * MEBI };

bool mi_content_fail(struct mi_content *in, const char *format, ...)
{
    if (!in->failed) {
        va_list args;
        va_start(args, format);
        vsnprintf(in->error, in->size, format, args);
        va_end(args);
    }
    in->failed = true;
    in->at = in->end;
    return false;
}

/* ---- the file ---- */

/* Makes room for more behind used bytes. */
static bool grow(struct mi_content *in, size_t used, size_t *room)
{
    if (*room >= LARGEST)
        return mi_content_fail(in, "it has more than %d MiB", LARGEST / MEBI);
    size_t larger = *room ? *room * 2 : 8 * MEBI;
    larger = larger < LARGEST ? larger : LARGEST;
    char *data = realloc(in->data, larger);
    if (!data)
        return mi_content_fail(in, "no memory for it");
    in->data = data;
    in->at = in->end = data + used;
    *room = larger;
    return true;
}

static bool read_all(struct mi_content *in, gzFile file)
{
    size_t used = 0, room = 0;
    for (int got = 1; got > 0; used += (size_t)got) {
        if (used == room && !grow(in, used, &room))
            return false;
        size_t most = room - used < 64 * MEBI ? room - used : 64 * MEBI;
        got = gzread(file, in->data + used, (unsigned)most);
        if (got < 0)
            return mi_content_fail(in, "it cannot be read or unpacked");
    }
    int status;
    gzerror(file, &status);
    if (status != Z_OK && status != Z_STREAM_END)
        return mi_content_fail(in, "it ends too early to be unpacked");
    in->at = in->data;
    in->end = in->data + used;
    return true;
}

bool mi_content_open(struct mi_content *in, const char *file, char *error, size_t size)
{
    *in = (struct mi_content){.error = error, .size = size};
    errno = 0;
    gzFile stream = gzopen(file, "rb");
    if (!stream)
        return mi_content_fail(in, "%s", errno ? strerror(errno) : "no memory for it");
    gzbuffer(stream, 128 * 1024);
    bool done = read_all(in, stream);
    gzclose_r(stream);
    if (!done)
        mi_content_close(in);
    return done;
}

/* Unpacks all that the stream has; false: it cannot be unpacked. */
static bool inflate_all(struct mi_content *in, z_stream *stream)
{
    size_t room = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        size_t used = (size_t)stream->total_out;
        if (used == room && !grow(in, used, &room))
            return false;
        stream->next_out = (unsigned char *)in->data + used;
        stream->avail_out = (unsigned)(room - used);
        status = inflate(stream, Z_NO_FLUSH);
    }
    if (status != Z_STREAM_END)
        return mi_content_fail(in, "it cannot be unpacked");
    in->at = in->data;
    in->end = in->data + stream->total_out;
    return true;
}

bool mi_content_unpack(struct mi_content *in, const void *bytes, size_t length, char *error,
                       size_t size)
{
    enum { GZIP = 16 + MAX_WBITS };
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)bytes, .avail_in = (unsigned)length};
    *in = (struct mi_content){.error = error, .size = size};
    if (inflateInit2(&stream, GZIP) != Z_OK)
        return mi_content_fail(in, "no memory for it");
    bool done = inflate_all(in, &stream);
    inflateEnd(&stream);
    if (!done)
        mi_content_close(in);
    return done;
}

void mi_content_close(struct mi_content *in)
{
    free(in->data);
    in->data = in->at = in->end = NULL;
}

/* ---- words and numbers ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_blanks(struct mi_content *in)
{
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
}

void mi_content_word(struct mi_content *in, char word[MI_WORD])
{
    int length = 0;
    skip_blanks(in);
    for (; in->at < in->end && !is_blank(*in->at); in->at++)
        if (length < MI_WORD - 1)
            word[length++] = *in->at;
    word[length] = '\0';
}

int mi_content_int(struct mi_content *in, const char *what, int min, int max)
{
    char word[MI_WORD];
    int64_t value = 0;
    mi_content_word(in, word);
    if (mi_read_int(word, min, max, &value))
        return (int)value;
    if (in->at == in->end)
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: a whole number from %d to %d is missing", what, min, max);
    return 0;
}

float mi_content_real(struct mi_content *in, const char *what)
{
    char word[MI_WORD];
    double value = 0.0;
    mi_content_word(in, word);
    if (mi_read_real(word, &value) && isfinite((float)value))
        return (float)value;
    if (in->at == in->end)
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: a number is missing", what);
    return 0.0f;
}

size_t mi_content_floats_left(const struct mi_content *in)
{
    return (size_t)(in->end - in->at + 1) / 2; /* a digit and a blank each */
}

static float float_of(const char *bytes)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    uint32_t bits =
        byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool binary_floats(struct mi_content *in, const char *what, float *values, size_t count)
{
    static const char mark[] = "@BIN@";
    size_t length = sizeof mark - 1;
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, mark, length) != 0)
        return mi_content_fail(in, "%.100s: \"@BIN@\" is missing", what);
    in->at += length;
    if ((size_t)(in->end - in->at) / 4 < count)
        return mi_content_fail(in, "it ends within %.100s", what);
    for (size_t i = 0; i < count; i++, in->at += 4) {
        values[i] = float_of(in->at);
        if (!isfinite(values[i]))
            return mi_content_fail(in, "%.100s: a weight is no number", what);
    }
    return true;
}

bool mi_content_floats(struct mi_content *in, const char *what, float *values, size_t count)
{
    skip_blanks(in);
    if (in->at < in->end && *in->at == '@')
        return binary_floats(in, what, values, count);
    for (size_t i = 0; i < count; i++)
        values[i] = mi_content_real(in, what);
    return !in->failed;
}
