/* image.h - files of chess networks, written as the manual describes them. */
#ifndef MI_TESTS_GAME_CHESS_NNUE_IMAGE_H
#define MI_TESTS_GAME_CHESS_NNUE_IMAGE_H

#include "game/chess/nnue/file.h"

enum { WIDTH = 64, BUCKETS = 8 };

/* The caller frees the bytes. */
struct image {
    unsigned char *bytes;
    size_t length;
};

void put_word(unsigned char *at, uint32_t word);

/* Corrects the checksum. */
void sign_image(const struct image *image);

/* Numbers up to `most` in absolute value, or all of them at either limit, or all at the upper
 * limit. */
enum range { WITHIN, AT_ENDS, AT_TOP };
struct ranges {
    enum range range;
    int input, first, second, output;
};
enum { INPUT_MOST = 127, FIRST_MOST = 127, SECOND_MOST = 4095, OUTPUT_MOST = 16383 };
enum { BIASES = 16 + 32 + 1 }; /* per bucket, after the accumulators */

/* A network with random weights, with one set of accumulator weights for each of `sets` sets of
 * king squares; all sets are used. The biases after the accumulators are as far from 0 as possible,
 * unless the numbers are `within`: then they are small enough that the layers' outputs vary. */
struct image make_image(int width, int buckets, int sets, struct ranges most, uint64_t seed);

void write_image(const char *file, const struct image *image, size_t length);

/* Zeroed memory of at least that size, aligned to cache lines; release it with
 * mi_aligned_free(). */
void *zero_bytes(size_t bytes);

/* Zeroed memory for incremental evaluations. */
void *new_zeroed_memory(const struct mi_nnue *nnue);

#endif
