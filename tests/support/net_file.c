#include "net_file.h"

#include "miai_game.h"

#include <check.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

struct writer {
    const struct net_file *file;
    const char *title;
    gzFile to;
    miai_rng rng;
    int layers; /* named so far */
};

/* Used instead of ck_assert(), which works only in tests. */
static void require_written(bool done)
{
    if (!done)
        ck_abort_msg("a network cannot be written");
}

static void put_text(struct writer *w, const char *text)
{
    require_written(gzputs(w->to, text) == (int)strlen(text));
}

static void put_int(struct writer *w, int value)
{
    require_written(gzprintf(w->to, "%d\n", value) > 0);
}

static void put_name(struct writer *w)
{
    require_written(gzprintf(w->to, "layer%d\n", w->layers++) > 0);
}

/* In -1..1. */
static double random_value(struct writer *w)
{
    return miai_rng_below(&w->rng, 2000001) / 1e6 - 1.0;
}

static void put_float(struct writer *w, float value)
{
    unsigned char byte[4];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int b = 0; b < 4; b++)
        byte[b] = (unsigned char)(bits >> (8 * b));
    if (w->file->binary)
        require_written(gzwrite(w->to, byte, 4) == 4);
    else
        require_written(gzprintf(w->to, "%.9g ", value) > 0);
}

static void put_multiple(struct writer *w, double value, double unit)
{
    put_float(w, (float)(round(value / unit) * unit));
}

static void begin_floats(struct writer *w)
{
    if (w->file->binary)
        put_text(w, "@BIN@");
}

/* Writes count weights in middle - spread .. middle + spread, rounded to millionths, so that text
 * and binary files agree. */
static void put_floats(struct writer *w, int count, double middle, double spread)
{
    begin_floats(w);
    for (int i = 0; i < count; i++)
        put_multiple(w, middle + spread * random_value(w), 1e-6);
    put_text(w, "\n");
}

/* Writes count weights in -spread .. spread that can be quantized to bytes. With but_last, the last
 * one cannot. */
static void put_bytes(struct writer *w, int count, double spread)
{
    double unit = exp2(ceil(log2(spread / 127)));
    begin_floats(w);
    for (int i = 0; i < count - 1; i++)
        put_multiple(w, spread * random_value(w), unit);
    put_multiple(w, w->file->but_last ? 0.3 * unit : unit, 0.1 * unit);
    put_text(w, "\n");
}

/* ---- layers ---- */

static void put_conv(struct writer *w, int size, int in, int out)
{
    put_name(w);
    put_int(w, size);
    put_int(w, size);
    put_int(w, in);
    put_int(w, out);
    put_int(w, 1);
    put_int(w, 1);
    double spread = 1.5 / (size * sqrt(in));
    if (w->file->whole)
        put_bytes(w, size * size * in * out, spread);
    else
        put_floats(w, size * size * in * out, 0.0, spread);
}

static void put_norm(struct writer *w, int channels, const char *activation)
{
    put_name(w);
    put_int(w, channels);
    put_text(w, "0.001\n1\n1\n");
    put_floats(w, channels, 0.0, 0.3);
    put_floats(w, channels, 1.0, 0.5);
    put_floats(w, channels, 1.0, 0.3);
    put_floats(w, channels, 0.2, 0.4);
    put_name(w);
    if (w->file->version >= 11)
        put_text(w, activation);
    put_text(w, "\n");
}

static void put_dense(struct writer *w, int in, int out)
{
    put_name(w);
    put_int(w, in);
    put_int(w, out);
    put_floats(w, in * out, 0.0, 1.0 / sqrt(in));
}

static void put_bias(struct writer *w, int channels)
{
    put_name(w);
    put_int(w, channels);
    put_floats(w, channels, 0.0, 0.5);
}

static void put_activation(struct writer *w)
{
    put_name(w);
    if (w->file->version >= 11)
        put_text(w, w->file->activation);
    put_text(w, "\n");
}

/* ---- transformers ---- */

static void put_rms(struct writer *w, int channels)
{
    put_name(w);
    put_int(w, channels);
    put_text(w, "1e-06\n");
    put_floats(w, channels, 1.0, 0.3);
}

