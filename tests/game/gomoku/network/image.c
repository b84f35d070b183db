#include "image.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static const int begin_of[PARTS] = {AT_PAIRS,  AT_KINDS, AT_STONES,    AT_LINES, AT_MIDDLE,
                                    AT_BESIDE, AT_BIAS,  AT_POLICY_IN, SHORTS};

enum { SHARE = INT16_MAX / (2 * DIRECTIONS + 1) };

/* The largest permitted weights: the first two parts and lines share 16 bits. */
const int most_of[PARTS] = {
    SHARE,
    INT16_MAX - 2 * DIRECTIONS *SHARE,
    INT16_MAX,
    SHARE,
    INT16_MAX,
    2 * NET_ONE_NEAR,
    8 * NET_ONE_FEATURE,
    4 * NET_ONE_HEAD,
    1 << 24,
};

/* Weights with which few sums are clamped. */
const int usual[PARTS] = {1500, 1500, 9000, 1500, 8000, 2000, 300, 300, 1 << 16};

void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

void put_number(struct image *image, int i, int number)
{
    unsigned char *at = image->bytes + HEAD + 2 * i;
    if (i < SHORTS) {
        at[0] = (unsigned char)number;
        at[1] = (unsigned char)((unsigned)number >> 8);
    } else
        put_word(image->bytes + HEAD + 2 * SHORTS + 4 * (i - SHORTS), (uint32_t)number);
}

int part_of(int i)
{
    int part = PARTS - 1;
    while (i < begin_of[part])
        part--;
    return part;
}

void sign_image(struct image *image)
{
    put_word(image->bytes + 12, (uint32_t)crc32(0, image->bytes + HEAD, LENGTH - HEAD));
}

void put_head(struct image *image)
{
    memcpy(image->bytes, "MIAIGOMO", 8);
    put_word(image->bytes + 8, 1);
    sign_image(image);
}

void make_image(struct image *image, const int *most, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < SHORTS + LONGS; i++) {
        int bound = most[part_of(i)];
        put_number(image, i, (int)miai_rng_below(&rng, (uint32_t)(2 * bound + 1)) - bound);
    }
    put_head(image);
}

void make_largest(struct image *image, const char *signs, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < SHORTS + LONGS; i++) {
        int part = part_of(i);
        char sign = signs[part] == '?' ? "+-"[miai_rng_below(&rng, 2)] : signs[part];
        put_number(image, i, sign == '+' ? most_of[part] : -most_of[part]);
    }
    put_head(image);
}

struct mi_gomoku_net *read_image(const struct image *image)
{
    char error[160] = "";
    struct mi_gomoku_net *net = mi_gomoku_net_read(image->bytes, LENGTH, error, sizeof error);
    ck_assert_msg(net != NULL, "%s", error);
    return net;
}

void write_file(const char *file, const unsigned char *bytes, size_t length)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, length, stream), length);
    ck_assert_int_eq(fclose(stream), 0);
}

int short_at(const struct image *image, int i)
{
    const unsigned char *at = image->bytes + HEAD + 2 * i;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

int32_t long_at(const struct image *image, int i)
{
    const unsigned char *at = image->bytes + HEAD + 2 * SHORTS + 4 * i;
    return (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}
