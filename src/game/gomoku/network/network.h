/* network.h - a network that evaluates Gomoku and tells how good moves look.
 *
 *     network.c     what it says of a position, and what a thread keeps of it
 *     lines.c       lines as inputs
 *     file.c        the file, which miai-network(5) describes byte by byte
 *     kernel*       the arithmetic, for each kind of processor
 *     evaluation.c  all that by the contract
 *
 * It sees points, as input.h says.  The first layer adds up a vector of NET_CHANNELS numbers for
 * each input of a point.  The second sees of each point these numbers, held within bounds, of the
 * point, of the four points beside it and of the four across, each with a weight of its own: the
 * same however the board is turned over.  What comes of it, held again, are the point's features.
 * A layer of NET_POLICY makes of the features of a point and of their sum over all points, the
 * pool, how good a move it is, and one of NET_VALUE of the pool what the position is worth to who
 * is to move.
 *
 * All numbers are whole, so that every processor and compiler comes to the same. */
#ifndef MI_GAME_GOMOKU_NETWORK_NETWORK_H
#define MI_GAME_GOMOKU_NETWORK_NETWORK_H

#include "input.h"

enum {
    NET_CHANNELS = 32,
    NET_POLICY = 16,
    NET_VALUE = 32,
    NET_ONE_INPUT = 4096,                            /* what stands for 1 after the first layer, */
    NET_ONE_NEAR = 8192,                             /* in the weights of the second, */
    NET_ONE_FEATURE = 512,                           /* in features, */
    NET_ONE_HEAD = 256,                              /* in the weights behind them, */
    NET_ONE_OUTPUT = NET_ONE_FEATURE * NET_ONE_HEAD, /* and in what comes of it */
    NET_INPUT_MOST = 2 * NET_ONE_INPUT - 1, /* to which the numbers of a point are held, from 0 */
    NET_FEATURE_MOST = 2 * NET_ONE_FEATURE - 1,
    NET_POOL = 32, /* the sum over all points is divided by it */
    NET_FRAME = 1, /* points around the board, where all is 0 */
    NET_STRIDE = GOMOKU_MAX_SIDE + 2 * NET_FRAME
};

/* Rows of the first layer behind those of the inputs: of each line, with the pair of its shapes in
 * freestyle, where the line says it. */
enum { NET_MERGED = INPUTS, NET_ROWS = NET_MERGED + INPUT_BOTH };

/* The weights, in one block; the file has them in this order, but for what is merged. */
struct mi_gomoku_net {
    _Alignas(64) int16_t input[NET_ROWS][NET_CHANNELS];
    int16_t middle[NET_CHANNELS], beside[NET_CHANNELS], across[NET_CHANNELS];
    int16_t bias[NET_CHANNELS];
    int16_t policy_in[NET_CHANNELS][NET_POLICY], policy_pool[NET_CHANNELS][NET_POLICY];
    int16_t policy_out[NET_POLICY];
    int16_t value_in[NET_CHANNELS][NET_VALUE], value_out[NET_VALUE];
    int32_t policy_bias[NET_POLICY], value_bias[NET_VALUE], output_bias;
    const struct mi_gomoku_kernel *kernel;
    struct mi_gomoku_sides sides;
};

/* What a thread keeps of the position it was asked about last. */
struct mi_gomoku_net_memory {
    _Alignas(64) int16_t point[NET_STRIDE * NET_STRIDE][NET_CHANNELS]; /* 0 where nothing is seen */
    int16_t feature[GOMOKU_MAX_POINTS][NET_CHANNELS]; /* of seen points, in their order */
    int32_t pool[NET_CHANNELS];                       /* their sum */
    int32_t common[NET_POLICY]; /* of the policy's layer, what all points share */
    uint16_t
        place[GOMOKU_MAX_POINTS];     /* of each point, in feature; meant where it is near stones */
    uint16_t cell[GOMOKU_MAX_POINTS]; /* seen, in point */
    int seen;
    uint64_t key; /* of the position; 0: none yet */
};

/* The arithmetic.  All kernels come to the same numbers. */
struct mi_gomoku_kernel {
    const char *name;
    bool (*usable)(void); /* on this processor */
    /* sum[NET_CHANNELS] = the n rows of input added up, held. */
    void (*add_inputs)(const struct mi_gomoku_net *net, const uint16_t *input, int n, int16_t *sum);
    /* Fills feature[], pool and common from point[]. */
    void (*mix)(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory);
    /* What comes of the n-th seen point's features, and of the pool, in NET_ONE_OUTPUT. */
    int32_t (*policy)(const struct mi_gomoku_net *net, const struct mi_gomoku_net_memory *memory,
                      int n);
    int32_t (*value)(const struct mi_gomoku_net *net, const struct mi_gomoku_net_memory *memory);
};

/* All that were compiled, the fastest first, up to NULL. */
extern const struct mi_gomoku_kernel *const mi_gomoku_kernels[];

/* ---- file.c ---- */

/* Makes a network of the content of a file; mi_aligned_free() frees it.  NULL, and error says why
 * in a line. */
struct mi_gomoku_net *mi_gomoku_net_read(const unsigned char *bytes, size_t length, char *error,
                                         size_t size);
/* The same of a file; with NULL of the one that the game brings along. */
struct mi_gomoku_net *mi_gomoku_net_open(const char *file, char *error, size_t size);

/* ---- lines.c ---- */

/* Fills what the file does not say: the sides, and the rows behind those of the inputs. */
void mi_gomoku_net_merge(struct mi_gomoku_net *net);

/* ---- network.c ---- */

/* The value of an unfinished position whose colours are chosen to who is to move: e to the power of
 * value / NET_ONE_OUTPUT are the odds that he wins.  memory is the thread's, all zeros at first. */
int32_t mi_gomoku_net_value(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                            const struct mi_gomoku *g);

/* How good a move on an empty point looks: e to the power of it / NET_ONE_OUTPUT is in proportion
 * to how often it would be made.  Of a point near no stone INT32_MIN. */
int32_t mi_gomoku_net_policy(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                             const struct mi_gomoku *g, int point);

#endif