static void put_rotary_angles(struct writer *w, bool learned)
{
    const struct net_file_heads *heads = &w->file->attention;
    put_name(w);
    if (!learned) {
        put_text(w, "50.0\n");
        return;
    }
    put_int(w, heads->groups);
    put_int(w, heads->query / 2);
    put_int(w, 2);
    put_floats(w, heads->groups * (heads->query / 2) * 2, 0.0, 2.0);
}

static void put_attention(struct writer *w, char kind, int channels)
{
    const struct net_file_heads *heads = &w->file->attention;
    put_int(w, heads->heads);
    put_int(w, heads->groups);
    put_int(w, heads->query);
    put_int(w, heads->value);
    put_int(w, kind != 'a');
    put_int(w, kind == 'l');
    put_rms(w, channels);
    put_dense(w, channels, heads->heads * heads->query);
    put_dense(w, channels, heads->groups * heads->query);
    put_dense(w, channels, heads->groups * heads->value);
    put_dense(w, heads->heads * heads->value, channels);
    if (kind != 'a')
        put_rotary_angles(w, kind == 'l');
}

static void put_feed_forward(struct writer *w, int channels)
{
    int hidden = w->file->attention.hidden;
    put_int(w, channels);
    put_int(w, hidden);
    put_int(w, 1);
    put_rms(w, channels);
    put_dense(w, channels, hidden);
    put_dense(w, channels, hidden);
    put_dense(w, hidden, channels);
}

/* ---- blocks ---- */

static const char *count_inner(const char *blocks)
{
    return strchr(blocks, '(') + 1;
}

/* The text after the parenthesis that closes these blocks. */
static const char *text_after_blocks(const char *blocks)
{
    for (int depth = 1; depth > 0; blocks++)
        depth += *blocks == '(' ? 1 : *blocks == ')' ? -1 : 0;
    return blocks;
}

static int count_blocks(const char *blocks)
{
    int count = 0;
    for (; *blocks != '\0' && *blocks != ')'; count++)
        blocks = *blocks == 'n' ? text_after_blocks(count_inner(blocks)) : blocks + 1;
    return count;
}

static void put_pool(struct writer *w, int in, int out)
{
    int pool = w->file->pool;
    put_conv(w, 3, in, pool);
    put_norm(w, pool, w->file->activation);
    put_dense(w, 3 * pool, out);
}

static void put_blocks(struct writer *w, const char *blocks, int channels);

/* Writes the layers of a block with convolutions. */
static void put_layers(struct writer *w, const char *block, int channels)
{
    int kind = (int)(strchr("ogn", *block) - "ogn"), mid = w->file->mid;
    if (kind == 2)
        put_int(w, count_blocks(count_inner(block)));
    put_norm(w, channels, w->file->activation);
    put_conv(w, kind == 2 ? 1 : 3, channels, mid);
    if (kind == 1)
        put_pool(w, channels, mid);
    if (kind == 2)
        put_blocks(w, count_inner(block), mid);
    put_norm(w, mid, w->file->activation);
    put_conv(w, kind == 2 ? 1 : 3, mid, channels);
}

static void put_block(struct writer *w, const char *block, int channels)
{
    put_text(w, *block == 'o'   ? "ordinary_block\n"
                : *block == 'g' ? "gpool_block\n"
                : *block == 'n' ? "nested_bottleneck_block\n"
                : *block == 'f' ? "transformer_ffn_block\n"
                                : "transformer_attention_block\n");
    put_name(w);
    if (strchr("ogn", *block))
        put_layers(w, block, channels);
    else if (*block == 'f')
        put_feed_forward(w, channels);
    else
        put_attention(w, *block, channels);
}

static void put_blocks(struct writer *w, const char *blocks, int channels)
{
    while (*blocks != '\0' && *blocks != ')') {
        put_block(w, blocks, channels);
        blocks = *blocks == 'n' ? text_after_blocks(count_inner(blocks)) : blocks + 1;
    }
}

/* ---- the complete file ---- */

static void put_header(struct writer *w)
{
    const struct net_file *file = w->file;
    put_text(w, w->title);
    put_text(w, "\n");
    put_int(w, file->version);
    put_int(w, file->planes);
    put_int(w, file->numbers);
    if (file->version >= 13)
        put_text(w, "20 21.5 19 18.25 40 0.25 30\n");
    if (file->version >= 15)
        put_text(w, file->metadata ? "1\n0\n0 0 0 0 0 0\n" : "0\n0\n0 0 0 0 0 0\n");
}

