/* weights_file.h - layout of a file of Go weights, which are learned from games.
 *
 * miai-network(5) describes the format.  A file is checked once and then used in place: the struct
 * consists of bytes only, so it has no padding.  The built-in file is data/go_weights.bin; the
 * option eval-file names another.  tools/go/patterns makes them. */
#ifndef MI_GAME_GO_POLICY_WEIGHTS_FILE_H
#define MI_GAME_GO_POLICY_WEIGHTS_FILE_H

#include "feature.h"

#include <string.h>

/* A large pattern (pattern.h) is identified by the first 44 bits of its hash: 12 bits select the
 * bucket, the next 32 are stored.  The patterns of a bucket are contiguous and sorted. */
enum {
    GO_BUCKET_BITS = 12,
    GO_BUCKETS = 1 << GO_BUCKET_BITS,
    GO_PATTERN_BYTES = 6,   /* 32 bits of the hash, and a 16-bit strength */
    GO_STRENGTH_UNIT = 256, /* the value that stands for a strength of 1 */
    GO_PATTERNS_MAX = 1 << 20
};

/* Bounds of a strength, so that the product over a move's features neither vanishes nor
 * overflows. */
#define GO_STRENGTH_MIN 1e-4F
#define GO_STRENGTH_MAX 1e4F

#define GO_WEIGHTS_MAGIC "MIAIGOWT"

struct go_weights {
    uint8_t magic[8], version[4];
    uint8_t features[4]; /* mi_go_feature_checksum() */
    uint8_t crc[4];      /* checksum of everything that follows */
    uint8_t patterns[4]; /* number of patterns */
    uint8_t strength[GO_FEATURES][4];
    uint8_t elsewhere[4]; /* in a playout: total strength of the moves that are not adjacent to the
                             last one */
    uint8_t shape[GO_SHAPES][4]; /* in a playout: strength of a move adjacent to the last one, by
                                    its 3x3 pattern */
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

/* Where to look for a pattern: the range of its bucket, and its stored key. */
struct go_pattern_range {
    uint32_t first, end, key;
};

static inline uint64_t go_bucket(uint64_t hash)
{
    return hash >> (64 - GO_BUCKET_BITS);
}

static inline struct go_pattern_range go_find_pattern_range(const struct go_weights *weights,
                                                            uint64_t hash)
{
    const uint8_t(*first)[4] = &weights->first[go_bucket(hash)];
    return (struct go_pattern_range){go_word(first[0]), go_word(first[1]),
                                     (uint32_t)(hash >> (32 - GO_BUCKET_BITS))};
}

/* Interpolation search: hashes are spread evenly, so a key's rank in its bucket is nearly
 * proportional to the key. */
static inline uint32_t go_guess_pattern(const struct go_pattern_range *place)
{
    return place->first + (uint32_t)((uint64_t)place->key * (place->end - place->first) >> 32);
}

/* The strength of the pattern with that hash, or 0 if it is unknown. */
static inline float go_known_pattern(const struct go_weights *weights, uint64_t hash)
{
    const struct go_pattern_range place = go_find_pattern_range(weights, hash);
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

/* Prefetch what go_known_pattern() will read: first the start of the bucket, later the pattern. */
static inline void go_prefetch_bucket(const struct go_weights *weights, uint64_t hash)
{
    __builtin_prefetch(weights->first[go_bucket(hash)]);
}

static inline void go_prefetch_pattern(const struct go_weights *weights, uint64_t hash)
{
    const struct go_pattern_range place = go_find_pattern_range(weights, hash);
    __builtin_prefetch(weights->pattern[go_guess_pattern(&place)]);
}

#endif
