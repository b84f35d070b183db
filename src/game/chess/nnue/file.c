#include "nnue.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 * 4,
    SETS_BYTES = 4 + NNUE_KINGS,
    NUMBER_BYTES = 3, /* at most, where they are packed */
    LINE = 64,
    MEN = 32
};

/* Versions of the file. */
enum { MEAN = 1, ALONE, MEAN_OF_SETS, ALONE_OF_SETS };

static const char magic[MAGIC_BYTES + 1] = "MIAINNUE";

/* A file's content as it is read. */
struct content {
    const unsigned char *at, *end;
};

static uint32_t take_word(struct content *in)
{
    const unsigned char *b = in->at;
    in->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void take_numbers(struct content *in, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++, in->at += 2)
        number[i] = (int16_t)(uint16_t)(in->at[0] | in->at[1] << 8);
}

/* A number in bytes of seven bits, the lowest first; all but the last have the eighth set, and the
 * last one's highest bit is the sign (signed LEB128, DWARF 5, 7.6).  False if it is none of 16
 * bits, or the content ends. */
static bool take_packed(struct content *in, int16_t *number)
{
    int32_t value = 0;
    for (int i = 0; i < NUMBER_BYTES && in->at < in->end; i++) {
        int byte = *in->at++;
        value |= (byte & 127) << 7 * i;
        if (byte & 128)
            continue;
        if (byte & 64)
            value -= 128 << 7 * i;
        *number = (int16_t)value;
        return *number == value;
    }
    return false;
}

static bool take_all_packed(struct content *in, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_packed(in, &number[i]))
            return false;
    return true;
}

/* ---- the parts of the file, and of the block ---- */

/* The sizes that the head of a file says. */
struct shape {
    uint32_t version, width, buckets, sets;
};

static bool has_sets(const struct shape *s)
{
    return s->version >= MEAN_OF_SETS;
}

static size_t input_count(const struct shape *s)
{
    return (size_t)s->sets * NNUE_INPUTS * s->width;
}

static size_t output_count(const struct shape *s)
{
    return 2 * (size_t)s->buckets * s->width;
}

static size_t number_count(const struct shape *s)
{
    return input_count(s) + s->width + output_count(s);
}

/* Of the file; where numbers are packed, it has that many at least. */
static size_t file_bytes(const struct shape *s)
{
    size_t biases = 4 * (size_t)s->buckets;
    return has_sets(s) ? HEADER_BYTES + SETS_BYTES + number_count(s) + biases
                       : HEADER_BYTES + 2 * number_count(s) + biases;
}

/* A width is a multiple of 32: so is the bytes of each array of 64. */
static struct mi_nnue *make(const struct shape *s)
{
    size_t head = (sizeof(struct mi_nnue) + LINE - 1) / LINE * LINE;
    size_t held = head + 2 * number_count(s);
    struct mi_nnue *nnue = mi_aligned_take(LINE, held);
    if (!nnue)
        return NULL;
    *nnue = (struct mi_nnue){.width = (int)s->width,
                             .buckets = (int)s->buckets,
                             .sets = (int)s->sets,
                             .alone = s->version == ALONE || s->version == ALONE_OF_SETS,
                             .held = held};
    nnue->input = (int16_t *)(void *)((char *)nnue + head);
    nnue->bias = nnue->input + input_count(s);
    nnue->output = nnue->bias + s->width;
    for (int i = 0; !nnue->kernel; i++)
        nnue->kernel = mi_nnue_kernels[i]->usable() ? mi_nnue_kernels[i] : NULL;
    return nnue;
}

/* ---- what a file must not be ---- */

/* Makes largest[width] the greatest weight in a set, times sign, of a piece on a square, or 0. */
static void find_largest(const struct mi_nnue *nnue, int set, int square, int sign,
                         int32_t *largest)
{
    memset(largest, 0, (size_t)nnue->width * sizeof *largest);
    for (int kind = 0; kind < NNUE_INPUTS / 64; kind++) {
        int input = NNUE_INPUTS * set + 64 * kind + square;
        const int16_t *row = nnue->input + (ptrdiff_t)input * nnue->width;
        for (int i = 0; i < nnue->width; i++)
            largest[i] = sign * row[i] > largest[i] ? sign * row[i] : largest[i];
    }
}

/* Do a set's accumulators stay within 16 bits?  At most one piece is on each square, and on 32 of
 * them.  sign -1: downwards. */
static bool fits(const struct mi_nnue *nnue, int set, int sign)
{
    int32_t largest[NNUE_WIDTH_MAX], all[NNUE_WIDTH_MAX] = {0}, most[NNUE_WIDTH_MAX] = {0};
    for (int square = 0; square < 64; square++) {
        find_largest(nnue, set, square, sign, largest);
        for (int i = 0; i < nnue->width; i++) {
            all[i] += largest[i];
            most[i] = largest[i] > most[i] ? largest[i] : most[i];
        }
    }
    for (int i = 0; i < nnue->width; i++) {
        int32_t pieces = all[i] < MEN * most[i] ? all[i] : MEN * most[i];
        if (sign * nnue->bias[i] + pieces > INT16_MAX)
            return false;
    }
    return true;
}

