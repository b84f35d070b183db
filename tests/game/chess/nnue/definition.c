#include "definition.h"

#include <check.h>
#include <stdlib.h>

enum { INPUTS = 768, KINGS = 32 };

static int word_at(const unsigned char *at)
{
    return (int)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

/* Reads signed numbers of one or two bytes; returns the position after them. */
static const unsigned char *read_numbers(const unsigned char *at, int *number, int count, int bytes)
{
    for (int i = 0; i < count; i++, at += bytes)
        number[i] = bytes == 1 ? (int8_t)at[0] : (int16_t)(at[0] + 256 * at[1]);
    return at;
}

struct definition read_definition(const struct image *image)
{
    const unsigned char *at = image->bytes + NNUE_HEAD;
    struct definition d = {.width = word_at(image->bytes + 12),
                           .buckets = word_at(image->bytes + 16),
                           .sets = word_at(at)};
    int bytes = d.width * (d.sets * INPUTS + 1 + d.buckets * 16);
    int words = d.buckets * (32 * 32 + 64);
    at += 4;
    for (int i = 0; i < KINGS; i++)
        d.set[i] = *at++;
    d.number = malloc((size_t)(bytes + words) * sizeof *d.number);
    ck_assert_ptr_nonnull(d.number);
    at = read_numbers(at, d.number, bytes, 1);
    at = read_numbers(at, d.number + bytes, words, 2);
    for (int i = 0; i < d.buckets * BIASES; i++, at += 4)
        d.bias[i] = word_at(at);
    return d;
}

void free_definition(struct definition *d)
{
    free(d->number);
}

/* A square from a side's view. */
static int square_seen_by(const struct mi_chess *p, int side, int square)
{
    int rank = side == WHITE ? square / 8 : 7 - square / 8;
    int file = king_square(p, side) % 8 < 4 ? 7 - square % 8 : square % 8;
    return 8 * rank + file;
}

static int input_of(const struct definition *d, const struct mi_chess *p, int side, int square)
{
    int piece = p->piece[square], king = square_seen_by(p, side, king_square(p, side));
    int set = d->set[king / 8 * 4 + king % 8 - 4];
    return INPUTS * set + (piece_player(piece) == side ? 0 : 384) + 64 * piece_type(piece) +
           square_seen_by(p, side, square);
}

/* The index of the first layer's bias. */
static int bias_at(const struct definition *d)
{
    return d->sets * INPUTS * d->width;
}

/* One number of a side's accumulator. */
static int sum_of(const struct definition *d, const struct mi_chess *p, int side, int i)
{
    int sum = d->number[bias_at(d) + i];
    for (int square = 0; square < 64; square++)
        if (p->piece[square] != NO_PIECE)
            sum += d->number[input_of(d, p, side, square) * d->width + i];
    return sum;
}

static int64_t clamp_to_byte(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* The output of the layer of 16. */
static void first_layer_output(const struct definition *d, const struct mi_chess *p, int bucket,
                               int64_t *y)
{
    const int *first = d->number + bias_at(d) + d->width + bucket * 16 * d->width;
    for (int i = 0; i < 16; i++)
        y[i] = d->bias[bucket * 16 + i];
    for (int j = 0; j < d->width; j++) {
        int side = j < d->width / 2 ? p->turn : !p->turn, one = j % (d->width / 2);
        int64_t a = clamp_to_byte(sum_of(d, p, side, one), 0, 127);
        int64_t b = clamp_to_byte(sum_of(d, p, side, one + d->width / 2), 0, 127);
        for (int i = 0; i < 16; i++)
            y[i] += (a * b >> 7) * first[i * d->width + j];
    }
}

static int64_t value_of(const struct definition *d, const struct mi_chess *p, int bucket)
{
    const int *second =
        d->number + bias_at(d) + d->width + d->buckets * 16 * d->width + bucket * 32 * 32;
    const int *output = second + (d->buckets - bucket) * 32 * 32 + bucket * 64;
    int64_t y[16], in[32], whole = d->bias[d->buckets * 48 + bucket];
    first_layer_output(d, p, bucket, y);
    for (int i = 0; i < 16; i++) {
        int64_t c = clamp_to_byte(y[i], -8128, 8128);
        in[i] = c * c >> 13;
        in[16 + i] = c > 0 ? c : 0;
    }
    for (int k = 0; k < 32; k++) {
        int64_t h = d->bias[d->buckets * 16 + bucket * 32 + k];
        for (int i = 0; i < 32; i++)
            h += in[i] * second[k * 32 + i];
        whole += clamp_to_byte(h >> 11, 0, 8128) * output[k] + in[k] * output[32 + k];
    }
    return whole * 400 / (8128 * 2048);
}

int slow_value(const struct definition *d, const struct mi_chess *p)
{
    int pieces = 0;
    for (int square = 0; square < 64; square++)
        pieces += p->piece[square] != NO_PIECE;
    int bucket = (pieces - 2) / 4 < d->buckets ? (pieces - 2) / 4 : d->buckets - 1;
    return (int)clamp_to_byte(value_of(d, p, bucket), -20000, 20000);
}
