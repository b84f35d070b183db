/* The network in integers, and its file.  A number of the first layer that stands for 1 is 255, a
 * weight of the output 64, so the output's sum is in units of 1 / (255 * 64). */
#include "network.h"

#include "base/memory.h"
#include "game/chess/nnue/nnue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ONE = 255, OUTPUT_ONE = 64, HEADER = 24, MEAN = 1, MEAN_OF_SETS = 3 };

static const char magic[] = "MIAINNUE";

static int16_t whole(float x, int one)
{
    return (int16_t)lrintf(x * (float)one);
}

bool nnue_round(const struct nnue_model *m, struct nnue_network *n)
{
    size_t h = (size_t)m->hidden, input = (size_t)m->features * h, first = input + h;
    size_t output = BUCKETS * 2 * h;
    n->hidden = m->hidden;
    n->sets = m->sets;
    n->weight = malloc((first + output) * sizeof *n->weight);
    if (!n->weight)
        return false;
    n->bias = n->weight + input;
    n->output_weight = n->bias + h;
    for (int i = 0; i < m->features; i++)
        for (int j = 0; j < m->hidden; j++)
            n->weight[i * m->hidden + j] = whole(m->weight[nnue_weight_at(m, i, j)], ONE);
    for (size_t i = 0; i < h; i++)
        n->bias[i] = whole(m->bias[i], ONE);
    for (size_t i = 0; i < output; i++)
        n->output_weight[i] = whole(m->output_weight[i], OUTPUT_ONE);
    for (int i = 0; i < BUCKETS; i++)
        n->output_bias[i] = (int32_t)lrintf(m->output_bias[i] * (ONE * OUTPUT_ONE));
    return true;
}

void nnue_round_output(struct nnue_model *m)
{
    for (float *weight = m->output_weight; weight < m->output_bias; weight++)
        *weight = (float)whole(*weight, OUTPUT_ONE) / OUTPUT_ONE;
}

void nnue_network_free(struct nnue_network *n)
{
    free(n->weight);
}

/* The sum of one side's share of the output. */
static int64_t share(const struct nnue_network *n, const struct nnue_input *input, int side)
{
    const int16_t *output = n->output_weight + (input->bucket * 2 + side) * n->hidden;
    int16_t x[HIDDEN_MAX]; /* 33 weights below 2 * 255 each */
    int64_t sum = 0;
    memcpy(x, n->bias, (size_t)n->hidden * sizeof *x);
    for (int i = 0; i < input->count; i++) {
        const int16_t *row = n->weight + input->feature[side][i] * n->hidden;
        for (int h = 0; h < n->hidden; h++)
            x[h] = (int16_t)(x[h] + row[h]);
    }
    for (int h = 0; h < n->hidden; h++) {
        int active = x[h] < 0 ? 0 : x[h] > ONE ? ONE : x[h];
        sum += active * active * output[h];
    }
    return sum;
}

int nnue_evaluate(const struct nnue_network *n, const struct nnue_input *input)
{
    int64_t sum = share(n, input, 0) + share(n, input, 1);
    return (int)((sum / ONE + n->output_bias[input->bucket]) * NNUE_CENTIPAWNS /
                 (ONE * OUTPUT_ONE));
}

static unsigned char *put(unsigned char *to, uint32_t x, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (unsigned char)(x >> 8 * i);
    return to;
}

/* Signed LEB128 of at most three bytes. */
static unsigned char *put_packed(unsigned char *to, int x)
{
    for (; x < -64 || x > 63; x >>= 7)
        *to++ = (unsigned char)(x & 127) | 128;
    *to++ = (unsigned char)(x & 127);
    return to;
}

static size_t integers(const struct nnue_network *n)
{
    return (size_t)n->hidden * (size_t)(n->sets * INPUTS + 1 + BUCKETS * 2);
}

/* How many they are, and which belongs to each of the king's squares e1 to h1, e2 to h8. */
static unsigned char *put_sets(unsigned char *to, int sets)
{
    to = put(to, (uint32_t)sets, 4);
    for (int square = 0; square < 64; square++)
        if (file_of(square) >= 4)
            to = put(to, (uint32_t)nnue_set_of(sets, square), 1);
    return to;
}

bool nnue_write(const struct nnue_network *n, const char *path)
{
    bool packed = n->sets > 1;
    size_t size = 4 + NNUE_KINGS + 3 * integers(n) + 4 * BUCKETS; /* at most */
    unsigned char header[HEADER], *body = malloc(size), *to = body;
    FILE *file = body ? fopen(path, "wb") : NULL;
    if (!file) {
        free(body);
        return false;
    }
    if (packed)
        to = put_sets(to, n->sets);
    for (size_t i = 0; i < integers(n); i++)
        to = packed ? put_packed(to, n->weight[i]) : put(to, (uint16_t)n->weight[i], 2);
    for (int i = 0; i < BUCKETS; i++)
        to = put(to, (uint32_t)n->output_bias[i], 4);
    size = (size_t)(to - body);
    memcpy(header, magic, 8);
    to = put(header + 8, packed ? MEAN_OF_SETS : MEAN, 4);
    to = put(to, (uint32_t)n->hidden, 4);
    to = put(to, BUCKETS, 4);
    put(to, (uint32_t)crc32(0, body, (uInt)size), 4);
    bool fine = fwrite(header, HEADER, 1, file) == 1 && fwrite(body, size, 1, file) == 1;
    free(body);
    return fclose(file) == 0 && fine;
}

/* Makes the units from the first one on those of the network. */
static void copy_units(struct nnue_model *m, int first, float share, const struct mi_nnue *n)
{
    int from = n->sets * INPUTS; /* 1 set serves for all of the model's */
    for (int unit = 0; unit < n->width; unit++) {
        for (int i = 0; i < m->features; i++)
            m->weight[nnue_weight_at(m, i, first + unit)] =
                (float)n->input[i % from * n->width + unit] / ONE;
        m->bias[first + unit] = (float)n->bias[unit] / ONE;
        for (int i = 0; i < 2 * BUCKETS; i++)
            m->output_weight[i * m->hidden + first + unit] =
                share * (float)n->output[i * n->width + unit] / OUTPUT_ONE;
    }
    for (int i = 0; i < BUCKETS; i++)
        m->output_bias[i] += share * (float)n->output_bias[i] / (ONE * OUTPUT_ONE);
}

/* Are the king's squares divided as the model has them, or not at all? */
static bool has_same_sets(const struct mi_nnue *n, int sets)
{
    bool same = n->sets == sets;
    for (int i = 0; same && i < NNUE_KINGS; i++)
        same = n->set[i] == nnue_set_of(sets, i / 4 * 8 + 4 + i % 4);
    return same || n->sets == 1;
}

int nnue_take(struct nnue_model *m, int first, float share, const char *path)
{
    char error[200] = "it is too wide, or has other sets, or not as many buckets";
    struct mi_nnue *n = mi_nnue_open(path, error, sizeof error);
    bool fits = n && !n->layers && n->buckets == BUCKETS && n->width <= m->hidden - first &&
                has_same_sets(n, m->sets);
    if (n && n->layers)
        snprintf(error, sizeof error, "it has layers behind the first, which this trainer has not");
    int width = fits ? n->width : 0;
    if (width)
        copy_units(m, first, share, n);
    else
        fprintf(stderr, "%s: %s\n", path, error);
    mi_aligned_give(n);
    return width;
}
