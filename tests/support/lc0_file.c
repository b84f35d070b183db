#include "lc0_file.h"

#include "miai_game.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PLANES = 112, PIECES = 12, SQUARES = 64, MOVES = 1858, POLICY_PLANES = 80, WIDTH = 6 };

/* A message being built. */
struct message {
    unsigned char *data;
    size_t length, capacity;
};

struct writer {
    const struct lc0_file *file;
    miai_rng rng;
    int layers; /* layers written so far */
};

/* Used instead of ck_assert(), which works only in tests. */
static void require_written(bool done)
{
    if (!done)
        ck_abort_msg("a network cannot be written");
}

/* ---- the wire format ---- */

static void put_byte(struct message *m, int byte)
{
    if (m->length == m->capacity) {
        m->capacity = 2 * m->capacity + 64;
        m->data = realloc(m->data, m->capacity);
        require_written(m->data != NULL);
    }
    m->data[m->length++] = (unsigned char)byte;
}

static void put_varint(struct message *m, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(m, (int)(value & 0x7f) | 0x80);
    put_byte(m, (int)value);
}

static void put_int(struct message *m, int number, int value)
{
    if (value == 0)
        return;
    put_varint(m, (uint64_t)number << 3);
    put_varint(m, (uint64_t)value);
}

static void put_bits(struct message *m, uint32_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++)
        put_byte(m, (int)(bits >> (8 * i)) & 0xff);
}

static void put_fixed(struct message *m, int number, uint32_t bits)
{
    put_varint(m, (uint64_t)number << 3 | 5);
    put_bits(m, bits, 4);
}

