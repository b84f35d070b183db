/* tune.h - the tuner of the chess evaluation; see README.
 *
 *     tune.c       the program
 *     selfplay.c   games, for positions with known results
 *     samples.c    the positions as sums of weights
 *     trace.c      the terms of one position's evaluation
 *     fit.c        fits the weights to the results
 *     write.c      writes them as a source file */
#ifndef MI_TOOLS_CHESS_TUNE_TUNE_H
#define MI_TOOLS_CHESS_TUNE_TUNE_H

#include "trace.h"

#include <stdio.h>

/* ---- selfplay.c ---- */

/* Plays self-play games and appends their quiet positions to the file, one per line: FEN, result
 * for White (1, 0.5, 0), score of the search for White, separated by semicolons. Returns false on
 * failure. */
bool tune_selfplay(int games, long nodes, long seed, FILE *file);

/* ---- samples.c ---- */

/* A weight and its count. */
struct tune_term {
    uint16_t weight;
    int16_t number;
};

/* A position: White's terms minus Black's, and the terms of the danger to either king. */
struct tune_sample {
    size_t first;      /* number of terms; the danger's follow: White's, Black's */
    uint16_t terms;    /* of the sum */
    uint8_t danger[2]; /* of the danger */
    bool held_out;     /* the game is held out */
    float middle, end; /* weights of middlegame and endgame */
    float result;      /* result of the game, 0 to 1, for White */
    float score;       /* of the search, for White */
};

struct tune_samples {
    struct tune_sample *sample; /* owned, in random order */
    size_t count, capacity;
    struct tune_term *term; /* owned */
    size_t term_count, term_capacity;
};

/* Reads the output of tune_selfplay(); every tenth game is held out. Skips incomplete lines.
 * Returns false if there are no samples, or if out of memory. */
bool tune_read(struct tune_samples *samples, FILE *file);
void tune_free(struct tune_samples *samples);

/* ---- fit.c ---- */

/* Middlegame and endgame. */
typedef double tune_pair[2];

/* Fits the weights to the samples and prints the progress. */
void tune_fit(const struct tune_samples *samples, tune_pair weights[WEIGHTS]);

/* ---- write.c ---- */

void tune_write(tune_pair weights[WEIGHTS], FILE *file);

#endif
