/* The quantized network and its file. 1 is represented by 127.5 in the accumulator; by 64 in the
 * weights of the first layer after the products, and 127 * 64 in its outputs; by 2048 in the
 * weights of the second layer and of the output. */
#include "network.h"

#include "base/memory.h"
#include "game/chess/nnue/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PATH_SIZE = 4096 };

static int quantize(float x, float one)
{
    return (int)lrintf(x * one);
}

/* ---- writing ---- */

static unsigned char *put_number(unsigned char *to, uint32_t x, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (unsigned char)(x >> 8 * i);
    return to;
}

static unsigned char *put_parameter(unsigned char *to, float x, float one, int bytes)
{
    return put_number(to, (uint32_t)quantize(x, one), bytes);
}

static unsigned char *put_parameters(unsigned char *to, const float *x, const float *end, float one,
                                     int bytes)
{
    while (x < end)
        to = put_parameter(to, *x++, one, bytes);
    return to;
}

/* Writes the number of sets, and the set of each king square e1 to h1, e2 to h8. */
static unsigned char *put_sets(unsigned char *to)
{
    to = put_number(to, SETS, 4);
    for (int square = 0; square < 64; square++)
        if (file_of(square) >= 4)
            to = put_number(to, (uint32_t)nnue_set_of(square), 1);
    return to;
}

static unsigned char *put_inputs(unsigned char *to, const struct nnue_model *m)
{
    for (int i = 0; i < FEATURES; i++)
        for (int j = 0; j < m->hidden; j++)
            to = put_parameter(to, m->weight[nnue_weight_at(m, i, j)], NNUE_FILE_ONE, 1);
    for (int j = 0; j < m->hidden; j++)
        to = put_parameter(to, m->bias[nnue_place(m, j)], NNUE_FILE_ONE, 1);
    return to;
}

static unsigned char *put_layers(unsigned char *to, const struct nnue_model *m)
{
    const float *end = m->output_bias + BUCKETS, sum_one = (float)NNUE_LAYER_ONE * NNUE_LAST_ONE;
    to = put_parameters(to, m->first, m->first_bias, NNUE_FIRST_ONE, 1);
    to = put_parameters(to, m->second, m->second_bias, NNUE_LAST_ONE, 2);
    to = put_parameters(to, m->output, m->output_bias, NNUE_LAST_ONE, 2);
    to = put_parameters(to, m->first_bias, m->second, NNUE_LAYER_ONE, 4);
    to = put_parameters(to, m->second_bias, m->output, sum_one, 4);
    return put_parameters(to, m->output_bias, end, sum_one, 4);
}

unsigned char *nnue_file(const struct nnue_model *m, size_t *length)
{
    unsigned char *bytes = malloc(NNUE_HEAD + NNUE_SETS_BYTES + 4 * m->count);
    if (!bytes)
        return NULL;
    unsigned char *body = bytes + NNUE_HEAD, *end = put_layers(put_inputs(put_sets(body), m), m);
    memcpy(bytes, NNUE_MAGIC, NNUE_MAGIC_BYTES);
    unsigned char *to = put_number(bytes + NNUE_MAGIC_BYTES, NNUE_VERSION, 4);
    to = put_number(to, (uint32_t)m->hidden, 4);
    to = put_number(to, BUCKETS, 4);
    put_number(to, (uint32_t)crc32(0, body, (uInt)(end - body)), 4);
    *length = (size_t)(end - bytes);
    return bytes;
}

bool nnue_replace(const char *path, bool (*write)(void *context, FILE *file), void *context)
{
    char fresh[PATH_SIZE];
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= PATH_SIZE)
        return false;
    FILE *file = fopen(fresh, "wb");
    if (!file)
        return false;
    bool fine = write(context, file);
    return fclose(file) == 0 && fine && rename(fresh, path) == 0;
}

struct content {
    const unsigned char *bytes;
    size_t length;
};

static bool put_content(void *context, FILE *file)
{
    const struct content *content = context;
    return fwrite(content->bytes, 1, content->length, file) == content->length;
}