static const char *wrong_weights(const struct mi_nnue *nnue)
{
    for (ptrdiff_t i = 0; i < (ptrdiff_t)2 * nnue->buckets * nnue->width; i++)
        if (nnue->output[i] < -NNUE_OUTPUT_MAX || nnue->output[i] > NNUE_OUTPUT_MAX)
            return "an output weight is not within -127 and 127";
    for (int set = 0; set < nnue->sets; set++)
        if (!fits(nnue, set, 1) || !fits(nnue, set, -1))
            return "the sums of the first layer may not fit 16 bits";
    return NULL;
}

/* ---- reading ---- */

/* The sizes at the head of a file.  Words if they are wrong. */
static const char *read_shape(struct content *in, struct shape *s)
{
    s->version = take_word(in);
    if (s->version < MEAN || s->version > ALONE_OF_SETS)
        return "it has another version than 1 to 4";
    s->width = take_word(in);
    s->buckets = take_word(in);
    if (s->width == 0 || s->width > NNUE_WIDTH_MAX || s->width % NNUE_STEP != 0)
        return "its width is no multiple of 32 up to 1024";
    if (s->buckets == 0 || s->buckets > NNUE_BUCKETS_MAX)
        return "it has not 1 to 8 buckets";
    struct content behind = {in->at + 4, in->end}; /* the checksum */
    s->sets = 1;
    if (!has_sets(s))
        return NULL;
    if (behind.end - behind.at < SETS_BYTES)
        return "it is too short";
    s->sets = take_word(&behind);
    return s->sets == 0 || s->sets > NNUE_SETS_MAX ? "it has not 1 to 16 sets" : NULL;
}

/* Words if the head is wrong, or the length by what it says; else NULL, and in lies behind it. */
static const char *read_head(struct content *in, struct shape *s)
{
    size_t length = (size_t)(in->end - in->at), known = length < MAGIC_BYTES ? length : MAGIC_BYTES;
    if (length == 0 || memcmp(in->at, magic, known) != 0)
        return "it is no network of chess: such a file begins with MIAINNUE";
    if (length < HEADER_BYTES)
        return "it is too short";
    in->at += MAGIC_BYTES;
    const char *wrong = read_shape(in, s);
    if (wrong)
        return wrong;
    if (length < file_bytes(s))
        return "it is too short";
    if (length > file_bytes(s) && !has_sets(s))
        return "it is too long";
    uint32_t checksum = take_word(in);
    if (mi_crc32(0, in->at, length - HEADER_BYTES) != checksum)
        return "it is damaged: its checksum is another";
    return NULL;
}

/* Which of the sets belongs to each square of the king.  Words if one is none. */
static const char *read_sets(struct content *in, struct mi_nnue *nnue)
{
    take_word(in); /* how many they are */
    for (int i = 0; i < NNUE_KINGS; i++)
        if ((nnue->set[i] = *in->at++) >= nnue->sets)
            return "a square of the king has no set";
    return NULL;
}

/* The weights, which lie one behind the other here as in the file, and the output's bias. */
static const char *read_arrays(struct content *in, const struct shape *s, struct mi_nnue *nnue)
{
    size_t count = number_count(s);
    if (!has_sets(s))
        take_numbers(in, nnue->input, count);
    else if (!take_all_packed(in, nnue->input, count))
        return "it is too short, or a number has more than 16 bits";
    if ((size_t)(in->end - in->at) != 4 * (size_t)s->buckets)
        return "its length is another than its numbers have";
    for (int i = 0; i < nnue->buckets; i++) {
        uint32_t word = take_word(in);
        memcpy(&nnue->output_bias[i], &word, sizeof word);
    }
    return wrong_weights(nnue);
}

struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    struct content in = {bytes, bytes + length};
    struct shape shape;
    const char *wrong = read_head(&in, &shape);
    struct mi_nnue *nnue = wrong ? NULL : make(&shape);
    if (!wrong && !nnue)
        wrong = "not enough memory";
    if (!wrong && has_sets(&shape))
        wrong = read_sets(&in, nnue);
    if (!wrong)
        wrong = read_arrays(&in, &shape, nnue);
    if (wrong) {
        snprintf(error, size, "%s", wrong);
        mi_aligned_give(nnue);
        return NULL;
    }
    return nnue;
}

/* ---- files ---- */

/* The network that chess brings along. */
static const unsigned char brought[] = {
#include "data/chess.inc"
};

static struct mi_nnue *read_file(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_FILE_LEARNED, &length, error, size);
    if (!bytes)
        return NULL;
    struct mi_nnue *nnue = mi_nnue_read(bytes, length, error, size);
    free(bytes);
    return nnue;
}

struct mi_nnue *mi_nnue_open(const char *file, char *error, size_t size)
{
    return file ? read_file(file, error, size) : mi_nnue_read(brought, sizeof brought, error, size);
}
