/* image.h - files of networks that evaluate chess, written as the manual describes them. */
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

/* Writes a signed LEB128 number; returns the position after it. */
unsigned char *put_packed(unsigned char *at, int number);

/* Corrects the checksum. */
void sign_image(const struct image *image);

/* Numbers up to most, in absolute value, or all of them at its ends, or all at its upper one. */
enum range { WITHIN, AT_ENDS, AT_TOP };
struct ranges {
    enum range range;
    int input, first, second, output;
};
enum { FIRST_MOST = 127, SECOND_MOST = 4095, OUTPUT_MOST = 16383 };
enum { BIASES = 16 + 32 + 1 }; /* of a bucket, behind the accumulators */

/* A network with random weights, the accumulators' for each of so many sets of the king's squares,
 * all of which have some.  The biases behind the accumulators are as far from 0 as they may be,
 * unless the numbers are within: then from where the layers have something to tell. */
struct image make_image(int width, int buckets, int sets, struct ranges most, uint64_t seed);

void write_image(const char *file, const struct image *image, size_t length);

/* So many bytes and more that are 0, on a line of the cache; by mi_aligned_free() they are given
 * back. */
void *zero_bytes(size_t bytes);

/* The memory of a network for evaluations that go on. */
void *zeros(const struct mi_nnue *nnue);

#endif
