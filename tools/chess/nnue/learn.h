/* learn.h - trains a network on positions. */
#ifndef MI_TOOLS_CHESS_NNUE_LEARN_H
#define MI_TOOLS_CHESS_NNUE_LEARN_H

#include "model.h"
#include "samples.h"

struct nnue_settings {
    int hidden, threads;
    int epochs;
    enum nnue_kind kind;          /* of the positions that are read */
    int batch;                    /* batch size in positions */
    int stop;                     /* batches to run, or 0: all */
    double scale;                 /* scale of the teacher's scores, see nnue_scale() */
    double result_share;          /* share of the game results in the target, 0 to 1 */
    double search_share;          /* share of the searches' scores in the rest of the target */
    double power;                 /* of the error in the loss; 0: 2 */
    double first_rate, last_rate; /* Adam's learning rates; 0: 0.001 and 0.00002 */
    const char *begin;            /* the network or state to start from, or NULL */
};

/* Trains, and after every epoch writes the network; after every epoch and every 1,024 batches
 * writes next to it (".state") what it needs to resume. If the state has all epochs, writes the
 * network only. Prints its progress. Returns the held-out loss (mean squared error of the winning
 * probability; 0 without held-out samples), 1 if it finished no epoch, or -1 on failure. */
double nnue_learn(const struct nnue_samples *samples, const struct nnue_settings *settings,
                  const char *path);

/* Makes the model that of a network, or of a learner's state if the name ends in ".state": a state
 * is not rounded.  Returns false after a message if it cannot. */
bool nnue_take_parameters(struct nnue_model *m, const char *path);

/* ---- measure.c ---- */

/* The mean squared error of the winning probability on samples, by the number of men. */
struct nnue_losses {
    double sum[MEN + 1];
    size_t count[MEN + 1];
};

/* Measures the network of a file on the samples from first to end - 1. Returns false after a
 * message if it cannot. */
bool nnue_measure(const struct nnue_samples *samples, size_t first, size_t end, const char *path,
                  const struct nnue_settings *settings, struct nnue_losses *losses);

/* The mean of all; 0 if there are none. */
double nnue_mean_loss(const struct nnue_losses *losses);

/* Prints the losses by the number of men. */
void nnue_print_losses(const struct nnue_losses *losses);

#endif
