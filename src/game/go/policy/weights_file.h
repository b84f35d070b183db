/* weights_file.h - what Go has learned of moves from games: the layout of its file.
 *
 * The bytes of a file as miai-network(5) describes it, checked once and then read where they lie:
 * nothing is unpacked, and the struct has no gaps, for it is made of bytes alone.
 * data/go_weights.bin is part of the program; the option eval-file names another.
 * tools/go/patterns makes them. */
#ifndef MI_GAME_GO_POLICY_WEIGHTS_FILE_H
#define MI_GAME_GO_POLICY_WEIGHTS_FILE_H

#include "feature.h"

#include <string.h>

/* A large pattern (pattern.h) is known by the first 44 bits of its hash: the first 12 say in which
 * bucket it lies, the next 32 are kept there.  The patterns of a bucket follow each other, sorted.
 */
enum {
    GO_BUCKET_BITS = 12,
    GO_BUCKETS = 1 << GO_BUCKET_BITS,
    GO_PATTERN_BYTES = 6,   /* 32 bits of the hash, and the strength in 16, of */
    GO_STRENGTH_UNIT = 256, /* parts of 1 */
    GO_PATTERNS_MAX = 1 << 20
};

/* Strengths are within these bounds, so that a product of those of a move's features is neither 0
 * nor without bounds. */
#define GO_STRENGTH_MIN 1e-4F
#define GO_STRENGTH_MAX 1e4F

#define GO_WEIGHTS_MAGIC "MIAIGOWT"

struct go_weights {
    uint8_t magic[8], version[4];
    uint8_t features[4]; /* mi_go_feature_checksum() */
    uint8_t crc[4];      /* of all that follows */
    uint8_t patterns[4]; /* how many */
    uint8_t strength[GO_FEATURES][4];
    uint8_t elsewhere[4];        /* of all moves not beside the last one together, in a playout */
    uint8_t shape[GO_SHAPES][4]; /* of a move beside it, by its 3x3 pattern */
    uint8_t first[GO_BUCKETS + 1][4];
    uint8_t pattern[][GO_PATTERN_BYTES];
};

static inline uint32_t go_word(const uint8_t byte[4])
{
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static inline float go_number(const uint8_t byte[4])
{
    uint32_t word = go_word(byte);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

/* Where a pattern is looked for: its bucket, and what is kept of its hash. */
struct go_pattern_place {
    uint32_t first, end, key;
};

static inline uint64_t go_bucket(uint64_t hash)
{
    return hash >> (64 - GO_BUCKET_BITS);
}

static inline struct go_pattern_place go_place_of_pattern(const struct go_weights *weights,
                                                          uint64_t hash)
{
    const uint8_t(*first)[4] = &weights->first[go_bucket(hash)];
    return (struct go_pattern_place){go_word(first[0]), go_word(first[1]),
                                     (uint32_t)(hash >> (32 - GO_BUCKET_BITS))};
}

/* Hashes are spread evenly, so that a pattern is nearly where its part of the bucket's range is. */
static inline uint32_t go_guess_pattern(const struct go_pattern_place *place)
{
    return place->first + (uint32_t)((uint64_t)place->key * (place->end - place->first) >> 32);
}

/* The strength of the pattern with that hash, or 0 if it is not known. */
static inline float go_known_pattern(const struct go_weights *weights, uint64_t hash)
{
    const struct go_pattern_place place = go_place_of_pattern(weights, hash);
    uint32_t at = go_guess_pattern(&place);
    while (at > place.first && go_word(weights->pattern[at - 1]) >= place.key)
        at--;
    while (at < place.end && go_word(weights->pattern[at]) < place.key)
        at++;
    const uint8_t *entry = weights->pattern[at];
    if (at == place.end || go_word(entry) != place.key)
        return 0;
    return (float)(entry[4] | entry[5] << 8) * (1.0F / GO_STRENGTH_UNIT);
}

/* Begin to load what it is going to read: first where the bucket begins, later the pattern. */
static inline void go_prefetch_bucket(const struct go_weights *weights, uint64_t hash)
{
    __builtin_prefetch(weights->first[go_bucket(hash)]);
}

static inline void go_prefetch_pattern(const struct go_weights *weights, uint64_t hash)
{
    const struct go_pattern_place place = go_place_of_pattern(weights, hash);
    __builtin_prefetch(weights->pattern[go_guess_pattern(&place)]);
}

#endif
