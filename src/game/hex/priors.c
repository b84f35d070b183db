/* How good the moves of a position look, before any search: products of strengths. */
#include "feature.h"
#include "knowledge.h"

#include <stdlib.h>

/* As likely as all other moves together. */
static const float strength_of_swap = 1;

/* Of all together, what the weakest move gets at least, and one that is as good as taken. */
static const float least_part = 1e-4F;

/* Two to the power of n / HEX_OCTAVE. */
static float power(int n)
{
    static const float root[HEX_OCTAVE] = {1.0F,       1.0905077F, 1.1892071F, 1.2968396F,
                                           1.4142136F, 1.5422108F, 1.6817928F, 1.8340081F};
    int part = n & (HEX_OCTAVE - 1), octaves = (n - part) / HEX_OCTAVE;
    float whole = (float)((uint64_t)1 << abs(octaves));
    return root[part] * (octaves < 0 ? 1 / whole : whole);
}

static float strength(const struct hex_view *view, miai_move move)
{
    enum { MOST = 63 * HEX_OCTAVE };
    int place = hex_place(view->b, move);
    if (view->b->place[place] != HEX_EMPTY)
        return 0;
    int sum = mi_hex_strength_at(view, place);
    return power(sum > MOST ? MOST : sum < -MOST ? -MOST : sum);
}

/* Makes them parts of all together. */
static void share(float *prior, int n, float sum)
{
    float all = 0;
    for (int i = 0; i < n; i++)
        all += prior[i] = sum > 0 && prior[i] > least_part * sum ? prior[i] / sum : least_part;
    for (int i = 0; i < n; i++)
        prior[i] /= all;
}

void mi_hex_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior)
{
    const struct mi_hex *b = pos;
    struct hex_view view;
    float sum = 0;
    int swap = -1;
    (void)weights;
    (void)memory;
    mi_hex_view(&view, b);
    for (int i = 0; i < n; i++)
        if (list[i] == hex_swap_move(b))
            swap = i;
        else
            sum += prior[i] = strength(&view, list[i]);
    if (swap >= 0) {
        prior[swap] = sum > 0 ? sum * strength_of_swap : 1;
        sum += prior[swap];
    }
    share(prior, n, sum);
}