/* Adds a submessage to a message and frees it. */
static void put_message(struct message *m, int number, struct message *inner)
{
    put_varint(m, (uint64_t)number << 3 | 2);
    put_varint(m, inner->length);
    for (size_t i = 0; i < inner->length; i++)
        put_byte(m, inner->data[i]);
    free(inner->data);
    *inner = (struct message){.data = NULL};
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- numbers ---- */

/* The upper half of a float's bits; values too small become 0. */
static uint32_t half_of(float value)
{
    uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000;
    int exponent = (int)(bits >> 23 & 255) - 127 + 15;
    return exponent <= 0 ? sign : sign | (uint32_t)exponent << 10 | (bits >> 13 & 1023);
}

/* Writes count random numbers in middle - spread .. middle + spread. */
static void put_layer(struct writer *w, struct message *to, int number, int count, double middle,
                      double spread)
{
    struct message layer = {.data = NULL}, params = {.data = NULL};
    enum lc0_encoding encoding = w->file->encoding;
    int which = ++w->layers;
    enum lc0_wrong wrong = which == w->file->wrong ? w->file->wrong_how : 0;
    count += which == w->file->odd ? w->file->odd_by : 0;
    for (int i = 0; i < count; i++) {
        uint32_t random = miai_rng_below(&w->rng, 65536);
        float value = (float)(middle + spread * (random / 32767.5 - 1.0));
        if (wrong == LC0_NUMBER && encoding != LC0_LINEAR16)
            put_bits(&params, 0xffffffff, encoding == LC0_FLOAT32 ? 4 : 2);
        else if (encoding == LC0_LINEAR16)
            put_bits(&params, random, 2);
        else if (encoding == LC0_FLOAT32)
            put_bits(&params, bits_of(value), 4);
        else
            put_bits(&params, encoding == LC0_FLOAT16 ? half_of(value) : bits_of(value) >> 16, 2);
    }
    put_fixed(&layer, 1, bits_of(wrong == LC0_LIMITS ? 1e30f : (float)(middle - spread)));
    put_fixed(&layer, 2, bits_of((float)(middle + spread)));
    put_message(&layer, 3, &params);
    put_int(&layer, 4, wrong == LC0_ENCODING ? 9 : encoding == LC0_LINEAR16 ? 0 : (int)encoding);
    if (wrong == LC0_BROKEN)
        put_byte(&layer, 0x0f);
    put_message(to, number, &layer);
}

static void put_weights(struct writer *w, struct message *to, int number, int in, int out)
{
    put_layer(w, to, number, in * out, 0.0, 1.2 / sqrt(in));
}

/* The number of outputs of the next layer. */
static int next_outputs(const struct writer *w, int out)
{
    return out + (w->layers + 1 == w->file->wide ? w->file->wide_by : 0);
}

/* Writes weights, and biases in the following field. */
static void put_dense(struct writer *w, struct message *to, int number, int in, int out)
{
    out = next_outputs(w, out);
    put_weights(w, to, number, in, out);
    put_layer(w, to, number + 1, out, 0.0, 0.4);
}

static void put_normal(struct writer *w, struct message *to, int number, int channels)
{
    put_layer(w, to, number, channels, 1.0, 0.3);
    put_layer(w, to, number + 1, channels, 0.0, 0.3);
}

static void put_conv(struct writer *w, struct message *to, int number, int side, int in, int out)
{
    struct message block = {.data = NULL};
    out = next_outputs(w, out);
    put_weights(w, &block, 1, side * side * in, out);
    if (w->file->normal) {
        put_layer(w, &block, 3, out, 0.0, 0.3);
        put_layer(w, &block, 4, out, 1.0, 0.5);
        put_normal(w, &block, 5, out);
    } else {
        put_layer(w, &block, 2, out, 0.0, 0.4);
    }
    put_message(to, number, &block);
}

/* ---- bodies ---- */

static void put_residual(struct writer *w, struct message *to)
{
    int channels = w->file->channels, squeeze = w->file->squeeze;
    struct message block = {.data = NULL}, unit = {.data = NULL};
    put_conv(w, &block, 1, 3, channels, channels);
    put_conv(w, &block, 2, 3, channels, channels);
    if (squeeze > 0) {
        put_dense(w, &unit, 1, channels, squeeze);
        put_dense(w, &unit, 3, squeeze, 2 * channels);
        put_message(&block, 3, &unit);
    }
    put_message(to, 2, &block);
}

static void put_feed(struct writer *w, struct message *to, int number, int channels)
{
    struct message feed = {.data = NULL};
    put_dense(w, &feed, 1, channels, w->file->feed);
    put_dense(w, &feed, 3, w->file->feed, channels);
    put_message(to, number, &feed);
}

static void put_smolgen(struct writer *w, struct message *to, int channels)
{
    const struct lc0_file *file = w->file;
    struct message smolgen = {.data = NULL};
    put_weights(w, &smolgen, 1, channels, 3);
    put_dense(w, &smolgen, 2, 3 * SQUARES, file->smolgen);
    put_normal(w, &smolgen, 4, file->smolgen);
    put_dense(w, &smolgen, 6, file->smolgen, file->heads * file->smolgen);
    put_normal(w, &smolgen, 8, file->heads * file->smolgen);
    put_message(to, 9, &smolgen);
}

static void put_encoder(struct writer *w, struct message *to, int number, int channels)
{
    int all = w->file->heads * w->file->depth;
    struct message encoder = {.data = NULL}, attention = {.data = NULL};
    put_dense(w, &attention, 1, channels, all);
    put_dense(w, &attention, 3, channels, all);
    put_dense(w, &attention, 5, channels, all);
    put_dense(w, &attention, 7, all, channels);
    if (w->file->smolgen > 0)
        put_smolgen(w, &attention, channels);
    put_message(&encoder, 1, &attention);
    put_normal(w, &encoder, 2, channels);
    put_feed(w, &encoder, 4, channels);
    put_normal(w, &encoder, 5, channels);
    put_message(to, number, &encoder);
}

static bool is_attention(const struct lc0_file *file)
{
    return file->structure >= 6;
}

static void put_embedding(struct writer *w, struct message *to)
{
    const struct lc0_file *file = w->file;
    bool dense = file->embedding == 2;
    int in = file->blocks > 0 ? file->channels : PLANES + (dense ? 5 : SQUARES);
    if (dense && file->blocks == 0)
        put_dense(w, to, 37, SQUARES * PIECES, SQUARES * 5);
    put_dense(w, to, 25, in, file->channels);
    if (dense)
        put_normal(w, to, 39, file->channels);
    if (file->gate) {
        put_layer(w, to, 33, SQUARES * file->channels, 1.0, 0.5);
        put_layer(w, to, 34, SQUARES * file->channels, 0.0, 0.5);
    }
    if (dense) {
        put_feed(w, to, 41, file->channels);
        put_normal(w, to, 42, file->channels);
    }
}

static void put_body(struct writer *w, struct message *to)
{
    const struct lc0_file *file = w->file;
    if (file->blocks > 0 || !is_attention(file))
        put_conv(w, to, 1, 3, PLANES, file->channels);
    for (int i = 0; i < file->blocks; i++)
        put_residual(w, to);
    if (file->smolgen > 0)
        put_weights(w, to, 35, file->smolgen, SQUARES * SQUARES);
    if (!is_attention(file))
        return;
    put_embedding(w, to);
    for (int i = 0; i < file->encoders; i++)
        put_encoder(w, to, 27, file->channels);
    put_int(to, 28, file->heads);
}

/* ---- heads ---- */

static int policy_channels(const struct lc0_file *file)
{
    return file->policy_encoders > 0 ? 8 : WIDTH;
}

/* Writes the policy's fields, into the weights or into a message of their own. */
static void put_policy(struct writer *w, struct message *to, bool own)
{
    const struct lc0_file *file = w->file;
    int embedding = own ? 1 : 4, channels = policy_channels(file);
    if (file->policy == 3) {
        if (file->shared == LC0_OWN)
            put_dense(w, to, embedding, file->channels, channels);
        for (int i = 0; i < file->policy_encoders; i++)
            put_encoder(w, to, own ? 8 : 21, channels);
        put_int(to, own ? 9 : 24, file->policy_encoders > 0 ? file->heads : 0);
        put_dense(w, to, own ? 3 : 17, channels, WIDTH);
        put_dense(w, to, own ? 5 : 19, channels, WIDTH);
        put_weights(w, to, own ? 7 : 22, WIDTH, 4);
    } else if (file->policy == 2) {
        put_conv(w, to, own ? 10 : 11, 3, file->channels, file->channels);
        put_conv(w, to, own ? 11 : 3, 3, file->channels, POLICY_PLANES);
    } else {
        put_conv(w, to, 3, 1, file->channels, WIDTH);
        put_dense(w, to, embedding, WIDTH * SQUARES, MOVES);
    }
}

/* Writes a head whose fields have these numbers. */
static void put_head(struct writer *w, struct message *to, int conv, int embedding, int hidden,
                     int results)
{
    if (is_attention(w->file))
        put_dense(w, to, embedding, w->file->channels, WIDTH);
    else
        put_conv(w, to, conv, 1, w->file->channels, WIDTH);
    put_dense(w, to, hidden, WIDTH * SQUARES, 20);
    put_dense(w, to, hidden + 2, 20, results);
}

static void put_heads(struct writer *w, struct message *to)
{
    struct message head = {.data = NULL}, heads = {.data = NULL};
    int results = w->file->value == 2 ? 3 : 1;
    if (w->file->several_heads) {
        put_head(w, &head, 11, 1, 3, results);
        put_message(&heads, 1, &head);
        put_message(to, 44, &heads);
        put_policy(w, &head, true);
        put_message(&heads, 3, &head);
        if (w->file->shared == LC0_AMONG_HEADS)
            put_dense(w, &heads, 1, w->file->channels, policy_channels(w->file));
        put_message(to, 45, &heads);
        if (w->file->shared == LC0_AMONG_WEIGHTS)
            put_dense(w, to, 4, w->file->channels, policy_channels(w->file));
    } else {
        put_policy(w, to, false);
        put_head(w, to, 6, 29, 7, results);
    }
    if (w->file->moves_left)
        put_head(w, to, 12, 31, 13, 1);
}

/* ---- the complete file ---- */

static void put_format(const struct lc0_file *file, struct message *net)
{
    struct message network = {.data = NULL}, format = {.data = NULL};
    put_int(&network, 1, file->input);
    put_int(&network, 2, file->value);
    put_int(&network, 3, file->structure);
    put_int(&network, 4, file->policy);
    put_int(&network, 5, file->value);
    put_int(&network, 6, file->moves_left);
    put_int(&network, 7, file->activation);
    put_int(&network, 8, file->smolgen_activation);
    put_int(&network, 9, file->feed_activation);
    put_int(&network, 10, file->embedding);
    put_int(&format, 1, 1);
    put_message(&format, 2, &network);
    put_message(net, 4, &format);
}

static void put_version(const struct lc0_file *file, struct message *net)
{
    struct message version = {.data = NULL};
    put_int(&version, 1, file->major);
    put_int(&version, 2, file->minor);
    put_message(net, 3, &version);
}

int lc0_file_write(const struct lc0_file *file)
{
    struct writer w = {.file = file};
    struct message net = {.data = NULL}, weights = {.data = NULL};
    miai_rng_seed(&w.rng, file->seed);
    put_fixed(&net, 1, 0x1c0);
    put_version(file, &net);
    put_format(file, &net);
    put_body(&w, &weights);
    put_heads(&w, &weights);
    put_message(&net, file->onnx ? 11 : 10, &weights);
    gzFile to = gzopen(file->name, file->plain ? "wbT" : "wb1");
    require_written(to && gzwrite(to, net.data, (unsigned)net.length) == (int)net.length);
    require_written(gzclose(to) == Z_OK);
    free(net.data);
    return w.layers;
}
