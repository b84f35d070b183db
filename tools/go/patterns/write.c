#include "write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_word(uint8_t byte[4], uint32_t word)
{
    for (int i = 0; i < 4; i++)
        byte[i] = (uint8_t)(word >> 8 * i);
}

static void put_number(uint8_t byte[4], double value)
{
    float number = (float)fmin(fmax(value, GO_STRENGTH_MIN), GO_STRENGTH_MAX);
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    put_word(byte, word);
}

/* ---- patterns ---- */

/* The part of a hash that the file stores. */
static uint64_t stored_hash(uint64_t hash)
{
    return hash >> (32 - GO_BUCKET_BITS);
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = stored_hash(((const struct pattern *)a)->hash),
             y = stored_hash(((const struct pattern *)b)->hash);
    return (x > y) - (x < y);
}

/* Drops patterns whose stored hash equals an earlier one's; returns how many remain. */
static size_t drop_twins(struct pattern *pattern, size_t n)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++)
        if (left == 0 || stored_hash(pattern[left - 1].hash) != stored_hash(pattern[i].hash))
            pattern[left++] = pattern[i];
    return left;
}

static void put_pattern(uint8_t entry[GO_PATTERN_BYTES], const struct pattern *pattern)
{
    double value = floor(pattern->strength * GO_STRENGTH_UNIT + 0.5);
    unsigned strength = (unsigned)fmin(fmax(value, 1), UINT16_MAX);
    put_word(entry, (uint32_t)stored_hash(pattern->hash));
    entry[4] = (uint8_t)strength;
    entry[5] = (uint8_t)(strength >> 8);
}

static void put_patterns(struct go_weights *weights, const struct learned *learned)
{
    uint32_t at = 0, n = (uint32_t)learned->patterns;
    for (uint32_t bucket = 0; bucket <= GO_BUCKETS; bucket++) {
        put_word(weights->first[bucket], at);
        while (at < n && learned->pattern[at].hash >> (64 - GO_BUCKET_BITS) == bucket) {
            put_pattern(weights->pattern[at], &learned->pattern[at]);
            at++;
        }
    }
    put_word(weights->patterns, n);
}

/* ---- the file ---- */

static void put_all(struct go_weights *weights, const struct learned *learned, size_t bytes)
{
    memcpy(weights->magic, GO_WEIGHTS_MAGIC, sizeof weights->magic);
    put_word(weights->version, 1);
    put_word(weights->features, mi_go_feature_checksum());
    for (int f = 0; f < GO_FEATURES; f++)
        put_number(weights->strength[f], learned->strength[f]);
    put_number(weights->elsewhere, learned->elsewhere);
    for (int shape = 0; shape < GO_SHAPES; shape++)
        put_number(weights->shape[shape], learned->shape[shape]);
    put_patterns(weights, learned);
    put_word(weights->crc,
             (uint32_t)crc32(0, weights->patterns,
                             (unsigned)(bytes - offsetof(struct go_weights, patterns))));
}

static bool write_bytes(const void *bytes, size_t n, const char *file)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s.tmp", file) >= (int)sizeof name) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *stream = fopen(name, "wb");
    if (!stream)
        return false;
    bool written = fwrite(bytes, 1, n, stream) == n;
    written = fclose(stream) == 0 && written;
    written = written && rename(name, file) == 0;
    int reason = errno;
    if (!written)
        remove(name);
    errno = reason;
    return written;
}

bool write_weights(struct learned *learned, const char *file)
{
    if (learned->patterns > 0)
        qsort(learned->pattern, learned->patterns, sizeof *learned->pattern, compare_hashes);
    learned->patterns = drop_twins(learned->pattern, learned->patterns);
    size_t bytes = sizeof(struct go_weights) + learned->patterns * GO_PATTERN_BYTES;
    struct go_weights *weights = malloc(bytes);
    if (!weights)
        return false;
    put_all(weights, learned, bytes);
    bool written = write_bytes(weights, bytes, file);
    free(weights);
    return written;
}

/* Does the file start like a weights file? */
static bool is_weights(FILE *stream)
{
    char magic[sizeof GO_WEIGHTS_MAGIC - 1];
    errno = EINVAL;
    return fread(magic, 1, sizeof magic, stream) == sizeof magic &&
           memcmp(magic, GO_WEIGHTS_MAGIC, sizeof magic) == 0;
}

bool stamp_weights(const char *file)
{
    uint8_t checksum[4];
    put_word(checksum, mi_go_feature_checksum());
    FILE *stream = fopen(file, "r+b");
    if (!stream)
        return false;
    bool done = is_weights(stream) &&
                fseek(stream, offsetof(struct go_weights, features), SEEK_SET) == 0 &&
                fwrite(checksum, 1, sizeof checksum, stream) == sizeof checksum;
    return fclose(stream) == 0 && done;
}
