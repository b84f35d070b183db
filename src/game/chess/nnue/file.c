#include "file.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 * 4,
    SETS_BYTES = 4 + NNUE_KINGS,
    LINE = 64,
    HEAD = (sizeof(struct mi_nnue) + LINE - 1) / LINE * LINE,
    SECOND_COUNT = NNUE_SECOND * 2 * NNUE_FIRST
};

/* Versions of the file. */
enum { MEAN = 1, ALONE, MEAN_OF_SETS, ALONE_OF_SETS, ALONE_OF_LAYERS };

static const char magic[MAGIC_BYTES + 1] = "MIAINNUE";
static const char bad_number[] = "it is too short, or a number has more than 16 bits";

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

static bool has_layers(const struct shape *s)
{
    return s->version == ALONE_OF_LAYERS;
}

/* Weights behind the accumulators. */
static size_t output_count(const struct shape *s)
{
    size_t each = has_layers(s) ? NNUE_FIRST * (size_t)s->width + SECOND_COUNT + NNUE_LAST
                                : 2 * (size_t)s->width;
    return s->buckets * each;
}

static size_t number_count(const struct shape *s)
{
    return input_count(s) + s->width + output_count(s);
}

static size_t bias_bytes(const struct shape *s)
{
    return 4 * (size_t)s->buckets * (has_layers(s) ? NNUE_FIRST + NNUE_SECOND + 1 : 1);
}

/* Of the file; where numbers are packed, it has that many at least. */
static size_t file_bytes(const struct shape *s)
{
    return has_sets(s) ? HEADER_BYTES + SETS_BYTES + number_count(s) + bias_bytes(s)
                       : HEADER_BYTES + 2 * number_count(s) + bias_bytes(s);
}

/* Of the block behind the accumulators' bias. */
static size_t output_bytes(const struct shape *s)
{
    size_t layers = NNUE_FIRST * (size_t)s->width + sizeof(struct mi_nnue_layers);
    return has_layers(s) ? s->buckets * layers : 2 * output_count(s);
}

/* Where the arrays lie in the block.  As the width is a multiple of 32, each has a multiple of 64
 * bytes. */
static void lay_out(struct mi_nnue *nnue, const struct shape *s)
{
    nnue->input = (int16_t *)(void *)((char *)nnue + HEAD);
    nnue->bias = nnue->input + input_count(s);
    int16_t *behind = nnue->bias + s->width;
    if (has_layers(s)) {
        nnue->layers = (void *)behind;
        nnue->first = (int8_t *)(nnue->layers + s->buckets);
    } else {
        nnue->output = behind;
    }
}

static void list_ones(uint8_t ones[256][8])
{
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0, n = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                ones[byte][n++] = (uint8_t)bit;
}

static struct mi_nnue *make(const struct shape *s)
{
    size_t held = HEAD + 2 * (input_count(s) + s->width) + output_bytes(s);
    struct mi_nnue *nnue = mi_aligned_take(LINE, held);
    if (!nnue)
        return NULL;
    *nnue = (struct mi_nnue){.width = (int)s->width,
                             .buckets = (int)s->buckets,
                             .sets = (int)s->sets,
                             .alone = s->version != MEAN && s->version != MEAN_OF_SETS,
                             .held = held};
    lay_out(nnue, s);
    list_ones(nnue->ones);
    for (int i = 0; !nnue->kernel; i++)
        nnue->kernel = mi_nnue_kernels[i]->usable() ? mi_nnue_kernels[i] : NULL;
    return nnue;
}

/* ---- reading ---- */

/* The sizes at the head of a file.  Words if they are wrong. */
static const char *read_shape(struct mi_nnue_content *in, struct shape *s)
{
    s->version = mi_nnue_take_word(in);
    if (s->version < MEAN || s->version > ALONE_OF_LAYERS)
        return "it has another version than 1 to 5";
    s->width = mi_nnue_take_word(in);
    s->buckets = mi_nnue_take_word(in);
    if (s->width == 0 || s->width > NNUE_WIDTH_MAX || s->width % NNUE_STEP != 0)
        return "its width is no multiple of 32 up to 1024";
    if (has_layers(s) && s->width % NNUE_LAYERS_STEP != 0)
        return "its width is no multiple of 64";
    if (s->buckets == 0 || s->buckets > NNUE_BUCKETS_MAX)
        return "it has not 1 to 8 buckets";
    struct mi_nnue_content behind = {in->at + 4, in->end}; /* the checksum */
    s->sets = 1;
    if (!has_sets(s))
        return NULL;
    if (behind.end - behind.at < SETS_BYTES)
        return "it is too short";
    s->sets = mi_nnue_take_word(&behind);
    return s->sets == 0 || s->sets > NNUE_SETS_MAX ? "it has not 1 to 16 sets" : NULL;
}

