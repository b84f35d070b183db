/* Move priors: normalized products of learned strengths. */
#include "feature.h"
#include "knowledge.h"

#include <stdlib.h>

/* A swap is as likely as all other moves together. */
static const float strength_of_swap = 1;

/* Minimum share of the total for any move; also the share of filled points. */
static const float min_share = 1e-4F;

/* 2^(n / HEX_OCTAVE). */
static float exp2_octaves(int n)
{
    static const float root[HEX_OCTAVE] = {1.0F,       1.0905077F, 1.1892071F, 1.2968396F,
                                           1.4142136F, 1.5422108F, 1.6817928F, 1.8340081F};
    int fraction = n & (HEX_OCTAVE - 1), octaves = (n - fraction) / HEX_OCTAVE;
    float power = (float)((uint64_t)1 << abs(octaves));
    return root[fraction] * (octaves < 0 ? 1 / power : power);
}

static float hex_move_strength(const struct hex_feature_context *view, miai_move move)
{
    enum { STRENGTH_MAX = 63 * HEX_OCTAVE };
    int place = hex_place(view->b, move);
    if (view->b->place[place] != HEX_EMPTY)
        return 0;
    int sum = mi_hex_strength_at(view, place);
    return exp2_octaves(sum > STRENGTH_MAX    ? STRENGTH_MAX
                        : sum < -STRENGTH_MAX ? -STRENGTH_MAX
                                              : sum);
}

/* Normalizes the strengths to a sum of 1. */
static void normalize(float *prior, int n, float sum)
{
    float all = 0;
    for (int i = 0; i < n; i++)
        all += prior[i] = sum > 0 && prior[i] > min_share * sum ? prior[i] / sum : min_share;
    for (int i = 0; i < n; i++)
        prior[i] /= all;
}

void mi_hex_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior)
{
    const struct mi_hex *b = pos;
    struct hex_feature_context view;
    float sum = 0;
    int swap = -1;
    (void)weights;
    (void)memory;
    mi_hex_feature_context_init(&view, b);
    for (int i = 0; i < n; i++)
        if (list[i] == hex_swap_move(b))
            swap = i;
        else
            sum += prior[i] = hex_move_strength(&view, list[i]);
    if (swap >= 0) {
        prior[swap] = sum > 0 ? sum * strength_of_swap : 1;
        sum += prior[swap];
    }
    normalize(prior, n, sum);
}
