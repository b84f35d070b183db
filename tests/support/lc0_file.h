/* lc0_file.h - writes networks with random weights in lc0's format. */
#ifndef MI_TESTS_SUPPORT_LC0_FILE_H
#define MI_TESTS_SUPPORT_LC0_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* Encodings of numbers, as in net.proto. */
enum lc0_encoding { LC0_LINEAR16 = 1, LC0_FLOAT16, LC0_BFLOAT16, LC0_FLOAT32 };

/* Values as in net.proto: structure 1 to 4, 6, 7; policy 1 to 3; value 1, 2; activations. A member
 * that is 0 is not written. */
struct lc0_file {
    const char *name; /* file to write */
    int input, structure, policy, value, moves_left, activation;
    int smolgen_activation, feed_activation, embedding;
    int channels, blocks, squeeze; /* residual tower; squeeze 0: no squeeze-and-excite */
    int encoders, heads, depth;    /* depth: channels of a head */
    int feed, smolgen;             /* hidden channels; smolgen 0: none */
    int policy_encoders;
    bool gate, several_heads;
    enum lc0_shared {
        LC0_OWN,
        LC0_AMONG_HEADS,
        LC0_AMONG_WEIGHTS
    } shared;         /* input embedding of the heads */
    int major, minor; /* required version of lc0 */
    bool onnx;        /* contains an ONNX network instead of weights */
    bool normal;      /* batch normalization not folded into the weights */
    bool plain;       /* not compressed by gzip */
    enum lc0_encoding encoding;
    uint64_t seed;

    /* Deliberate errors; layers of numbers count from 1 in file order, 0: none. Layer `odd` has
     * odd_by numbers too many (or too few). The convolution or dense layer whose weights are layer
     * `wide` has wide_by outputs too many. */
    int odd, odd_by;
    int wide, wide_by;
    int wrong; /* this layer's numbers are invalid, as wrong_how says */
    enum lc0_wrong {
        LC0_ENCODING = 1, /* unknown encoding */
        LC0_LIMITS,       /* absurd limits */
        LC0_NUMBER,       /* NaN */
        LC0_BROKEN,       /* malformed message */
    } wrong_how;
};

/* Writes the file; any failure fails the test. Returns the number of layers of numbers. */
int lc0_file_write(const struct lc0_file *file);

/* The smallest networks of each kind: residual; encoders with gates; encoders with smolgen and
 * several heads. */
#define LC0_SMALL_RESIDUAL                                                                         \
    .input = 1, .structure = 4, .policy = 2, .value = 2, .channels = 1, .blocks = 1, .squeeze = 1, \
    .moves_left = 1
#define LC0_SMALL_ENCODER                                                                          \
    .input = 4, .structure = 6, .policy = 3, .value = 1, .channels = 2, .encoders = 1, .heads = 1, \
    .depth = 2, .feed = 2, .gate = true, .activation = 1, .embedding = 1
#define LC0_SMALL_HEADS                                                                            \
    .input = 1, .structure = 7, .policy = 3, .value = 2, .channels = 1, .encoders = 1, .heads = 1, \
    .depth = 1, .feed = 1, .smolgen = 1, .several_heads = true, .embedding = 2

#endif
