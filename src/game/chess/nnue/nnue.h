/* nnue.h - NNUE evaluation of chess (Nasu 2018, "Efficiently Updatable Neural-Network-based
 * Evaluation Functions for Computer Shogi").
 *
 * Each side has 768 binary inputs: own and enemy pieces of six types on 64 squares, seen from its
 * own side and mirrored so that its king is on the files e to h.  The king's square selects one of
 * several sets of weights.  The first layer sums the weights of the inputs, which are bytes, to the
 * accumulator of [width] numbers.
 *
 * The numbers are clamped to 0..127, and those of the first half are multiplied by those of the
 * second half, their partners.  The products are bytes with 127 for 1; most are 0, and groups of
 * four zeros are skipped.  The bytes of both accumulators, side to move first, are the input of two
 * small layers and an output.  These come in several buckets, chosen by the number of pieces (as in
 * Stockfish's networks since 2021: nnue-pytorch, docs/nnue.md). */
#ifndef MI_GAME_CHESS_NNUE_NNUE_H
#define MI_GAME_CHESS_NNUE_NNUE_H

#include "game/chess/board/position.h"

enum {
    NNUE_INPUTS = 768,
    NNUE_KINGS = 32, /* squares of the files e to h */
    NNUE_SETS_MAX = 16,
    NNUE_STEP = 64, /* the width is a multiple of this */
    NNUE_WIDTH_MAX = 1024,
    NNUE_BUCKETS_MAX = 8,
    NNUE_NUMBER_MAX = 127,  /* numbers of an accumulator are clamped to 0..127 */
    NNUE_BYTE_ONE = 127,    /* stands for 1 in the bytes, which are products of two such numbers */
    NNUE_BYTE_ZERO = 128,   /* stands for 0 in a row of weights, see mi_nnue_byte_at() */
    NNUE_BLOCK = 8,         /* numbers in a block of a row; their partners follow */
    NNUE_SCALE = 400,       /* an output of 1 means this many centipawns */
    NNUE_SCORE_MAX = 20000, /* evaluations are clamped to +-this */
    NNUE_PIECES = 32        /* maximum number of pieces */
};

/* The layers after the accumulators.  With these bounds all sums except the last fit 32 bits. */
enum {
    NNUE_GROUP = 4, /* bytes that are multiplied or skipped together */
    NNUE_FIRST = 16,
    NNUE_SECOND = 32,
    NNUE_LAST = 2 * NNUE_SECOND, /* inputs of the output layer: see layers.h */
    NNUE_FIRST_ONE = 64,         /* stands for 1 in weights of the first layer */
    NNUE_FIRST_MAX = 127,
    NNUE_FIRST_BIAS_MAX = 1 << 24,
    NNUE_LAYER_ONE = 8128, /* 127 * 64, stands for 1 in the outputs of the layers */
    NNUE_LAST_ONE = 2048,  /* stands for 1 in the weights of the second layer and the output */
    NNUE_SECOND_MAX = 4095,
    NNUE_SECOND_BIAS_MAX = 1 << 30,
    NNUE_LAST_MAX = 16383
};

/* Networks of Stockfish 15, 15.1 and 16 (halfka.c).  They have the same inputs and layers, but
 * other scales, and a material value of each input besides. */
enum {
    NNUE_HALFKA_WIDTH_MAX = 1536,
    NNUE_HALFKA_ONE = 127,    /* stands for 1 in the outputs of the layers */
    NNUE_HALFKA_BOUND = 8160, /* 127.5 * 64: larger sums have the same square and positive part */
    NNUE_HALFKA_UNIT = 16     /* the outputs count 1/16 of Stockfish's internal unit */
};

/* The scales of the layers in a format. */
struct mi_nnue_scales {
    bool halfka;
    int partner_shift;              /* the partners in an accumulator are shifted left by this */
    int bound;                      /* sums of the first layer are clamped to +-bound */
    int square_shift, above_shift;  /* their squares and their positive parts are shifted right */
    int second_shift, second_bound; /* sums of the second layer: shifted, clamped to 0..bound */
};
#define NNUE_OWN_SCALES                                                                            \
    (struct mi_nnue_scales)                                                                        \
    {                                                                                              \
        false, 1, NNUE_LAYER_ONE, 13, 0, 11, NNUE_LAYER_ONE                                        \
    }
#define NNUE_HALFKA_SCALES                                                                         \
    (struct mi_nnue_scales)                                                                        \
    {                                                                                              \
        true, 0, NNUE_HALFKA_BOUND, 19, 6, 6, NNUE_HALFKA_ONE                                      \
    }

/* The last sum of the first layer also goes to the output: 127 * 64 is worth 600 units. */
#define NNUE_HALFKA_DIRECT(sum) ((sum) * (600 * NNUE_HALFKA_UNIT) / (127 * 64))

