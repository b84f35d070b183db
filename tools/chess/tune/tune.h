/* tune.h - the tuner of the chess evaluation; README tells how to run it.
 *
 *     tune.c       the program
 *     selfplay.c   games, for positions with known results
 *     samples.c    those positions as sums of weights
 *     trace.c      how the evaluation of one position is made of weights
 *     fit.c        the weights that foretell the results best
 *     write.c      them as a source file */
#ifndef MI_TOOLS_CHESS_TUNE_TUNE_H
#define MI_TOOLS_CHESS_TUNE_TUNE_H

#include "trace.h"

#include <stdio.h>

/* ---- selfplay.c ---- */

/* Lets the engine play games against itself, and appends their quiet positions to the file, a line
 * each: FEN, result for White (1, 0.5, 0), score of the search for White, with semicolons between.
 * False if it cannot. */
bool tune_selfplay(int games, long nodes, long seed, FILE *file);

/* ---- samples.c ---- */

/* So many times a weight. */
struct tune_term {
    uint16_t weight;
    int16_t number;
};

/* A position: White's terms less Black's, and the terms of the danger to either king. */
struct tune_sample {
    size_t first;      /* term; the danger's terms follow: White's, Black's */
    uint16_t terms;    /* of the sum */
    uint8_t danger[2]; /* terms of the danger */
    bool held_out;     /* from a game that only serves to judge */
    float middle, end; /* shares of the two halves of a score */
    float result;      /* of the game, 0 to 1, in White's view */
    float score;       /* of the search, White's */
};

struct tune_samples {
    struct tune_sample *sample; /* owned, and in random order */
    size_t count, capacity;
    struct tune_term *term; /* owned */
    size_t term_count, term_capacity;
};

/* Reads what tune_selfplay() has written; every tenth game is held out.  A line that was not
 * written to its end is passed over.  False if there is nothing, or no memory. */
bool tune_read(struct tune_samples *samples, FILE *file);
void tune_free(struct tune_samples *samples);

/* ---- fit.c ---- */

/* Middle game and endgame. */
typedef double tune_pair[2];

/* Fits the weights to the samples, and says on standard output how it goes. */
void tune_fit(const struct tune_samples *samples, tune_pair weights[WEIGHTS]);

/* ---- write.c ---- */

void tune_write(tune_pair weights[WEIGHTS], FILE *file);

#endif
