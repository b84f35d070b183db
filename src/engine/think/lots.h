/* lots.h - drawing one of several things by weight. */
#ifndef MI_ENGINE_THINK_LOTS_H
#define MI_ENGINE_THINK_LOTS_H

#include "miai_game.h"

#include <stdint.h>

struct mi_lots {
    int count;
    double weight[MIAI_MAX_LEGAL]; /* 0 or more */
};

double mi_lots_sum(const double *weight, int n);
double mi_lots_most(const struct mi_lots *lots);

/* Weights to the power of 1 / temperature, the highest 1; those above the bound, a part of the sum,
 * stay as they are beside each other. */
void mi_lots_temper(struct mi_lots *lots, double temperature, double below);

/* Which of them it is, by the seed; the first where none has a weight. */
int mi_lots_draw(const struct mi_lots *lots, uint64_t seed);

#endif
