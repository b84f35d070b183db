/* halfka.c - reads networks of Stockfish 15, 15.1 and 16, whose inputs are called HalfKAv2_hm.
 *
 * A file has a header, the feature transformer (the first layer's weights and a material value of
 * each input for each bucket) and eight stacks of small layers.  Stockfish 16 packs the feature
 * transformer.  The stacks of Stockfish 15 lack the squares of the first layer's outputs; their
 * weights are 0 in such a file.  (Stockfish, tags sf_15 to sf_16, src/nnue; nnue-pytorch,
 * docs/nnue.md.)
 *
 * Stockfish has one kind of input for both kings, miai one for each: the kings' weights are copied.
 * The sets are numbered as in the file. */
#include "file.h"

#include <string.h>

enum {
    SETS = NNUE_KINGS,
    FILE_KINDS = 11,
    FILE_KING = 10,     /* the kind of both kings; the others are 2 * type + (1 if enemy) */
    STACK_INPUTS = 32,  /* inputs of the second layer in the file, padded */
    STACK_OUTPUTS = 15, /* outputs of the first layer that go to the second */
    BIAS_MAX = 1 << 24, /* larger biases are damage; sums of these fit 32 bits */
    MATERIAL_MAX = 1 << 24
};

#define TRANSFORMER_HASH 0x7f234cb8u /* XOR twice the width */
#define PACKED_MAGIC     "COMPRESSED_LEB128"

static const char too_short[] = "it is too short for a network of Stockfish 15 to 16";
static const char bad_packed[] = "it is too short, or a packed number exceeds 16 bits";
static const char too_large[] = "a number exceeds its bounds";

/* ---- numbers ---- */

static bool content_has_bytes(const struct mi_nnue_content *in, size_t count)
{
    return (size_t)(in->end - in->at) >= count;
}

/* A part of the file.  Its numbers are plain or packed as signed LEB128. */
struct section {
    struct mi_nnue_content *in;
    bool packed;
};

/* Begins a section; skips the header of a packed one. */
static bool section_begin(struct section *s, struct mi_nnue_content *in)
{
    size_t length = sizeof PACKED_MAGIC - 1;
    *s = (struct section){in, false};
    if (!content_has_bytes(in, length + 4))
        return false;
    s->packed = memcmp(in->at, PACKED_MAGIC, length) == 0;
    in->at += s->packed ? length + 4 : 0;
    return true;
}

static bool read_plain_shorts(struct mi_nnue_content *in, int16_t *number, size_t count)
{
    const unsigned char *b = in->at;
    if (!content_has_bytes(in, 2 * count))
        return false;
    for (size_t i = 0; i < count; i++)
        number[i] = (int16_t)(b[2 * i] | b[2 * i + 1] << 8);
    in->at += 2 * count;
    return true;
}

static const char *read_shorts(struct section *s, int16_t *number, size_t count)
{
    if (s->packed)
        return mi_nnue_read_packed(s->in, number, count) ? NULL : bad_packed;
    return read_plain_shorts(s->in, number, count) ? NULL : too_short;
}

static bool read_plain_words(struct mi_nnue_content *in, int32_t *number, size_t count)
{
    if (!content_has_bytes(in, 4 * count))
        return false;
    mi_nnue_read_words(in, number, count);
    return true;
}

/* Reads numbers of 32 bits within -max to max. */
static const char *read_words(struct section *s, int32_t *number, size_t count, int32_t max)
{
    bool good = s->packed ? mi_nnue_read_packed_words(s->in, number, count)
                          : read_plain_words(s->in, number, count);
    if (!good)
        return too_short;
    for (size_t i = 0; i < count; i++)
        if (number[i] > max || number[i] < -max)
            return too_large;
    return NULL;
}

static const char *read_biases(struct mi_nnue_content *in, int32_t *number, size_t count)
{
    struct section s = {in, false};
    return read_words(&s, number, count, BIAS_MAX);
}

static const char *read_bytes(struct mi_nnue_content *in, int8_t *number, size_t count)
{
    if (!content_has_bytes(in, count))
        return too_short;
    memcpy(number, in->at, count);
    in->at += count;
    return NULL;
}

