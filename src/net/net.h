/* net.h - networks: planes in; policy, value, score and ownership out.
 *
 * A loaded network is constant and may be shared by any number of threads; each thread needs its
 * own workspace.  The module does not depend on any game: the file names an encoding, which
 * defines the inputs. */
#ifndef MI_NET_NET_H
#define MI_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mi_net;
struct mi_net_workspace;

/* The arithmetic to use. */
enum mi_net_arithmetic {
    MI_NET_FLOATS,   /* 32 bits */
    MI_NET_INTEGERS, /* 16 bits for 3x3 convolutions and matrices if that is faster */
    MI_NET_FASTEST   /* AMX tiles if the processor has them: bytes for convolutions whose weights
                      * fit exactly, bfloat16 for the others; without AMX as MI_NET_INTEGERS */
};

/* Description of a network.  The strings belong to the network. */
struct mi_net_info {
    const char *name;       /* from the file */
    const char *encoding;   /* name of the input encoding, as in the game: "katago-7" */
    const char *kernels;    /* the kernels in use: "avx512" */
    const char *arithmetic; /* "floats", "integers", "bfloat16"; "bytes": bfloat16 and bytes */
    int version;            /* version of KataGo's format; 0: another format */
    int planes, numbers;    /* number of input planes and of other inputs */
    int policy;             /* number of logits; 0: height * width + 1 */
    int metadata;           /* number of inputs about the players and their game; 0: none */
    int blocks, channels;   /* size of the trunk */
    uint64_t weights;
};

/* Loads a network from a file.  NULL if the file is not a network or not supported, if the output
 * for an empty board is absurd, or out of memory; error (size bytes) then has one line of text. */
struct mi_net *mi_net_load(const char *file, enum mi_net_arithmetic numbers, char *error,
                           size_t size);
/* The same, but rejects a file of more than `bound` bytes when decompressed; 0: no limit. */
struct mi_net *mi_net_load_bounded(const char *file, size_t bound, enum mi_net_arithmetic numbers,
                                   char *error, size_t size);
/* The same from the contents of a file in memory. */
struct mi_net *mi_net_read(const void *bytes, size_t length, enum mi_net_arithmetic numbers,
                           char *error, size_t size);
void mi_net_free(struct mi_net *net);

const struct mi_net_info *mi_net_describe(const struct mi_net *net);

/* Memory of a network and of a workspace, in bytes. */
size_t mi_net_bytes(const struct mi_net *net);
size_t mi_net_workspace_bytes(const struct mi_net *net, int width, int height, int batch);

/* Allocates the workspace of one thread for boards of this size (2x2 to 64x64; lc0 networks: only
 * 8x8) and batches of up to `batch` positions (at least 1).  NULL if out of memory or if the
 * network does not support the size.  The network must outlive the workspace. */
struct mi_net_workspace *mi_net_workspace_new(const struct mi_net *net, int width, int height,
                                              int batch);
void mi_net_workspace_free(struct mi_net_workspace *work);

/* One position; borrowed for the call. */
struct mi_net_in {
    const float *plane;    /* [planes][height][width] */
    const float *number;   /* [numbers] */
    const float *metadata; /* [metadata]; NULL: unknown */
};

/* The outputs for a position, from the view of the side to move. */
struct mi_net_out {
    float *policy;     /* [policy], or [height * width + 1] with pass last: logits */
    float *optimistic; /* optimistic policy (moves that turn out better than expected), in the same
                        * layout; a copy of the policy if the network has none; NULL: skip it */
    float *ownership;  /* [height * width], -1 to 1; NULL: skip it */
    float win, loss, no_result; /* probabilities; with draw they add up to 1 */
    float draw;
    float moves_left;       /* plies to the end of the game; 0: unknown */
    float score, deviation; /* final score in points: mean and standard deviation */
    float lead;             /* points to give the opponent to make the game even */
    float value_error;      /* expected short-term error of win - loss, and of the score; */
    float score_error;      /* below 0: unknown */
    bool absurd; /* some output, maybe of policy or ownership, was not a number or far out of range
                  * and has been clamped */
};

/* Evaluates n positions, in batches.  n may exceed the batch of the workspace. */
void mi_net_run(struct mi_net_workspace *work, const struct mi_net_in *in, struct mi_net_out *out,
                int n);

/* Measures the speed of one thread: positions per second of its CPU time in batches of `batch`
 * (1 to 32).  Takes the best of several runs, which last `seconds` in total.  0 if out of memory or
 * if the network does not support the size. */
double mi_net_measure_speed(const struct mi_net *net, int width, int height, int batch,
                            double seconds);

/* The products (multiplications with an addition) of an evaluation on a board of this size, by the
 * algorithms in use: Winograd's needs fewer than a direct convolution. */
uint64_t mi_net_products(const struct mi_net *net, int width, int height);

/* Measures for some `seconds` how many products per second of CPU time one thread can do if all
 * numbers are in the first-level cache. 0: unknown, as for tiles. */
double mi_net_peak(const struct mi_net *net, double seconds);

#endif
