#include "weighted_choice.h"

#include "base/fmath.h"

#include <math.h>

double mi_weights_sum(const double *weight, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

double mi_weighted_choice_max(const struct mi_weighted_choice *choice)
{
    double max = 0;
    for (int i = 0; i < choice->count; i++)
        max = fmax(max, choice->weight[i]);
    return max;
}

void mi_apply_temperature(struct mi_weighted_choice *choice, double temperature, double below)
{
    const double cold = 1e-4, farthest = 300;
    double max = mi_weighted_choice_max(choice),
           sum = mi_weights_sum(choice->weight, choice->count);
    double bound = below > 0 ? fmin(0, mi_ln(below * sum / max)) : -farthest;
    for (int i = 0; max > 0 && i < choice->count; i++) {
        double power = choice->weight[i] > 0 ? mi_ln(choice->weight[i] / max) : -farthest;
        if (power <= bound && choice->weight[i] > 0)
            power = (power - bound) / fmax(temperature, cold) + bound;
        choice->weight[i] = power > -farthest ? mi_exp(power) : 0;
    }
}

int mi_weighted_choice_draw(const struct mi_weighted_choice *choice, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    double sum = mi_weights_sum(choice->weight, choice->count);
    double drawn = mi_uniform(miai_rng_next(&rng)) * sum;
    for (int i = 0; i < choice->count && sum > 0; i++)
        if (choice->weight[i] > 0 && (drawn -= choice->weight[i]) <= 0)
            return i;
    return 0;
}
