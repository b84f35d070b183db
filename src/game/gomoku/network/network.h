/* network.h - a network that evaluates Gomoku positions and moves.
 *
 *     network.c     outputs, and the cached position
 *     lines.c       lines as inputs
 *     file.c        the file, described in miai-network(5)
 *     kernel*       the arithmetic, for each kind of processor
 *
 * Each point near a stone has the inputs that input.h lists.  Layer 1 adds up a vector of
 * NET_CHANNELS numbers for each input of a point and clamps the sums.  Layer 2 combines, per
 * channel, the vectors of the point, its four orthogonal neighbours (one weight) and its four
 * diagonal neighbours (one weight), so it is invariant under symmetries.  Clamped, these are the
 * point's features.  The pool is the sum of the features over all points.  The policy head
 * (NET_POLICY units) computes a move's logit from the point's features and the pool.  The value
 * head (NET_VALUE units) computes the value for the side to move from the pool.
 *
 * All arithmetic is on integers, so every processor and compiler gets the same result. */
#ifndef MI_GAME_GOMOKU_NETWORK_NETWORK_H
#define MI_GAME_GOMOKU_NETWORK_NETWORK_H

#include "input.h"

enum {
    NET_CHANNELS = 32,
    NET_POLICY = 16,
    NET_VALUE = 32,
    NET_ONE_INPUT = 4096,  /* stands for 1 after the first layer */
    NET_ONE_NEAR = 8192,   /* stands for 1 in the weights of the second layer */
    NET_ONE_FEATURE = 512, /* stands for 1 in features */
    NET_ONE_HEAD = 256,    /* stands for 1 in the weights of the heads */
    NET_ONE_OUTPUT = NET_ONE_FEATURE * NET_ONE_HEAD, /* stands for 1 in the outputs */
    NET_INPUT_MAX = 2 * NET_ONE_INPUT - 1, /* a point's numbers are clamped to 0 to this */
    NET_FEATURE_MAX = 2 * NET_ONE_FEATURE - 1,
    NET_POOL = 32, /* divisor of the sum over all points */
    NET_FRAME = 1, /* width of the zero border around the board */
    NET_STRIDE = GOMOKU_MAX_SIDE + 2 * NET_FRAME
};

/* Merged rows of the first layer, after those of the inputs: for freestyle, where a line determines
 * its pair of shapes, the sum of both rows. */
enum { NET_MERGED = INPUTS, NET_ROWS = NET_MERGED + INPUT_BOTH };

/* The weights, in the order of the file except for merged rows. */
struct mi_gomoku_net {
    _Alignas(64) int16_t input[NET_ROWS][NET_CHANNELS];
    int16_t middle[NET_CHANNELS], orthogonal[NET_CHANNELS], diagonal[NET_CHANNELS];
    int16_t bias[NET_CHANNELS];
    int16_t policy_in[NET_CHANNELS][NET_POLICY], policy_pool[NET_CHANNELS][NET_POLICY];
    int16_t policy_out[NET_POLICY];
    int16_t value_in[NET_CHANNELS][NET_VALUE], value_out[NET_VALUE];
    int32_t policy_bias[NET_POLICY], value_bias[NET_VALUE], output_bias;
    const struct mi_gomoku_kernel *kernel;
    struct mi_gomoku_sides sides;
};

/* A thread's state: the last position evaluated. */
struct mi_gomoku_net_memory {
    _Alignas(64) int16_t point[NET_STRIDE * NET_STRIDE]
                              [NET_CHANNELS]; /* first layer; 0 at points that are not inputs */
    int16_t feature[GOMOKU_MAX_POINTS]
                   [NET_CHANNELS];     /* features of the input points, in order of cell[] */
    int32_t pool[NET_CHANNELS];        /* sum of the features */
    int32_t common[NET_POLICY];        /* the part of the policy head that all points share */
    uint16_t place[GOMOKU_MAX_POINTS]; /* index into feature[]; valid for points near stones */
    uint16_t cell[GOMOKU_MAX_POINTS];  /* indices into point[] of the input points */
    int seen;
    uint64_t key; /* key of the position; 0: none yet */
};

/* The arithmetic.  All kernels give the same numbers. */
struct mi_gomoku_kernel {
    const char *name;
    bool (*usable)(void); /* can it run on this processor? */
    /* sum[NET_CHANNELS] = the clamped sum of n rows of input. */
    void (*add_inputs)(const struct mi_gomoku_net *net, const uint16_t *input, int n, int16_t *sum);
    /* Computes feature[], pool and common from point[]. */
    void (*mix)(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory);
    /* The policy of the n-th input point, and the value; NET_ONE_OUTPUT stands for 1. */
    int32_t (*policy)(const struct mi_gomoku_net *net, const struct mi_gomoku_net_memory *memory,
                      int n);
    int32_t (*value)(const struct mi_gomoku_net *net, const struct mi_gomoku_net_memory *memory);
};

/* All compiled kernels, fastest first; ends with NULL. */
extern const struct mi_gomoku_kernel *const mi_gomoku_kernels[];

/* ---- file.c ---- */

/* Checks the header, length and checksum of a file that should have expected_length bytes.  Returns
 * an error message, or NULL if they are right. */
const char *mi_gomoku_net_file_fault(const unsigned char *bytes, size_t length,
                                     size_t expected_length);

/* Creates a network from the bytes of a file; release it with mi_aligned_free().  Returns NULL and
 * writes one line to error on failure. */
struct mi_gomoku_net *mi_gomoku_net_read(const unsigned char *bytes, size_t length, char *error,
                                         size_t size);
/* The same for a file; the built-in network if file is NULL. */
struct mi_gomoku_net *mi_gomoku_net_open(const char *file, char *error, size_t size);

/* ---- lines.c ---- */

/* Computes what the file does not contain: the sides and the merged rows. */
void mi_gomoku_net_merge(struct mi_gomoku_net *net);

/* ---- network.c ---- */

/* The value for the side to move of an unfinished position whose colours are chosen: the odds of a
 * win are exp(value / NET_ONE_OUTPUT).  memory belongs to the thread and must be zeroed before
 * first use. */
int32_t mi_gomoku_net_value(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                            const struct mi_gomoku *g);

/* The policy of a move on an empty point: its probability is proportional to exp(policy /
 * NET_ONE_OUTPUT).  INT32_MIN if no stone is near. */
int32_t mi_gomoku_net_policy(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                             const struct mi_gomoku *g, int point);

#endif
