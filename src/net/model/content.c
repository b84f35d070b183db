#include "content.h"

#include "base/file.h"
#include "base/text.h"
#include "inflate.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* LARGEST: general size limit of a network in bytes.  RUN: longest allowed run of blanks, or of
 * letters. */
enum { MEBI = 1 << 20, LARGEST = 2040 * MEBI, WINDOW = 1 << 16, RUN = 4096 };

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

/* Decompresses one more window.  Never more than needed: a small file may expand to a huge one. */
static bool decompress_window(struct mi_content *in)
{
    size_t rest = (size_t)(in->end - in->at);
    if (in->failed || in->over)
        return false;
    memmove(in->data, in->at, rest);
    in->at = in->data;
    in->end = in->data + rest;
    const char *fault = NULL;
    int got = mi_inflate_read(in->source, in->end, (unsigned)(WINDOW - rest), &fault);
    if (got < 0)
        return mi_content_fail(in, "%s", fault);
    in->over |= got == 0;
    in->end += got;
    in->unpacked += (size_t)got;
    if (in->unpacked > in->bound)
        return mi_content_fail(in, "it has more than %zu bytes when decompressed", in->bound);
    return got > 0;
}

/* Makes count bytes available at in->at; false if there are fewer.  They must fit the window. */
static bool has_bytes(struct mi_content *in, size_t count)
{
    while ((size_t)(in->end - in->at) < count)
        if (!decompress_window(in))
            return false;
    return true;
}

static bool begin_content(struct mi_content *in, size_t bound, char *error, size_t size)
{
    *in = (struct mi_content){.error = error, .size = size};
    in->bound = bound > 0 && bound < LARGEST ? bound : LARGEST;
    in->data = in->at = in->end = malloc(WINDOW);
    return in->data || mi_content_fail(in, "out of memory");
}

static bool open_file(struct mi_content *in, const char *name)
{
    size_t length;
    int file = mi_file_descriptor(name, in->bound, &length, in->error, in->size);
    if (file < 0) {
        in->failed = true;
        return false;
    }
    in->source = mi_inflate_file(file, length, &in->max_unpacked);
    if (in->source)
        return true;
    close(file);
    return mi_content_fail(in, "out of memory");
}

static bool open_memory(struct mi_content *in, const void *bytes, size_t length)
{
    in->source = mi_inflate_memory(bytes, length, &in->max_unpacked);
    return in->source || mi_content_fail(in, "out of memory");
}

bool mi_content_open(struct mi_content *in, const char *file, size_t bound, char *error,
                     size_t size)
{
    bool done = begin_content(in, bound, error, size) && open_file(in, file);
    if (!done)
        mi_content_close(in);
    return done;
}

bool mi_content_unpack(struct mi_content *in, const void *bytes, size_t length, char *error,
                       size_t size)
{
    bool done = begin_content(in, 0, error, size) && open_memory(in, bytes, length);
    if (!done)
        mi_content_close(in);
    return done;
}

void mi_content_close(struct mi_content *in)
{
    mi_inflate_free(in->source);
    free(in->data);
    in->source = NULL;
    in->data = in->at = in->end = NULL;
}

/* ---- raw bytes ---- */

bool mi_content_peek(struct mi_content *in, char *bytes, size_t count)
{
    if (!has_bytes(in, count))
        return false;
    memcpy(bytes, in->at, count);
    return true;
}

/* Grows the buffer to at least count bytes, plus half as many to limit the copying. */
static bool grow_buffer(struct mi_content *in, unsigned char **bytes, size_t *capacity,
                        size_t count)
{
    if (count <= *capacity)
        return true;
    size_t more = count + count / 2;
    unsigned char *larger = realloc(*bytes, more);
    if (!larger)
        return mi_content_fail(in, "out of memory");
    *bytes = larger;
    *capacity = more;
    return true;
}

unsigned char *mi_content_all(struct mi_content *in, size_t *length)
{
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    *length = 0;
    while (has_bytes(in, 1)) {
        size_t got = (size_t)(in->end - in->at);
        if (!grow_buffer(in, &bytes, &capacity, *length + got))
            break;
        memcpy(bytes + *length, in->at, got);
        *length += got;
        in->at += got;
    }
    if (*length == 0)
        mi_content_fail(in, "it is empty");
    if (!in->failed)
        return bytes;
    free(bytes);
    return NULL;
}

void mi_content_free(unsigned char *bytes)
{
    free(bytes);
}

/* ---- words and numbers ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_blanks(struct mi_content *in)
{
    for (int n = 0; has_bytes(in, 1) && is_blank(*in->at); in->at++)
        if (++n > RUN) {
            mi_content_fail(in, "it has more than %d blanks in a row", RUN);
            return;
        }
}

void mi_content_word(struct mi_content *in, char word[MI_WORD])
{
    int length = 0;
    skip_blanks(in);
    for (int n = 0; has_bytes(in, 1) && !is_blank(*in->at); in->at++) {
        if (length < MI_WORD - 1)
            word[length++] = *in->at;
        if (++n > RUN) {
            mi_content_fail(in, "it has a word of more than %d letters", RUN);
            break;
        }
    }
    word[length] = '\0';
}

bool mi_content_end(struct mi_content *in)
{
    skip_blanks(in);
    return !has_bytes(in, 1) ? !in->failed
                             : mi_content_fail(in, "there is more data after the network");
}

int mi_content_int(struct mi_content *in, const char *what, int min, int max)
{
    char word[MI_WORD];
    int64_t value = 0;
    mi_content_word(in, word);
    if (mi_read_int(word, min, max, &value))
        return (int)value;
    if (!has_bytes(in, 1))
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: expected an integer from %d to %d", what, min, max);
    return 0;
}

bool mi_is_plausible_weight(float value)
{
    return fabsf(value) <= 1e9f; /* false for NaN */
}

float mi_content_real(struct mi_content *in, const char *what)
{
    char word[MI_WORD];
    double value = 0.0;
    mi_content_word(in, word);
    if (mi_read_real(word, &value)) {
        if (!mi_is_plausible_weight((float)value))
            mi_content_fail(in, "%.100s: the number %.40s is out of range", what, word);
        return (float)value;
    }
    if (!has_bytes(in, 1))
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: a number is missing", what);
    return 0.0f;
}

size_t mi_content_floats_left(const struct mi_content *in)
{
    size_t max_unpacked = in->max_unpacked < in->bound ? in->max_unpacked : in->bound;
    size_t unread = max_unpacked > in->unpacked ? max_unpacked - in->unpacked : 0;
    return (unread + (size_t)(in->end - in->at) + 1) / 2; /* at least a digit and a blank each */
}

static float decode_float(const char *bytes)
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
    if (!has_bytes(in, length) || memcmp(in->at, mark, length) != 0)
        return mi_content_fail(in, "%.100s: \"@BIN@\" is missing", what);
    in->at += length;
    for (size_t i = 0; i < count; i++, in->at += 4) {
        if (!has_bytes(in, 4))
            return mi_content_fail(in, "it ends within %.100s", what);
        values[i] = decode_float(in->at);
        if (!mi_is_plausible_weight(values[i]))
            return mi_content_fail(in, "%.100s: a weight is out of range or not a number", what);
    }
    return true;
}

bool mi_content_floats(struct mi_content *in, const char *what, float *values, size_t count)
{
    skip_blanks(in);
    if (has_bytes(in, 1) && *in->at == '@')
        return binary_floats(in, what, values, count);
    for (size_t i = 0; i < count; i++)
        values[i] = mi_content_real(in, what);
    return !in->failed;
}