/* The layers of a bucket, without the first layer's weights. */
struct mi_nnue_layers {
    /* [i][k]: weights of the inputs 2 i and 2 i + 1 for output k. */
    _Alignas(64) int16_t second[NNUE_FIRST][NNUE_SECOND][2];
    int16_t output[NNUE_LAST];
    int32_t first_bias[NNUE_FIRST], second_bias[NNUE_SECOND];
    int32_t output_bias;
};

/* Inputs to add to and remove from an accumulator. */
struct mi_nnue_changes {
    int adds, removes;
    uint16_t added[NNUE_PIECES], removed[NNUE_PIECES];
};

struct mi_nnue;

/* The arithmetic.  All kernels give identical results. */
struct mi_nnue_kernel {
    const char *name;
    bool (*usable)(void); /* can it run on this processor? */
    /* to[width] = from[width] + weights of added inputs - weights of removed inputs, modulo 2^16;
     * to may equal from.  Partners are doubled, so that the product of two is shifted by 8. */
    void (*update)(int16_t *to, const int16_t *from, const void *weight, int width,
                   const struct mi_nnue_changes *changes);
    /* Evaluates the layers of a bucket on the accumulators of the side to move and the other side.
     */
    int64_t (*layers)(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                      const int16_t *other);
    /* The same for a network in Stockfish's format: other scales, rows of 16-bit numbers, partners
     * that are not doubled. */
    void (*halfka_update)(int16_t *to, const int16_t *from, const void *weight, int width,
                          const struct mi_nnue_changes *changes);
    int64_t (*halfka_layers)(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                             const int16_t *other);
};

/* All compiled kernels, fastest first, terminated by NULL. */
extern const struct mi_nnue_kernel *const mi_nnue_kernels[];

/* A network, allocated as one block.  The arrays are aligned to 64 bytes. */
struct mi_nnue {
    const struct mi_nnue_kernel *kernel;
    int width, buckets, sets;
    uint8_t set[NNUE_KINGS];       /* set of each king square: e1 to h1, e2 to h2, ..., h8 */
    bool two_pairs_fit;            /* kernels may add the products of two pairs in 16 bits */
    size_t held;                   /* bytes of the block */
    void *input;                   /* [sets][768] rows: uint8_t[width], see mi_nnue_byte_at();
                                      int16_t[width] in Stockfish's format */
    int16_t *bias;                 /* [width], partners doubled, except in Stockfish's format */
    int8_t *first;                 /* [buckets][width / 4][16][4] */
    int32_t *material;             /* [buckets][sets][768] in Stockfish's format, otherwise NULL */
    struct mi_nnue_layers *layers; /* [buckets] */
    uint8_t ones[256][8];          /* indices of the 1 bits of a byte, lowest first */
};

/* ---- rows of bytes ---- */

/* The byte of a number of the first half in a row.  Blocks of numbers are followed by their
 * partners, NNUE_BLOCK bytes further on: vectors of any width then add both halves without
 * permutations.  A byte is a weight plus NNUE_BYTE_ZERO. */
static inline int mi_nnue_byte_at(int number)
{
    return 2 * number - number % NNUE_BLOCK;
}

/* The byte of a weight of an input. */
static inline uint8_t *mi_nnue_weight_at(const struct mi_nnue *nnue, int input, int number)
{
    int half = nnue->width / 2;
    uint8_t *row = (uint8_t *)nnue->input + (ptrdiff_t)input * nnue->width;
    return row +
           (number < half ? mi_nnue_byte_at(number) : mi_nnue_byte_at(number - half) + NNUE_BLOCK);
}

/* A weight, and a bias, as in the file. */
static inline int mi_nnue_weight(const struct mi_nnue *nnue, int input, int number)
{
    return *mi_nnue_weight_at(nnue, input, number) - NNUE_BYTE_ZERO;
}

static inline int mi_nnue_bias(const struct mi_nnue *nnue, int number)
{
    return nnue->bias[number] / (number < nnue->width / 2 ? 1 : 2);
}

/* ---- file.c ---- */

/* Makes a network from the contents of a file, miai's or Stockfish's; free it with
 * mi_aligned_free().  On failure returns NULL with one line of text in error (size bytes). */
struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size);

/* As mi_nnue_read(), but from a file; file NULL: the built-in network. */
struct mi_nnue *mi_nnue_open(const char *file, char *error, size_t size);

/* ---- nnue.c ---- */

/* Bytes of a thread's accumulators, each with its position: for each side, one for each of the last
 * plies of the game, and one for each king set and half of the board that has the king. */
size_t mi_nnue_memory(const struct mi_nnue *nnue);

/* Evaluates a position in hundredths of a pawn from the view of the side to move.  memory holds the
 * thread's accumulators: mi_nnue_memory() bytes, aligned to 64 and initially zero.  It is only a
 * cache and does not affect the value. */
int mi_nnue_evaluate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p);

/* The two parts of the output of a network in Stockfish's format, in Stockfish's internal units,
 * from the view of the side to move.  False if the network is not in this format. */
bool mi_nnue_halfka_parts(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p,
                          int *material, int *position);

/* The bucket of the position. */
int mi_nnue_bucket(const struct mi_nnue *nnue, const struct mi_chess *p);

#endif
