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

/* Writes numbers of `bytes` bytes each, the lowest byte first. */
static unsigned char *put_numbers(unsigned char *at, miai_rng *rng, size_t count, int bytes,
                                  enum range range, int most)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)any_number(rng, range, most);
        for (int j = 0; j < bytes; j++)
            *at++ = (unsigned char)(number >> 8 * j);
    }
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
    unsigned char *bytes = malloc(NNUE_HEAD + NNUE_SETS_BYTES + input + first +
                                  2 * (second + output) + 4 * b * BIASES);
    bool within = most.range == WITHIN;
    ck_assert_ptr_nonnull(bytes);
    miai_rng_seed(&rng, seed);
    unsigned char *at = put_sets(begin_image(bytes, width, buckets), &rng, sets);
    at = put_numbers(at, &rng, input, 1, most.range, most.input);
    at = put_numbers(at, &rng, first, 1, most.range, most.first);
    at = put_numbers(at, &rng, second, 2, most.range, most.second);
    at = put_numbers(at, &rng, output, 2, most.range, most.output);
    at = put_numbers(at, &rng, 16 * b, 4, most.range, within ? 8000 : 1 << 24);
    at = put_numbers(at, &rng, 32 * b, 4, most.range, within ? 10000000 : 1 << 30);
    at = put_numbers(at, &rng, b, 4, most.range, within ? 1000000 : 2147483647);
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
