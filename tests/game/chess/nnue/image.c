#include "image.h"

#include "base/memory.h"
#include "miai_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

/* A number up to `most`, or one of the limits. */
static int any_number(miai_rng *rng, enum range range, int most)
{
    if (range == AT_TOP)
        return most;
    if (range == AT_ENDS)
        return miai_rng_below(rng, 2) ? most : -most;
    return (int)miai_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
}

unsigned char *put_packed(unsigned char *at, int number)
{
    int bytes = number >= -64 && number < 64 ? 1 : number >= -8192 && number < 8192 ? 2 : 3;
    for (int j = 0; j < bytes; j++)
        *at++ = (unsigned char)(((unsigned)number >> 7 * j & 127) | (j < bytes - 1 ? 128 : 0));
    return at;
}

static unsigned char *put_all_packed(unsigned char *at, miai_rng *rng, size_t count,
                                     enum range range, int most)
{
    for (size_t i = 0; i < count; i++)
        at = put_packed(at, any_number(rng, range, most));
    return at;
}

static unsigned char *put_biases(unsigned char *at, miai_rng *rng, size_t count, enum range range,
                                 int most)
{
    for (size_t i = 0; i < count; i++, at += 4)
        put_word(at, (uint32_t)any_number(rng, range, most));
    return at;
}

void sign_image(const struct image *image)
{
    put_word(image->bytes + NNUE_CHECKSUM_AT,
             (uint32_t)crc32(0, image->bytes + NNUE_HEAD, (unsigned)(image->length - NNUE_HEAD)));
}

static unsigned char *begin_image(unsigned char *at, int width, int buckets)
{
    memcpy(at, NNUE_MAGIC, NNUE_MAGIC_BYTES);
    put_word(at + NNUE_MAGIC_BYTES, NNUE_VERSION);
    put_word(at + 12, (uint32_t)width);
    put_word(at + 16, (uint32_t)buckets);
    return at + NNUE_HEAD;
}

static unsigned char *put_sets(unsigned char *at, miai_rng *rng, int sets)
{
    put_word(at, (uint32_t)sets);
    at += 4;
    for (int i = 0; i < NNUE_KINGS; i++)
        *at++ = (unsigned char)(i < sets ? i : (int)miai_rng_below(rng, (uint32_t)sets));
    return at;
}

static struct image end_image(unsigned char *bytes, const unsigned char *end)
{
    struct image image = {bytes, (size_t)(end - bytes)};
    sign_image(&image);
    return image;
}

struct image make_image(int width, int buckets, int sets, struct ranges most, uint64_t seed)
{
    miai_rng rng;
    size_t w = (size_t)width, b = (size_t)buckets, s = (size_t)sets;
    size_t input = (768 * s + 1) * w, first = 16 * b * w, second = 32 * 32 * b, output = 64 * b;
    unsigned char *bytes =
        malloc(NNUE_HEAD + NNUE_SETS_BYTES + NNUE_NUMBER_BYTES * (input + first + second + output) +
               4 * b * BIASES);
    bool within = most.range == WITHIN;
    ck_assert_ptr_nonnull(bytes);
    miai_rng_seed(&rng, seed);
    unsigned char *at = put_sets(begin_image(bytes, width, buckets), &rng, sets);
    at = put_all_packed(at, &rng, input, most.range, most.input);
    at = put_all_packed(at, &rng, first, most.range, most.first);
    at = put_all_packed(at, &rng, second, most.range, most.second);
    at = put_all_packed(at, &rng, output, most.range, most.output);
    at = put_biases(at, &rng, 16 * b, most.range, within ? 8000 : 1 << 24);
    at = put_biases(at, &rng, 32 * b, most.range, within ? 10000000 : 1 << 30);
    at = put_biases(at, &rng, b, most.range, within ? 1000000 : 2147483647);
    return end_image(bytes, at);
}

void write_image(const char *file, const struct image *image, size_t length)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(image->bytes, 1, length, stream), length);
    ck_assert_int_eq(fclose(stream), 0);
}

void *zero_bytes(size_t bytes)
{
    void *memory = mi_aligned_alloc(64, (bytes + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0, bytes);
}

void *new_zeroed_memory(const struct mi_nnue *nnue)
{
    return zero_bytes(mi_nnue_memory(nnue));
}