bool nnue_write(const unsigned char *bytes, size_t length, const char *path)
{
    return nnue_replace(path, put_content, &(struct content){bytes, length});
}

/* ---- reading ---- */

static void read_inputs(struct nnue_model *m, const struct mi_nnue *n)
{
    for (int j = 0; j < m->hidden; j++) {
        for (int i = 0; i < FEATURES; i++)
            m->weight[nnue_weight_at(m, i, j)] = (float)mi_nnue_weight(n, i, j) / NNUE_FILE_ONE;
        m->bias[nnue_place(m, j)] = (float)mi_nnue_bias(n, j) / NNUE_FILE_ONE;
    }
}

static void read_first(struct nnue_model *m, const struct mi_nnue *n)
{
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        for (int i = 0; i < FIRST; i++)
            for (int j = 0; j < m->hidden; j++) {
                int group = bucket * m->hidden / NNUE_GROUP + j / NNUE_GROUP;
                m->first[(bucket * FIRST + i) * m->hidden + j] =
                    (float)n->first[(group * FIRST + i) * NNUE_GROUP + j % NNUE_GROUP] /
                    NNUE_FIRST_ONE;
            }
}

static void read_layers(struct nnue_model *m, int bucket, const struct mi_nnue_layers *n)
{
    const float one = (float)NNUE_LAYER_ONE * NNUE_LAST_ONE;
    for (int i = 0; i < FIRST; i++)
        m->first_bias[bucket * FIRST + i] = (float)n->first_bias[i] / NNUE_LAYER_ONE;
    for (int i = 0; i < SECOND; i++) {
        m->second_bias[bucket * SECOND + i] = (float)n->second_bias[i] / one;
        for (int j = 0; j < SQUARED; j++)
            m->second[(bucket * SECOND + i) * SQUARED + j] =
                (float)n->second[j / 2][i][j % 2] / NNUE_LAST_ONE;
    }
    for (int i = 0; i < LAST; i++)
        m->output[bucket * LAST + i] = (float)n->output[i] / NNUE_LAST_ONE;
    m->output_bias[bucket] = (float)n->output_bias / one;
}

/* Does it have the model's shape and king sets? */
static bool has_model_shape(const struct nnue_model *m, const struct mi_nnue *n)
{
    bool same = !n->material && n->width == m->hidden && n->buckets == BUCKETS && n->sets == SETS;
    for (int i = 0; same && i < NNUE_KINGS; i++)
        same = n->set[i] == nnue_set_of(i / 4 * 8 + 4 + i % 4);
    return same;
}

bool nnue_take(struct nnue_model *m, const char *path)
{
    char error[200] = "it has another width, or other king sets or buckets";
    struct mi_nnue *n = mi_nnue_open(path, error, sizeof error);
    bool taken = n && has_model_shape(m, n);
    if (taken) {
        read_inputs(m, n);
        read_first(m, n);
        for (int bucket = 0; bucket < BUCKETS; bucket++)
            read_layers(m, bucket, &n->layers[bucket]);
    } else {
        fprintf(stderr, "%s: %s\n", path, error);
    }
    mi_aligned_free(n);
    return taken;
}

/* ---- evaluating ---- */

bool nnue_evaluator_open(struct nnue_evaluator *e, const char *path)
{
    char error[200] = "out of memory";
    e->accumulators = NULL;
    e->network = mi_nnue_open(path, error, sizeof error);
    size_t bytes = e->network ? (mi_nnue_memory(e->network) + 63) / 64 * 64 : 0;
    if (e->network && (e->accumulators = mi_aligned_alloc(64, bytes))) {
        memset(e->accumulators, 0, bytes);
        return true;
    }
    fprintf(stderr, "%s: %s\n", path, error);
    return false;
}

void nnue_evaluator_close(struct nnue_evaluator *e)
{
    mi_aligned_free(e->accumulators);
    mi_aligned_free(e->network);
}

int nnue_evaluator_value(const struct nnue_evaluator *e, const struct mi_chess *p)
{
    return mi_nnue_evaluate(e->network, e->accumulators, p);
}