/* Words if the head is wrong, or the length by what it says; else NULL, and in lies behind it. */
static const char *read_head(struct mi_nnue_content *in, struct shape *s)
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
    uint32_t checksum = mi_nnue_take_word(in);
    if (mi_crc32(0, in->at, length - HEADER_BYTES) != checksum)
        return "it is damaged: its checksum is another";
    return NULL;
}

/* Which of the sets belongs to each square of the king.  Words if one is none. */
static const char *read_sets(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    mi_nnue_take_word(in); /* how many they are */
    for (int i = 0; i < NNUE_KINGS; i++)
        if ((nnue->set[i] = *in->at++) >= nnue->sets)
            return "a square of the king has no set";
    return NULL;
}

/* The first layer's weights of a bucket, [16][width], to where the kernel wants them. */
static const char *read_first(struct mi_nnue_content *in, int width, int8_t *first)
{
    int16_t row[NNUE_WIDTH_MAX];
    for (int i = 0; i < NNUE_FIRST; i++) {
        if (!mi_nnue_take_packed(in, row, (size_t)width))
            return bad_number;
        for (int j = 0; j < width; j++) {
            if (row[j] < -NNUE_FIRST_MAX || row[j] > NNUE_FIRST_MAX)
                return "a weight of the layer of 16 is not within -127 and 127";
            first[(j / NNUE_GROUP * NNUE_FIRST + i) * NNUE_GROUP + j % NNUE_GROUP] = (int8_t)row[j];
        }
    }
    return NULL;
}

/* The second's, [32][32]. */
static const char *read_second(struct mi_nnue_content *in, struct mi_nnue_layers *layers)
{
    int16_t row[2 * NNUE_FIRST];
    for (int k = 0; k < NNUE_SECOND; k++) {
        if (!mi_nnue_take_packed(in, row, 2 * NNUE_FIRST))
            return bad_number;
        for (int i = 0; i < 2 * NNUE_FIRST; i++)
            layers->second[i / 2][k][i % 2] = row[i];
    }
    return NULL;
}

static const char *read_layers(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    ptrdiff_t each = (ptrdiff_t)NNUE_FIRST * nnue->width;
    for (int i = 0; i < nnue->buckets && !wrong; i++)
        wrong = read_first(in, nnue->width, nnue->first + i * each);
    for (int i = 0; i < nnue->buckets && !wrong; i++)
        wrong = read_second(in, &nnue->layers[i]);
    for (int i = 0; i < nnue->buckets && !wrong; i++)
        if (!mi_nnue_take_packed(in, nnue->layers[i].output, NNUE_LAST))
            wrong = bad_number;
    return wrong;
}

/* The weights, each array of which lies in the block as in the file, but those of layers. */
static const char *read_weights(struct mi_nnue_content *in, const struct shape *s,
                                struct mi_nnue *nnue)
{
    size_t count = number_count(s) - (has_layers(s) ? output_count(s) : 0);
    if (!has_sets(s))
        mi_nnue_take_shorts(in, nnue->input, count);
    else if (!mi_nnue_take_packed(in, nnue->input, count))
        return bad_number;
    return has_layers(s) ? read_layers(in, nnue) : NULL;
}

/* Those behind the accumulators; they are there. */
static void read_biases(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    if (!nnue->layers)
        mi_nnue_take_words(in, nnue->output_bias, (size_t)nnue->buckets);
    for (int i = 0; nnue->layers && i < nnue->buckets; i++)
        mi_nnue_take_words(in, nnue->layers[i].first_bias, NNUE_FIRST);
    for (int i = 0; nnue->layers && i < nnue->buckets; i++)
        mi_nnue_take_words(in, nnue->layers[i].second_bias, NNUE_SECOND);
    for (int i = 0; nnue->layers && i < nnue->buckets; i++)
        mi_nnue_take_words(in, &nnue->layers[i].output_bias, 1);
}

static const char *read_arrays(struct mi_nnue_content *in, const struct shape *s,
                               struct mi_nnue *nnue)
{
    const char *wrong = read_weights(in, s, nnue);
    if (wrong)
        return wrong;
    if ((size_t)(in->end - in->at) != bias_bytes(s))
        return "its length is another than its numbers have";
    read_biases(in, nnue);
    return mi_nnue_wrong_weights(nnue);
}

struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    struct mi_nnue_content in = {bytes, bytes + length};
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
