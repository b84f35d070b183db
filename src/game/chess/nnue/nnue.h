/* nnue.h - a network that evaluates chess, brought up to date from one position to the next (NNUE:
 * Nasu 2018, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi").
 *
 *     nnue.c   the accumulators of a thread, and the evaluation
 *     file.c   the file, which miai-network(5) describes byte by byte
 *     bounds.c what it must not say, so that no sum overflows
 *     kernel*  the arithmetic, for each kind of processor; layers.h, what is behind accumulators
 *
 * Each side sees 768 inputs, which are 0 or 1: own and other's pieces, of six kinds, on 64 squares,
 * from its own end of the board, and so that its king stands on the files e to h.  They have other
 * weights in each of the sets that this king's squares are divided into.  The first layer makes of
 * them the accumulator, [width] numbers of which 255 stands for 1.
 *
 * Each number of an accumulator's first half, held between 0 and 255, is multiplied with its
 * partner of the second half: bytes of which 127 stands for 1 and most are 0.  Both accumulators'
 * go, those of the side to move first, into two small layers and an output of one of the buckets,
 * which the number of pieces chooses (Stockfish's networks since 2021: nnue-pytorch, docs/nnue.md;
 * the groups of four bytes that are all 0 are passed over). */
#ifndef MI_GAME_CHESS_NNUE_NNUE_H
#define MI_GAME_CHESS_NNUE_NNUE_H

#include "game/chess/board/position.h"

enum {
    NNUE_INPUTS = 768,
    NNUE_KINGS = 32, /* squares of the files e to h */
    NNUE_SETS_MAX = 16,
    NNUE_STEP = 64, /* of the width */
    NNUE_WIDTH_MAX = 1024,
    NNUE_BUCKETS_MAX = 8,
    NNUE_ONE = 255,         /* what stands for 1 in an accumulator */
    NNUE_SCALE = 400,       /* centipawns for an output of 1 */
    NNUE_SCORE_MAX = 20000, /* a larger evaluation is cut off */
    NNUE_PIECES = 32        /* on a board, at most */
};

/* Of the layers behind the accumulators.  By these bounds no sum leaves 32 bits, but the last. */
enum {
    NNUE_GROUP = 4, /* bytes that are multiplied at once, or passed over */
    NNUE_FIRST = 16,
    NNUE_SECOND = 32,
    NNUE_LAST = 2 * NNUE_SECOND, /* those, and what the second layer has been made of */
    NNUE_FIRST_ONE = 64,         /* what stands for 1 in weights of the first layer, */
    NNUE_FIRST_MAX = 127,
    NNUE_FIRST_BIAS_MAX = 1 << 24,
    NNUE_LAYER_ONE = 8128, /* 127 * 64, what stands for 1 behind it, */
    NNUE_LAST_ONE = 2048,  /* and in the weights of the second and the output */
    NNUE_SECOND_MAX = 4095,
    NNUE_SECOND_BIAS_MAX = 1 << 30,
    NNUE_LAST_MAX = 16383
};

/* Those of a bucket, but for the first's weights. */
struct mi_nnue_layers {
    /* [i][k]: of what is 2 i and 2 i + 1. */
    _Alignas(64) int16_t second[NNUE_FIRST][NNUE_SECOND][2];
    int16_t output[NNUE_LAST];
    int32_t first_bias[NNUE_FIRST], second_bias[NNUE_SECOND];
    int32_t output_bias;
};

/* Inputs that have changed. */
struct mi_nnue_changes {
    int adds, removes;
    uint16_t added[NNUE_PIECES], removed[NNUE_PIECES];
};

struct mi_nnue;

/* The arithmetic.  All kernels come to the same numbers. */
struct mi_nnue_kernel {
    const char *name;
    bool (*usable)(void); /* on this processor */
    /* to[width] = from[width] + the weights of what was added - those of what was removed, modulo
     * 2^16; to may be from. */
    void (*update)(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                   const struct mi_nnue_changes *changes);
    /* What the layers of a bucket make of both accumulators. */
    int64_t (*layers)(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                      const int16_t *other);
};

/* All that were compiled, the fastest first, up to NULL. */
extern const struct mi_nnue_kernel *const mi_nnue_kernels[];

/* A network, in one block.  The arrays begin at multiples of 64 bytes. */
struct mi_nnue {
    const struct mi_nnue_kernel *kernel;
    int width, buckets, sets;
    uint8_t set[NNUE_KINGS];       /* of the king's square, e1 to h1, e2 to h8 */
    size_t held;                   /* bytes, with this */
    int16_t *input;                /* [sets][768][width] */
    int16_t *bias;                 /* [width] */
    int8_t *first;                 /* [buckets][width / 4][16][4] */
    struct mi_nnue_layers *layers; /* [buckets] */
    uint8_t ones[256][8];          /* where a byte's bits are 1, the lowest first */
};

/* ---- file.c ---- */

/* Makes a network of the content of a file; mi_aligned_free() frees it.  NULL, and error says why
 * in a line: they are none, or there is no memory. */
struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size);

/* The same of a file.  With NULL, of the network that the game brings along; where there is none,
 * NULL and an empty error. */
struct mi_nnue *mi_nnue_open(const char *file, char *error, size_t size);

/* ---- nnue.c ---- */

/* Bytes of a thread's accumulators: two for each side and set, for when its king stands on either
 * half of the board, each with the position that it is of. */
size_t mi_nnue_memory(const struct mi_nnue *nnue);

/* What the network says of the position, in hundredths of a pawn, in the view of the side to move.
 * memory is the thread's, at a multiple of 64 bytes and all zeros at first; the value does not hang
 * on it. */
int mi_nnue_evaluate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p);

/* The bucket whose layers evaluate the position. */
int mi_nnue_bucket(const struct mi_nnue *nnue, const struct mi_chess *p);

#endif
