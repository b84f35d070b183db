/* learn.h - makes a network of positions. */
#ifndef MI_TOOLS_CHESS_NNUE_LEARN_H
#define MI_TOOLS_CHESS_NNUE_LEARN_H

#include "samples.h"

struct nnue_settings {
    int hidden, threads;
    int epochs;
    int batch;                    /* positions of a step */
    int stop;                     /* after this epoch, or 0: after the last */
    double scale;                 /* of the teacher's scores, see nnue_scale() */
    double result_share;          /* of the results in what is learned, 0 to 1 */
    double first_rate, last_rate; /* of Adam; 0: 0.001 and 0.00002 */
    const char *begin;            /* a file of the network that it begins with, or NULL */
};

/* Learns, and writes the network after every epoch, and beside it (".state") what it needs to go on
 * from there when it is stopped.  Says on standard output how it goes.  Returns the loss of what is
 * held out, the mean squared error of the chance to win, 0 if nothing is; 1 if there was nothing to
 * do, and -1 if it cannot. */
double nnue_learn(const struct nnue_samples *samples, const struct nnue_settings *settings,
                  const char *path);

#endif
