/* net.h - networks: planes in; policy, value, score and ownership out.
 *
 * A network is read from a file and then constant, for any number of threads, each with a work of
 * its own.  It knows no game: what its planes mean is between who trained it and the encoding that
 * its file names. */
#ifndef MI_NET_NET_H
#define MI_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mi_net;
struct mi_net_work;

/* In which numbers it calculates. */
enum mi_net_numbers {
    MI_NET_FLOATS,   /* 32 bits */
    MI_NET_INTEGERS, /* 16 bits where that is faster: convolutions of 3x3, and what is a matrix */
    MI_NET_FASTEST   /* convolutions in tiles where the processor has them, of bfloat16, or of bytes
                      * where all weights of one are such; else integers */
};

/* What a file says of its network.  The texts belong to the network. */
struct mi_net_info {
    const char *name;       /* that its makers gave it */
    const char *encoding;   /* of its inputs, as games name it: "katago-7" */
    const char *kernels;    /* that calculate it here: "avx512" */
    const char *arithmetic; /* "floats", "integers", "bfloat16"; "bytes": some in them */
    int version;            /* of KataGo's format; 0: another */
    int planes, numbers;    /* of the inputs */
    int policy;             /* logits; 0: height * width + 1 */
    int metadata;         /* inputs that tell of the players and their game; 0: it asks for none */
    int blocks, channels; /* of the trunk */
    uint64_t weights;
};

/* Reads a network.  NULL: it is none, or cannot be calculated here, or says what is absurd of an
 * empty board, or there is no memory; error, of that size, then says in a line why. */
struct mi_net *mi_net_load(const char *file, enum mi_net_numbers numbers, char *error, size_t size);
/* The same of a file that has at most `bound` bytes when it is unpacked; 0: any number. */
struct mi_net *mi_net_load_bounded(const char *file, size_t bound, enum mi_net_numbers numbers,
                                   char *error, size_t size);
/* The same from the bytes of such a file. */
struct mi_net *mi_net_read(const void *bytes, size_t length, enum mi_net_numbers numbers,
                           char *error, size_t size);
void mi_net_free(struct mi_net *net);

const struct mi_net_info *mi_net_describe(const struct mi_net *net);

/* What it takes of memory, and a work of it. */
size_t mi_net_bytes(const struct mi_net *net);
size_t mi_net_work_bytes(const struct mi_net *net, int width, int height, int batch);

/* Buffers for one thread, for boards of that size, 2x2 to 64x64, and batches of at least one.  A
 * network of lc0's has 8x8 alone.  NULL: no memory, or not that size.  The network outlives it. */
struct mi_net_work *mi_net_work_new(const struct mi_net *net, int width, int height, int batch);
void mi_net_work_free(struct mi_net_work *work);

/* One position.  Borrowed for the call. */
struct mi_net_in {
    const float *plane;    /* [planes][height][width] */
    const float *number;   /* [numbers] */
    const float *metadata; /* [metadata]; NULL: nothing is told of them */
};

/* What the network says of it, in the view of who is to move. */
struct mi_net_out {
    float *policy;     /* [policy], or [height * width + 1]: logits, the last of no point */
    float *optimistic; /* as policy, of moves that turn out better than they look; that of the
                        * policy where the network has none; or NULL: it is not wanted */
    float *ownership;  /* [height * width], -1 to 1; or NULL: it is not wanted */
    float win, loss, no_result; /* probabilities, with draw of sum 1; 0 where the rules know none */
    float draw;
    float moves_left;       /* plies to the end of the game; 0: not told */
    float score, deviation; /* points at the end: expected, and its standard deviation */
    float lead;             /* points that would have to be given away for an even game */
    float value_error;      /* what win - loss will be off by some moves later, and the score; */
    float score_error;      /* below 0: it does not say */
    bool absurd; /* some of these, the policy and ownership included, were no numbers, or such as no
                  * network means, and are bounded */
};

/* Calculates any number of positions: a batch at a time, which only saves time. */
void mi_net_run(struct mi_net_work *work, const struct mi_net_in *in, struct mi_net_out *out,
                int n);

/* How many positions of such a board a thread calculates in a second of its own, so many at a time,
 * 1 to 32, as the best of several runs finds that take so many seconds together; 0: not that size,
 * or no memory. */
double mi_net_rate(const struct mi_net *net, int width, int height, int batch, double seconds);

#endif
