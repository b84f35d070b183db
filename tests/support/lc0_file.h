/* lc0_file.h - networks with random weights, written as lc0 reads them. */
#ifndef MI_TESTS_SUPPORT_LC0_FILE_H
#define MI_TESTS_SUPPORT_LC0_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* How numbers are written, as net.proto numbers it. */
enum lc0_encoding { LC0_LINEAR16 = 1, LC0_FLOAT16, LC0_BFLOAT16, LC0_FLOAT32 };

/* The numbers of net.proto: structure 1 to 4, 6, 7; policy 1 to 3; value 1, 2; activations.  What
 * is 0 is not written. */
struct lc0_file {
    const char *name; /* of the file */
    int input, structure, policy, value, moves_left, activation;
    int smolgen_activation, feed_activation, embedding;
    int channels, blocks, squeeze; /* residual blocks; squeeze 0: without it */
    int encoders, heads, depth;    /* channels of a head */
    int feed, smolgen;             /* channels within; smolgen 0: without it */
    int policy_encoders;
    bool gate, several_heads;
    enum lc0_shared { LC0_OWN, LC0_AMONG_HEADS, LC0_AMONG_WEIGHTS } shared; /* their embedding */
    int major, minor; /* the version of lc0's that it wants */
    bool onnx;        /* there are no weights, but a network in ONNX */
    bool normal; /* batch normalisation apart from the weights */
    bool plain;  /* not packed by gzip */
    enum lc0_encoding encoding;
    uint64_t seed;

    /* What does not fit: of the layers of numbers, counted from 1 as they are written, one has so
     * many numbers more, or fewer; and of a convolution or weights and biases, whose weights are
     * that layer, there are so many more outputs.  0: none. */
    int odd, odd_by;
    int wide, wide_by;
    int wrong; /* the same layer's numbers are wrong, as: */
    enum lc0_wrong {
        LC0_ENCODING = 1, /* in an encoding that there is not */
        LC0_LIMITS,       /* between limits that are absurd */
        LC0_NUMBER,       /* no numbers */
        LC0_BROKEN,       /* a message that is broken */
    } wrong_how;
};

/* Writes it; whatever fails stops the test.  Returns how many layers of numbers it has. */
int lc0_file_write(const struct lc0_file *file);

/* What is smallest of its kind: a residual body; encoders with gates; encoders with smolgen and
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
