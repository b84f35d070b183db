#include "file.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, HEAD = (sizeof(struct mi_nnue) + LINE - 1) / LINE * LINE };

#define TEXT(token)    #token
#define TEXT_OF(macro) TEXT(macro)

static const char bad_version[] =
    "it has another version than " TEXT_OF(NNUE_VERSION) ", which tools/chess/nnue makes";
static const char bad_number[] = "it is too short, or a number has more than 16 bits";

/* ---- the parts of the file, and of the block ---- */

/* The sizes that the head of a file says. */
struct shape {
    uint32_t width, buckets, sets;
};

/* Weights of the accumulators and their bias; and of a bucket's layers. */
static size_t input_count(const struct shape *s)
{
    return ((size_t)s->sets * NNUE_INPUTS + 1) * s->width;
}

static size_t layers_count(const struct shape *s)
{
    return NNUE_FIRST * (size_t)s->width + NNUE_SECOND * 2 * NNUE_FIRST + NNUE_LAST;
}

/* The biases at the end of the file. */
static size_t bias_bytes(const struct shape *s)
{
    return 4 * (size_t)s->buckets * (NNUE_FIRST + NNUE_SECOND + 1);
}

/* Of the file, which has that many at least: a packed number has one or more. */
static size_t least_bytes(const struct shape *s)
{
    return NNUE_HEAD + NNUE_SETS_BYTES + input_count(s) + s->buckets * layers_count(s) +
           bias_bytes(s);
}

/* Where the arrays lie in the block.  As the width is a multiple of 64, each has a multiple of 64
 * bytes. */
static void lay_out(struct mi_nnue *nnue, const struct shape *s)
{
    nnue->input = (int16_t *)(void *)((char *)nnue + HEAD);
    nnue->bias = nnue->input + input_count(s) - s->width;
    nnue->layers = (void *)(nnue->bias + s->width);
    nnue->first = (int8_t *)(nnue->layers + s->buckets);
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
    size_t each = NNUE_FIRST * (size_t)s->width + sizeof(struct mi_nnue_layers);
    size_t held = HEAD + 2 * input_count(s) + s->buckets * each;
    struct mi_nnue *nnue = mi_aligned_alloc(LINE, held);
    if (!nnue)
        return NULL;
    *nnue = (struct mi_nnue){
        .width = (int)s->width, .buckets = (int)s->buckets, .sets = (int)s->sets, .held = held};
    lay_out(nnue, s);
    list_ones(nnue->ones);
    for (int i = 0; !nnue->kernel; i++)
        nnue->kernel = mi_nnue_kernels[i]->usable() ? mi_nnue_kernels[i] : NULL;
    return nnue;
}

/* ---- reading ---- */

/* The sizes at the head of a file, but for the sets.  Words if they are wrong. */
static const char *read_shape(struct mi_nnue_content *in, struct shape *s)
{
    if (mi_nnue_take_word(in) != NNUE_VERSION)
        return bad_version;
    s->width = mi_nnue_take_word(in);
    s->buckets = mi_nnue_take_word(in);
    if (s->width == 0 || s->width > NNUE_WIDTH_MAX || s->width % NNUE_STEP != 0)
        return "its width is no multiple of 64 up to 1024";
    return s->buckets == 0 || s->buckets > NNUE_BUCKETS_MAX ? "it has not 1 to 8 buckets" : NULL;
}

/* Words if the head is wrong, or the length by what it says; else NULL, and in lies at the set of
 * the king's first square. */
static const char *read_head(struct mi_nnue_content *in, struct shape *s)
{
    size_t length = (size_t)(in->end - in->at);
    size_t known = length < NNUE_MAGIC_BYTES ? length : NNUE_MAGIC_BYTES;
    if (length == 0 || memcmp(in->at, NNUE_MAGIC, known) != 0)
        return "it is no network of chess: such a file begins with " NNUE_MAGIC;
    if (length < NNUE_HEAD + NNUE_SETS_BYTES)
        return "it is too short";
    in->at += NNUE_MAGIC_BYTES;
    const char *wrong = read_shape(in, s);
    if (wrong)
        return wrong;
    uint32_t checksum = mi_nnue_take_word(in);
    const unsigned char *summed = in->at;
    s->sets = mi_nnue_take_word(in);
    if (s->sets == 0 || s->sets > NNUE_SETS_MAX)
        return "it has not 1 to 16 sets";
    if (length < least_bytes(s))
        return "it is too short";
    if (mi_crc32(0, summed, length - NNUE_HEAD) != checksum)
        return "it is damaged: its checksum is another";
    return NULL;
}

/* Which of the sets belongs to each square of the king.  Words if one is none. */
static const char *read_sets(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
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

/* Those of the layers; they are there. */
static void read_biases(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_take_words(in, nnue->layers[i].first_bias, NNUE_FIRST);
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_take_words(in, nnue->layers[i].second_bias, NNUE_SECOND);
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_take_words(in, &nnue->layers[i].output_bias, 1);
}

/* What is behind the head. */
static const char *read_body(struct mi_nnue_content *in, const struct shape *s,
                             struct mi_nnue *nnue)
{
    const char *wrong = read_sets(in, nnue);
    if (!wrong && !mi_nnue_take_packed(in, nnue->input, input_count(s))) /* and the bias */
        wrong = bad_number;
    if (!wrong)
        wrong = read_layers(in, nnue);
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
    if (!wrong)
        wrong = nnue ? read_body(&in, &shape, nnue) : "not enough memory";
    if (wrong) {
        snprintf(error, size, "%s", wrong);
        mi_aligned_free(nnue);
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
    return file ? read_file(file, error, size)
                : mi_nnue_read(brought, sizeof brought - 1, error, size);
}
