/* softmax.h - learns feature strengths from choices made by players.
 *
 * A move is a team of features.  Its strength is the product of theirs, and its probability is
 * proportional to its strength (Coulom 2007, "Computing Elo ratings of move patterns in the game of
 * Go").  This is a softmax of sums of logarithms, with a concave likelihood.  Stochastic gradient
 * descent with a learning rate for each feature (Duchi, Hazan and Singer 2011, AdaGrad) maximizes
 * it in one pass over the positions for all features; minorization-maximization needs one pass for
 * each group of features. */
#ifndef MI_TOOLS_GO_PATTERNS_SOFTMAX_H
#define MI_TOOLS_GO_PATTERNS_SOFTMAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The model: the logarithm of a strength for each feature.  A feature may refine another one, its
 * parent; then its value is added to the parent's, so that rare features stay close to their
 * parents. */
struct softmax {
    int features;
    int *parent;   /* parent feature of each, or -1 */
    double *log;   /* relative to the parent */
    double *slope; /* sums of squares of the gradients */
    double *gradient;
    int *touched; /* features with a gradient in this step */
    bool *marked; /* [feature]: is it in touched? */
    int touched_count;
    double *chance; /* probabilities of a position's moves */
    size_t capacity;
};

void softmax_make(struct softmax *of, int features);
void softmax_free(struct softmax *of);

/* The logarithm of a feature's strength, including its parents. */
double softmax_log(const struct softmax *of, int feature);

/* One choice among n moves.  each(move, feature) lists the features of a move, at most
 * SOFTMAX_MOST; the chosen move is the first.  Learns from it with the given rate (0: not at all).
 * Returns the logarithm of its probability before learning, and in *rank the number of moves at
 * least as likely. */
typedef int softmax_features(const void *arg, size_t move, int *feature);
double softmax_learn(struct softmax *of, softmax_features *each, const void *arg, size_t n,
                     double rate, int *rank);

enum { SOFTMAX_MOST = 16 };

#endif
