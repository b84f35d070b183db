/* softmax.h - strengths of features from choices that players made: a move is a team of features,
 * its strength the product of theirs, and chosen with a probability proportional to it (Coulom
 * 2007, "Computing Elo ratings of move patterns in the game of Go").  That is a softmax of sums of
 * logarithms, whose likelihood is concave; it is maximized by stochastic gradients with a rate of
 * its own for each feature (Duchi, Hazan and Singer 2011, AdaGrad): one pass over the positions for
 * all features, where minorization-maximization takes one for each group of them. */
#ifndef MI_TOOLS_GO_PATTERNS_SOFTMAX_H
#define MI_TOOLS_GO_PATTERNS_SOFTMAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is learned: the logarithm of a strength for each feature.  A feature may be a refinement of
 * another, its parent, and adds to that: what is rarely seen is then like what it refines. */
struct softmax {
    int features;
    int *parent;   /* of each, a feature, or -1 */
    double *log;   /* beside the parent's */
    double *slope; /* sums of squares of the gradients */
    double *gradient;
    int *touched; /* features with a gradient, so many */
    bool *marked; /* of each, whether it is among them */
    int touched_count;
    double *chance; /* of the moves of a position */
    size_t room;
};

void softmax_make(struct softmax *of, int features);
void softmax_free(struct softmax *of);

/* The logarithm of the strength of a feature, its parents' included. */
double softmax_log(const struct softmax *of, int feature);

/* One choice: n moves, each a sum of the features that each(move, feature) lists, at most `most`;
 * the one chosen is the first.  Learns from it at that rate (0: not at all); returns the logarithm
 * of its probability before, and in *rank how many moves were as likely or more so. */
typedef int softmax_features(const void *arg, size_t move, int *feature);
double softmax_learn(struct softmax *of, softmax_features *each, const void *arg, size_t n,
                     double rate, int *rank);

enum { SOFTMAX_MOST = 16 };

#endif
