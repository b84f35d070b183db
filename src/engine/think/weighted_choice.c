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

double mi_weighted_choice_max(const struct mi_weighted_choice *lots)
{
    double most = 0;
    for (int i = 0; i < lots->count; i++)
        most = fmax(most, lots->weight[i]);
    return most;
}

void mi_apply_temperature(struct mi_weighted_choice *lots, double temperature, double below)
{
    const double cold = 1e-4, farthest = 300;
    double most = mi_weighted_choice_max(lots), sum = mi_weights_sum(lots->weight, lots->count);
    double bound = below > 0 ? fmin(0, mi_ln(below * sum / most)) : -farthest;
    for (int i = 0; most > 0 && i < lots->count; i++) {
        double power = lots->weight[i] > 0 ? mi_ln(lots->weight[i] / most) : -farthest;
        if (power <= bound && lots->weight[i] > 0)
            power = (power - bound) / fmax(temperature, cold) + bound;
        lots->weight[i] = power > -farthest ? mi_exp(power) : 0;
    }
}

int mi_weighted_choice_draw(const struct mi_weighted_choice *lots, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    double sum = mi_weights_sum(lots->weight, lots->count);
    double drawn = mi_uniform(miai_rng_next(&rng)) * sum;
    for (int i = 0; i < lots->count && sum > 0; i++)
        if (lots->weight[i] > 0 && (drawn -= lots->weight[i]) <= 0)
            return i;
    return 0;
}
