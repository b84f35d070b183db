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

/* No network that can be calculated here has more than LARGEST bytes, and none that is one such a
 * RUN of blanks or letters. */
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

/* Unpacks no more than is asked for: a small file may stand for a very long one. */
static bool read_more(struct mi_content *in)
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
        return mi_content_fail(in, "it has more than %zu bytes when it is unpacked", in->bound);
    return got > 0;
}

/* Are there so many bytes, which fit into the window? */
static bool has(struct mi_content *in, size_t count)
{
    while ((size_t)(in->end - in->at) < count)
        if (!read_more(in))
            return false;
    return true;
}

static bool begin(struct mi_content *in, size_t bound, char *error, size_t size)
{
    *in = (struct mi_content){.error = error, .size = size};
    in->bound = bound > 0 && bound < LARGEST ? bound : LARGEST;
    in->data = in->at = in->end = malloc(WINDOW);
    return in->data || mi_content_fail(in, "no memory for it");
}

static bool open_file(struct mi_content *in, const char *name)
{
    size_t length;
    int file = mi_file_descriptor(name, in->bound, &length, in->error, in->size);
    if (file < 0) {
        in->failed = true;
        return false;
    }
    in->source = mi_inflate_file(file, length, &in->most);
    if (in->source)
        return true;
    close(file);
    return mi_content_fail(in, "no memory for it");
}

static bool open_memory(struct mi_content *in, const void *bytes, size_t length)
{
    in->source = mi_inflate_memory(bytes, length, &in->most);
    return in->source || mi_content_fail(in, "no memory for it");
}

bool mi_content_open(struct mi_content *in, const char *file, size_t bound, char *error,
                     size_t size)
{
    bool done = begin(in, bound, error, size) && open_file(in, file);
    if (!done)
        mi_content_close(in);
    return done;
}

bool mi_content_unpack(struct mi_content *in, const void *bytes, size_t length, char *error,
                       size_t size)
{
    bool done = begin(in, 0, error, size) && open_memory(in, bytes, length);
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

/* ---- as they are ---- */

bool mi_content_peek(struct mi_content *in, char *bytes, size_t count)
{
    if (!has(in, count))
        return false;
    memcpy(bytes, in->at, count);
    return true;
}

/* Makes room for count more bytes: half as many again, so that few are copied. */
static bool make_room(struct mi_content *in, unsigned char **bytes, size_t *room, size_t count)
{
    if (count <= *room)
        return true;
    size_t more = count + count / 2;
    unsigned char *larger = realloc(*bytes, more);
    if (!larger)
        return mi_content_fail(in, "no memory for it");
    *bytes = larger;
    *room = more;
    return true;
}

unsigned char *mi_content_all(struct mi_content *in, size_t *length)
{
    unsigned char *bytes = NULL;
    size_t room = 0;
    *length = 0;
    while (has(in, 1)) {
        size_t got = (size_t)(in->end - in->at);
        if (!make_room(in, &bytes, &room, *length + got))
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
    for (int n = 0; has(in, 1) && is_blank(*in->at); in->at++)
        if (++n > RUN) {
            mi_content_fail(in, "it has more than %d blanks in a row", RUN);
            return;
        }
}

void mi_content_word(struct mi_content *in, char word[MI_WORD])
{
    int length = 0;
    skip_blanks(in);
    for (int n = 0; has(in, 1) && !is_blank(*in->at); in->at++) {
        if (length < MI_WORD - 1)
            word[length++] = *in->at;
        if (++n > RUN) {
            mi_content_fail(in, "a word of it is longer than %d letters", RUN);
            break;
        }
    }
    word[length] = '\0';
}

bool mi_content_end(struct mi_content *in)
{
    skip_blanks(in);
    return !has(in, 1) ? !in->failed : mi_content_fail(in, "something follows the network in it");
}

int mi_content_int(struct mi_content *in, const char *what, int min, int max)
{
    char word[MI_WORD];
    int64_t value = 0;
    mi_content_word(in, word);
    if (mi_read_int(word, min, max, &value))
        return (int)value;
    if (!has(in, 1))
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: a whole number from %d to %d is missing", what, min, max);
    return 0;
}

bool mi_is_sound(float value)
{
    return fabsf(value) <= 1e9f; /* false of what is no number */
}

float mi_content_real(struct mi_content *in, const char *what)
{
    char word[MI_WORD];
    double value = 0.0;
    mi_content_word(in, word);
    if (mi_read_real(word, &value)) {
        if (!mi_is_sound((float)value))
            mi_content_fail(in, "%.100s: the number %.40s is absurd", what, word);
        return (float)value;
    }
    if (!has(in, 1))
        mi_content_fail(in, "it ends within %.100s", what);
    mi_content_fail(in, "%.100s: a number is missing", what);
    return 0.0f;
}

size_t mi_content_floats_left(const struct mi_content *in)
{
    size_t most = in->most < in->bound ? in->most : in->bound;
    size_t unread = most > in->unpacked ? most - in->unpacked : 0;
    return (unread + (size_t)(in->end - in->at) + 1) / 2; /* a digit and a blank each */
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
    if (!has(in, length) || memcmp(in->at, mark, length) != 0)
        return mi_content_fail(in, "%.100s: \"@BIN@\" is missing", what);
    in->at += length;
    for (size_t i = 0; i < count; i++, in->at += 4) {
        if (!has(in, 4))
            return mi_content_fail(in, "it ends within %.100s", what);
        values[i] = float_of(in->at);
        if (!mi_is_sound(values[i]))
            return mi_content_fail(in, "%.100s: a weight is no number, or absurd", what);
    }
    return true;
}

bool mi_content_floats(struct mi_content *in, const char *what, float *values, size_t count)
{
    skip_blanks(in);
    if (has(in, 1) && *in->at == '@')
        return binary_floats(in, what, values, count);
    for (size_t i = 0; i < count; i++)
        values[i] = mi_content_real(in, what);
    return !in->failed;
}