/* ---- the feature transformer ---- */

/* The index in a set of miai's first input for a kind of piece in the file. */
static int input_of_kind(int kind)
{
    return 64 * (kind == FILE_KING ? KING : kind / 2 + (kind % 2 ? NNUE_INPUTS / 128 : 0));
}

enum { ENEMY_KING = NNUE_INPUTS - 64 }; /* the first input of an enemy king */

static const char *read_input_weights(struct section *s, struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    for (int i = 0; i < SETS * FILE_KINDS * 64 && !wrong; i++) {
        int set = i / (FILE_KINDS * 64), kind = i / 64 % FILE_KINDS;
        int16_t *to = (int16_t *)nnue->input +
                      (ptrdiff_t)nnue->width * (NNUE_INPUTS * set + input_of_kind(kind) + i % 64);
        wrong = read_shorts(s, to, (size_t)nnue->width);
        if (kind == FILE_KING)
            memcpy(to + (ptrdiff_t)(ENEMY_KING - 64 * KING) * nnue->width, to,
                   (size_t)nnue->width * sizeof *to);
    }
    return wrong;
}

static const char *read_input_material(struct section *s, struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    int32_t value[NNUE_BUCKETS_MAX];
    for (int i = 0; i < SETS * FILE_KINDS * 64 && !wrong; i++) {
        int set = i / (FILE_KINDS * 64), kind = i / 64 % FILE_KINDS;
        wrong = read_words(s, value, NNUE_BUCKETS_MAX, MATERIAL_MAX);
        for (int bucket = 0; bucket < NNUE_BUCKETS_MAX && !wrong; bucket++) {
            int32_t *to = nnue->material + NNUE_INPUTS * (bucket * SETS + set) + i % 64;
            to[input_of_kind(kind)] = value[bucket];
            if (kind == FILE_KING)
                to[ENEMY_KING] = value[bucket];
        }
    }
    return wrong;
}

static const char *read_accumulator_bias(struct section *s, struct mi_nnue *nnue)
{
    return read_shorts(s, nnue->bias, (size_t)nnue->width);
}

static const char *read_transformer(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    const char *(*const parts[])(struct section *, struct mi_nnue *) = {
        read_accumulator_bias, read_input_weights, read_input_material};
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !wrong; i++) {
        struct section s;
        wrong = section_begin(&s, in) ? parts[i](&s, nnue) : too_short;
    }
    return wrong;
}

/* ---- the stacks ---- */

static const char *read_first_stack_layer(struct mi_nnue_content *in, struct mi_nnue *nnue,
                                          int bucket)
{
    int8_t *first = nnue->first + (ptrdiff_t)bucket * NNUE_FIRST * nnue->width;
    int8_t row[NNUE_HALFKA_WIDTH_MAX];
    const char *wrong = read_biases(in, nnue->layers[bucket].first_bias, NNUE_FIRST);
    for (int i = 0; i < NNUE_FIRST && !wrong; i++) {
        wrong = read_bytes(in, row, (size_t)nnue->width);
        for (int j = 0; j < nnue->width && !wrong; j++)
            first[(j / NNUE_GROUP * NNUE_FIRST + i) * NNUE_GROUP + j % NNUE_GROUP] = row[j];
    }
    return wrong;
}

/* The second layer, as in Stockfish 15.1: inputs 0 to 14 are squares, 15 to 29 positive parts. */
static const char *read_second_stack_layer(struct mi_nnue_content *in,
                                           struct mi_nnue_layers *layers)
{
    int8_t row[STACK_INPUTS];
    const char *wrong = read_biases(in, layers->second_bias, NNUE_SECOND);
    memset(layers->second, 0, sizeof layers->second);
    for (int k = 0; k < NNUE_SECOND && !wrong; k++) {
        wrong = read_bytes(in, row, STACK_INPUTS);
        for (int i = 0; i < 2 * STACK_OUTPUTS && !wrong; i++) {
            int input = i < STACK_OUTPUTS ? i : NNUE_FIRST + i - STACK_OUTPUTS;
            layers->second[input / 2][k][input % 2] = row[i];
        }
    }
    return wrong;
}

