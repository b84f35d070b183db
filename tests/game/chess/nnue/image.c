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

static unsigned char *put_numbers(unsigned char *at, miai_rng *rng, size_t count, int most)
{
    for (size_t i = 0; i < count; i++, at += 2) {
        int number = (int)miai_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
        at[0] = (unsigned char)number;
        at[1] = (unsigned char)((unsigned)number >> 8);
    }
    return at;
}

/* Signed LEB128. */
static unsigned char *put_packed(unsigned char *at, miai_rng *rng, size_t count, int most)
{
    for (size_t i = 0; i < count; i++) {
        int number = (int)miai_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
        int bytes = number >= -64 && number < 64 ? 1 : number >= -8192 && number < 8192 ? 2 : 3;
        for (int j = 0; j < bytes; j++)
            *at++ = (unsigned char)(((unsigned)number >> 7 * j & 127) | (j < bytes - 1 ? 128 : 0));
    }
    return at;
}

void sign_image(const struct image *image)
{
    put_word(image->bytes + 20,
             (uint32_t)crc32(0, image->bytes + HEAD, (unsigned)(image->length - HEAD)));
}

struct image make_image(int width, int buckets, int input, int output, uint64_t seed)
{
    miai_rng rng;
    size_t w = (size_t)width, b = (size_t)buckets;
    struct image image = {.length = HEAD + 2 * (768 * w + w + 2 * b * w) + 4 * b};
    unsigned char *at = image.bytes = malloc(image.length);
    ck_assert_ptr_nonnull(at);
    memcpy(at, "MIAINNUE", 8);
    put_word(at + 8, 1);
    put_word(at + 12, (uint32_t)width);
    put_word(at + 16, (uint32_t)buckets);
    miai_rng_seed(&rng, seed);
    at = put_numbers(at + HEAD, &rng, 769 * w, input);
    at = put_numbers(at, &rng, 2 * b * w, output);
    for (size_t i = 0; i < b; i++, at += 4)
        put_word(at, miai_rng_below(&rng, 20000) - 10000);
    sign_image(&image);
    return image;
}

struct image make_image_of_sets(int width, int buckets, int sets, int input, uint64_t seed)
{
    miai_rng rng;
    size_t w = (size_t)width, b = (size_t)buckets, s = (size_t)sets;
    unsigned char *bytes = malloc(HEAD + 4 + NNUE_KINGS + 3 * w * (768 * s + 1 + 2 * b) + 4 * b);
    unsigned char *at = bytes;
    ck_assert_ptr_nonnull(at);
    memcpy(at, "MIAINNUE", 8);
    put_word(at + 8, 3);
    put_word(at + 12, (uint32_t)width);
    put_word(at + 16, (uint32_t)buckets);
    put_word(at + HEAD, (uint32_t)sets);
    miai_rng_seed(&rng, seed);
    at += HEAD + 4;
    for (int i = 0; i < NNUE_KINGS; i++)
        *at++ = (unsigned char)(i < sets ? i : (int)miai_rng_below(&rng, (uint32_t)sets));
    at = put_packed(at, &rng, (768 * s + 1) * w, input);
    at = put_packed(at, &rng, 2 * b * w, 127);
    for (size_t i = 0; i < b; i++, at += 4)
        put_word(at, miai_rng_below(&rng, 20000) - 10000);
    struct image image = {bytes, (size_t)(at - bytes)};
    sign_image(&image);
    return image;
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
    void *memory = mi_aligned_take(64, (bytes + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0, bytes);
}

void *zeros(const struct mi_nnue *nnue)
{
    return zero_bytes(mi_nnue_memory(nnue));
}
