#include "nnue.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 * 4,
    MEAN = 1,
    ALONE = 2,
    LINE = 64,
    MEN = 32
};

static const char magic[MAGIC_BYTES + 1] = "MIAINNUE";

/* A file's content as it is read. */
struct content {
    const unsigned char *at;
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

/* ---- the parts of the file, and of the block ---- */

static size_t input_count(int width)
{
    return (size_t)NNUE_INPUTS * (size_t)width;
}

static size_t output_count(int width, int buckets)
{
    return 2 * (size_t)buckets * (size_t)width;
}

static size_t file_bytes(int width, int buckets)
{
    size_t numbers = input_count(width) + (size_t)width + output_count(width, buckets);
    return HEADER_BYTES + 2 * numbers + 4 * (size_t)buckets;
}

/* A width is a multiple of 32: so is the bytes of each array of 64. */
static struct mi_nnue *make(int width, int buckets)
{
    size_t head = (sizeof(struct mi_nnue) + LINE - 1) / LINE * LINE;
    size_t numbers = input_count(width) + (size_t)width + output_count(width, buckets);
    struct mi_nnue *nnue = mi_aligned_take(LINE, head + 2 * numbers);
    if (!nnue)
        return NULL;
    *nnue = (struct mi_nnue){.width = width, .buckets = buckets, .held = head + 2 * numbers};
    nnue->input = (int16_t *)(void *)((char *)nnue + head);
    nnue->bias = nnue->input + input_count(width);
    nnue->output = nnue->bias + width;
    for (int i = 0; !nnue->kernel; i++)
        nnue->kernel = mi_nnue_kernels[i]->usable() ? mi_nnue_kernels[i] : NULL;
    return nnue;
}

/* ---- what a file must not be ---- */

/* Makes largest[width] the greatest weight, times sign, of a piece on a square, or 0. */
static void find_largest(const struct mi_nnue *nnue, int square, int sign, int32_t *largest)
{
    memset(largest, 0, (size_t)nnue->width * sizeof *largest);
    for (int kind = 0; kind < NNUE_INPUTS / 64; kind++) {
        const int16_t *row = nnue->input + (ptrdiff_t)(64 * kind + square) * nnue->width;
        for (int i = 0; i < nnue->width; i++)
            largest[i] = sign * row[i] > largest[i] ? sign * row[i] : largest[i];
    }
}

/* Do the accumulators stay within 16 bits?  At most one piece is on each square, and on 32 of them.
 * sign -1: downwards. */
static bool fits(const struct mi_nnue *nnue, int sign)
{
    int32_t largest[NNUE_WIDTH_MAX], all[NNUE_WIDTH_MAX] = {0}, most[NNUE_WIDTH_MAX] = {0};
    for (int square = 0; square < 64; square++) {
        find_largest(nnue, square, sign, largest);
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
    for (size_t i = 0; i < output_count(nnue->width, nnue->buckets); i++)
        if (nnue->output[i] < -NNUE_OUTPUT_MAX || nnue->output[i] > NNUE_OUTPUT_MAX)
            return "an output weight is not within -127 and 127";
    if (!fits(nnue, 1) || !fits(nnue, -1))
        return "the sums of the first layer may not fit 16 bits";
    return NULL;
}

/* ---- reading ---- */

/* Words if the head is wrong, or the length by what it says; else NULL. */
static const char *read_head(struct content *in, size_t length, bool *alone, int *width,
                             int *buckets)
{
    size_t known = length < MAGIC_BYTES ? length : MAGIC_BYTES;
    if (length == 0 || memcmp(in->at, magic, known) != 0)
        return "it is no network of chess: such a file begins with MIAINNUE";
    if (length < HEADER_BYTES)
        return "it is too short";
    in->at += MAGIC_BYTES;
    uint32_t version = take_word(in);
    if (version != MEAN && version != ALONE)
        return "it has another version than 1 or 2";
    uint32_t h = take_word(in), b = take_word(in);
    if (h == 0 || h > NNUE_WIDTH_MAX || h % NNUE_STEP != 0)
        return "its width is no multiple of 32 up to 1024";
    if (b == 0 || b > NNUE_BUCKETS_MAX)
        return "it has not 1 to 8 buckets";
    *alone = version == ALONE;
    *width = (int)h;
    *buckets = (int)b;
    if (length != file_bytes(*width, *buckets))
        return length < file_bytes(*width, *buckets) ? "it is too short" : "it is too long";
    uint32_t checksum = take_word(in);
    if (mi_crc32(0, in->at, length - HEADER_BYTES) != checksum)
        return "it is damaged: its checksum is another";
    return NULL;
}

static void read_arrays(struct content *in, struct mi_nnue *nnue)
{
    take_numbers(in, nnue->input, input_count(nnue->width));
    take_numbers(in, nnue->bias, (size_t)nnue->width);
    take_numbers(in, nnue->output, output_count(nnue->width, nnue->buckets));
    for (int i = 0; i < nnue->buckets; i++) {
        uint32_t word = take_word(in);
        memcpy(&nnue->output_bias[i], &word, sizeof word);
    }
}

struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    struct content in = {bytes};
    bool alone;
    int width, buckets;
    const char *wrong = read_head(&in, length, &alone, &width, &buckets);
    struct mi_nnue *nnue = wrong ? NULL : make(width, buckets);
    if (!wrong && !nnue)
        wrong = "not enough memory";
    if (!wrong) {
        nnue->alone = alone;
        read_arrays(&in, nnue);
        wrong = wrong_weights(nnue);
    }
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
