/* weighted_choice.h - drawing one of several things by weight. */
#ifndef MI_ENGINE_THINK_WEIGHTED_CHOICE_H
#define MI_ENGINE_THINK_WEIGHTED_CHOICE_H

#include "miai_game.h"

#include <stdint.h>

struct mi_weighted_choice {
    int count;
    double weight[MIAI_MAX_LEGAL]; /* 0 or more */
};

double mi_weights_sum(const double *weight, int n);
double mi_weighted_choice_max(const struct mi_weighted_choice *lots);

/* Weights to the power of 1 / temperature, the highest 1; those above the bound, a part of the sum,
 * stay as they are beside each other. */
void mi_apply_temperature(struct mi_weighted_choice *lots, double temperature, double below);

/* Which of them it is, by the seed; the first where none has a weight. */
int mi_weighted_choice_draw(const struct mi_weighted_choice *lots, uint64_t seed);

#endif