static void put_encoder(struct writer *w)
{
    enum { METADATA = 192 };
    const struct net_file *file = w->file;
    put_text(w, "encoder\n");
    put_int(w, METADATA);
    put_dense(w, METADATA, file->mid);
    put_bias(w, file->mid);
    put_activation(w);
    put_dense(w, file->mid, file->pool);
    put_bias(w, file->pool);
    put_activation(w);
    put_dense(w, file->pool, file->channels);
}

static void put_last_norm(struct writer *w)
{
    const struct net_file *file = w->file;
    if (file->tip == NET_FILE_BATCH) {
        put_norm(w, file->channels, file->activation);
        return;
    }
    put_name(w);
    put_int(w, file->channels);
    put_text(w, file->tip == NET_FILE_BOARD ? "0.0001 1 0\n" : "0.0001 0 0\n");
    put_floats(w, file->channels, 1.0, 0.3);
    put_floats(w, file->channels, 0.2, 0.4);
    put_activation(w);
}

static void put_trunk(struct writer *w)
{
    const struct net_file *file = w->file;
    put_text(w, "trunk\n");
    put_int(w, count_blocks(file->blocks));
    put_int(w, file->channels);
    put_int(w, file->mid);
    put_int(w, file->mid);
    put_int(w, file->mid);
    put_int(w, file->pool);
    if (file->version >= 15)
        put_text(w, file->tip == NET_FILE_BATCH ? "0 0 0 0 0 0\n" : "1 0 0 0 0 0\n");
    put_conv(w, file->filter, file->planes, file->channels);
    put_dense(w, file->numbers, file->channels);
    if (file->metadata)
        put_encoder(w);
    put_blocks(w, file->blocks, file->channels);
    put_last_norm(w);
}

static void put_policy(struct writer *w)
{
    int channels = w->file->mid, pool = w->file->pool, version = w->file->version;
    int outs = version >= 17 && w->file->policies != 4 ? 2
               : version >= 16                         ? 4
               : version >= 12                         ? 2
                                                       : 1;
    put_text(w, "policyhead\n");
    if (version >= 17) {
        put_int(w, outs);
        put_text(w, "0 0 0\n");
    }
    put_conv(w, 1, w->file->channels, channels);
    put_conv(w, 1, w->file->channels, pool);
    put_norm(w, pool, w->file->activation);
    put_dense(w, 3 * pool, channels);
    put_norm(w, channels, w->file->activation);
    put_conv(w, 1, channels, outs);
    put_dense(w, 3 * pool, version >= 15 ? channels : outs);
    if (version >= 15) {
        put_bias(w, channels);
        put_activation(w);
        put_dense(w, channels, outs);
    }
}

static void put_value(struct writer *w)
{
    int channels = w->file->pool, hidden = w->file->mid, version = w->file->version;
    int scores = version >= 9 ? 6 : version == 8 ? 4 : version > 3 ? 2 : 1;
    put_text(w, version >= 17 ? "valuehead\n0 0 0\n" : "valuehead\n");
    put_conv(w, 1, w->file->channels, channels);
    put_norm(w, channels, w->file->activation);
    put_dense(w, 3 * channels, hidden);
    put_bias(w, hidden);
    put_activation(w);
    put_dense(w, hidden, 3);
    put_bias(w, 3);
    put_dense(w, hidden, scores);
    put_bias(w, scores);
    put_conv(w, 1, channels, 1);
}

void net_file_write(const struct net_file *file)
{
    net_file_write_as(file, "random");
}

void net_file_write_as(const struct net_file *file, const char *title)
{
    struct writer w = {
        .file = file, .title = title, .to = gzopen(file->name, file->packed ? "wb1" : "wbT")};
    require_written(w.to != NULL);
    miai_rng_seed(&w.rng, file->seed);
    put_header(&w);
    put_trunk(&w);
    put_policy(&w);
    put_value(&w);
    require_written(gzclose(w.to) == Z_OK);
}

void net_file_write_least(const char *name)
{
    net_file_write(&(struct net_file){.name = name,
                                      .version = 8,
                                      .planes = 22,
                                      .numbers = 19,
                                      .channels = 2,
                                      .mid = 2,
                                      .pool = 1,
                                      .filter = 3,
                                      .blocks = "o",
                                      .activation = "",
                                      .binary = true,
                                      .seed = 1});
}
