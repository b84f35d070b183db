#include "softmax.h"

#include "base/fmath.h"
#include "games.h"

#include <math.h>
#include <stdlib.h>

/* Initial sum of squared gradients of a feature, which limits its first steps. */
#define SLOPE 1.0

void softmax_make(struct softmax *of, int features)
{
    size_t n = (size_t)features;
    *of = (struct softmax){.features = features,
                           .parent = reallocate_or_exit(NULL, n * sizeof *of->parent),
                           .log = reallocate_or_exit(NULL, n * sizeof *of->log),
                           .slope = reallocate_or_exit(NULL, n * sizeof *of->slope),
                           .gradient = reallocate_or_exit(NULL, n * sizeof *of->gradient),
                           .touched = reallocate_or_exit(NULL, n * sizeof *of->touched),
                           .marked = reallocate_or_exit(NULL, n * sizeof *of->marked)};
    for (int f = 0; f < features; f++) {
        of->parent[f] = -1;
        of->log[f] = of->gradient[f] = 0;
        of->slope[f] = SLOPE;
        of->marked[f] = false;
    }
}

void softmax_free(struct softmax *of)
{
    free(of->parent);
    free(of->log);
    free(of->slope);
    free(of->gradient);
    free(of->touched);
    free(of->marked);
    free(of->chance);
}

double softmax_log(const struct softmax *of, int feature)
{
    double sum = 0;
    for (; feature >= 0; feature = of->parent[feature])
        sum += of->log[feature];
    return sum;
}

static double log_of_move(const struct softmax *of, const int *feature, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += softmax_log(of, feature[i]);
    return sum;
}

static void add_gradient(struct softmax *of, int feature, double gradient)
{
    for (; feature >= 0; feature = of->parent[feature]) {
        if (!of->marked[feature])
            of->touched[of->touched_count++] = feature;
        of->marked[feature] = true;
        of->gradient[feature] += gradient;
    }
}

static void update_weights(struct softmax *of, double rate)
{
    for (int i = 0; i < of->touched_count; i++) {
        int f = of->touched[i];
        double gradient = of->gradient[f];
        of->slope[f] += gradient * gradient;
        of->log[f] += rate * gradient / sqrt(of->slope[f]);
        of->gradient[f] = 0;
        of->marked[f] = false;
    }
    of->touched_count = 0;
}

/* Writes chance[] and returns the logarithm of the first option's probability. */
static double compute_probabilities(struct softmax *of, softmax_features *each, const void *arg,
                                    size_t n)
{
    int feature[SOFTMAX_MOST];
    double sum = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        of->chance[i] = log_of_move(of, feature, each(arg, i, feature));
        most = i == 0 || of->chance[i] > most ? of->chance[i] : most;
    }
    double first = of->chance[0];
    for (size_t i = 0; i < n; i++)
        sum += of->chance[i] = mi_exp(fmax(of->chance[i] - most, -100));
    for (size_t i = 0; i < n; i++)
        of->chance[i] /= sum;
    return first - most - mi_ln(sum);
}

double softmax_learn(struct softmax *of, softmax_features *each, const void *arg, size_t n,
                     double rate, int *rank)
{
    const double least = 1e-6; /* minimum gradient worth a step */
    int feature[SOFTMAX_MOST];
    if (n > of->capacity)
        of->chance = reallocate_or_exit(of->chance, (of->capacity = 2 * n) * sizeof *of->chance);
    double log = compute_probabilities(of, each, arg, n);
    *rank = 0;
    for (size_t i = 1; i < n; i++)
        *rank += of->chance[i] >= of->chance[0];
    for (size_t i = 0; i < n && rate > 0; i++) {
        double gradient = (i == 0) - of->chance[i];
        int count = fabs(gradient) > least ? each(arg, i, feature) : 0;
        for (int j = 0; j < count; j++)
            add_gradient(of, feature[j], gradient);
    }
    update_weights(of, rate);
    return log;
}
