/* image.h - Gomoku network files, written as the manual describes them. */
#ifndef MI_TESTS_GAME_GOMOKU_NETWORK_IMAGE_H
#define MI_TESTS_GAME_GOMOKU_NETWORK_IMAGE_H

#include "game/gomoku/network/network.h"

/* Like ck_assert, which takes longer than a point. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("%s", #condition);                                                        \
    } while (0)

/* Offsets of the arrays: the 16-bit numbers, then the 32-bit numbers. */
enum {
    HEAD = 16,
    AT_PAIRS = 0,
    AT_KINDS = AT_PAIRS + INPUT_PAIRS * NET_CHANNELS,
    AT_STONES = AT_KINDS + INPUT_KINDS * NET_CHANNELS,
    AT_LINES = AT_STONES + 2 * NET_CHANNELS,
    AT_MIDDLE = AT_LINES + INPUT_BOTH * NET_CHANNELS,
    AT_BESIDE = AT_MIDDLE + NET_CHANNELS,
    AT_ACROSS = AT_BESIDE + NET_CHANNELS,
    AT_BIAS = AT_ACROSS + NET_CHANNELS,
    AT_POLICY_IN = AT_BIAS + NET_CHANNELS,
    AT_POLICY_POOL = AT_POLICY_IN + NET_CHANNELS * NET_POLICY,
    AT_POLICY_OUT = AT_POLICY_POOL + NET_CHANNELS * NET_POLICY,
    AT_VALUE_IN = AT_POLICY_OUT + NET_POLICY,
    AT_VALUE_OUT = AT_VALUE_IN + NET_CHANNELS * NET_VALUE,
    SHORTS = AT_VALUE_OUT + NET_VALUE,
    AT_POLICY_BIAS = 0,
    AT_VALUE_BIAS = AT_POLICY_BIAS + NET_POLICY,
    AT_OUTPUT_BIAS = AT_VALUE_BIAS + NET_VALUE,
    LONGS = AT_OUTPUT_BIAS + 1,
    LENGTH = HEAD + 2 * SHORTS + 4 * LONGS
};

/* Groups of weights with a common bound. */
enum part {
    PAIRS,
    KINDS_OF_POINTS,
    STONES,
    WHOLE_LINES,
    MIDDLE,
    NEAR,
    BIAS,
    LAST,
    LAST_BIAS,
    PARTS
};

/* The largest permitted weights, and typical ones with which few sums are clamped. */
extern const int most_of[PARTS], usual[PARTS];

/* The group of number i. */
int part_of(int i);

struct image {
    unsigned char bytes[LENGTH];
};

void put_word(unsigned char *at, uint32_t word);
/* Sets number i; 32-bit numbers follow the 16-bit ones. */
void put_number(struct image *image, int i, int number);
/* 16-bit and 32-bit numbers by index. */
int short_at(const struct image *image, int i);
int32_t long_at(const struct image *image, int i);

/* Writes the header; only its checksum. */
void put_head(struct image *image);
void sign_image(struct image *image);

/* Random weights within the bounds of their groups. */
void make_image(struct image *image, const int *most, uint64_t seed);
/* All weights at their bounds; signs[] gives the sign of each group: + or -, or ? for random. */
void make_largest(struct image *image, const char *signs, uint64_t seed);

/* Creates a network from it; release it with mi_aligned_free(). */
struct mi_gomoku_net *read_image(const struct image *image);

void write_file(const char *file, const unsigned char *bytes, size_t length);

#endif