static const char *read_output_layer(struct mi_nnue_content *in, struct mi_nnue_layers *layers)
{
    int8_t row[NNUE_SECOND];
    const char *wrong = read_biases(in, &layers->output_bias, 1);
    memset(layers->output, 0, sizeof layers->output);
    if (!wrong)
        wrong = read_bytes(in, row, NNUE_SECOND);
    for (int k = 0; k < NNUE_SECOND && !wrong; k++)
        layers->output[k] = row[k];
    return wrong;
}

static const char *read_stacks(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    for (int bucket = 0; bucket < nnue->buckets && !wrong; bucket++) {
        if (!content_has_bytes(in, 4))
            return too_short;
        mi_nnue_read_word(in); /* a hash of the shape, the same in all of these versions */
        wrong = read_first_stack_layer(in, nnue, bucket);
        if (!wrong)
            wrong = read_second_stack_layer(in, &nnue->layers[bucket]);
        if (!wrong)
            wrong = read_output_layer(in, &nnue->layers[bucket]);
    }
    return wrong ? wrong : in->at < in->end ? "its length does not match its contents" : NULL;
}

static bool has_positive_parts(const struct mi_nnue_layers *layers)
{
    for (int pair = NNUE_FIRST / 2; pair < NNUE_FIRST; pair++)
        for (int k = 0; k < NNUE_SECOND; k++)
            if (layers->second[pair][k][0] || layers->second[pair][k][1])
                return true;
    return false;
}

/* Stockfish 15 has positive parts only, at the places where later versions have squares. */
static void move_to_positive_parts(struct mi_nnue *nnue)
{
    for (int bucket = 0; bucket < nnue->buckets; bucket++)
        if (has_positive_parts(&nnue->layers[bucket]))
            return;
    for (int bucket = 0; bucket < nnue->buckets; bucket++) {
        struct mi_nnue_layers *layers = &nnue->layers[bucket];
        size_t half = sizeof layers->second / 2;
        memcpy(layers->second[NNUE_FIRST / 2], layers->second, half);
        memset(layers->second, 0, half);
    }
}

/* ---- the file ---- */

bool mi_nnue_is_halfka(const unsigned char *bytes, size_t length)
{
    static const unsigned char version[] = {0x20, 0x2f, 0xf3, 0x7a};
    return length >= sizeof version && memcmp(bytes, version, sizeof version) == 0;
}

/* The width, or 0 with an error text: other versions have other shapes. */
static int read_width(struct mi_nnue_content *in, const char **wrong)
{
    *wrong = too_short;
    if (!content_has_bytes(in, 16))
        return 0;
    in->at += 8; /* version and a hash */
    uint32_t description = mi_nnue_read_word(in);
    if (!content_has_bytes(in, 4 + (size_t)description))
        return 0;
    in->at += description;
    uint32_t width = (mi_nnue_read_word(in) ^ TRANSFORMER_HASH) / 2;
    *wrong =
        "it is a network of another Stockfish; those of 15, 15.1 and 16 can be read (width 1024 "
        "or 1536)";
    return width == 1024 || width == NNUE_HALFKA_WIDTH_MAX ? (int)width : 0;
}

/* Numbers the sets as the file does: rank 8 first, and from the file h to e. */
static void number_sets(struct mi_nnue *nnue)
{
    for (int place = 0; place < NNUE_KINGS; place++)
        nnue->set[place] = (uint8_t)(4 * (7 - place / 4) + 3 - place % 4);
}

const char *mi_nnue_read_halfka(struct mi_nnue_content *in, struct mi_nnue **network)
{
    const char *wrong;
    int width = read_width(in, &wrong);
    if (width == 0)
        return wrong;
    struct mi_nnue *nnue = *network = mi_nnue_alloc(width, NNUE_BUCKETS_MAX, SETS, true);
    if (!nnue)
        return "out of memory";
    number_sets(nnue);
    wrong = read_transformer(in, nnue);
    if (!wrong)
        wrong = read_stacks(in, nnue);
    if (!wrong)
        move_to_positive_parts(nnue);
    return wrong;
}
