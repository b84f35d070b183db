/* learn.h - trains a network on positions. */
#ifndef MI_TOOLS_CHESS_NNUE_LEARN_H
#define MI_TOOLS_CHESS_NNUE_LEARN_H

#include "samples.h"

struct nnue_settings {
    int hidden, threads;
    int epochs;
    int batch;                    /* batch size in positions */
    int stop;                     /* last epoch to run, or 0: all */
    double scale;                 /* scale of the teacher's scores, see nnue_scale() */
    double result_share;          /* share of the game results in the target, 0 to 1 */
    double first_rate, last_rate; /* Adam's learning rates; 0: 0.001 and 0.00002 */
    const char *begin;            /* the network file to start from, or NULL */
};

/* Trains, and after every epoch writes the network and next to it (".state") what it needs to
 * resume. Prints its progress. Returns the held-out loss (mean squared error of the winning
 * probability; 0 without held-out samples), 1 if there was nothing to do, or -1 on failure. */
double nnue_learn(const struct nnue_samples *samples, const struct nnue_settings *settings,
                  const char *path);

#endif
