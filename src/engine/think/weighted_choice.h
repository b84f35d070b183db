/* weighted_choice.h - draws one of several items by weight. */
#ifndef MI_ENGINE_THINK_WEIGHTED_CHOICE_H
#define MI_ENGINE_THINK_WEIGHTED_CHOICE_H

#include "miai_game.h"

#include <stdint.h>

struct mi_weighted_choice {
    int count;
    double weight[MIAI_MAX_LEGAL]; /* 0 or more */
};

double mi_weights_sum(const double *weight, int n);
double mi_weighted_choice_max(const struct mi_weighted_choice *choice);

/* Raises weights to the power of 1 / temperature, scaled so that the largest is 1. Weights above
 * `below`, a share of the sum, keep their ratios. */
void mi_apply_temperature(struct mi_weighted_choice *choice, double temperature, double below);

/* Draws an index from the seed; 0 if all weights are 0. */
int mi_weighted_choice_draw(const struct mi_weighted_choice *choice, uint64_t seed);

#endif
