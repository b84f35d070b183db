/* How good the moves of a position look, before any search: products of strengths. */
#include "feature.h"
#include "knowledge.h"

/* As likely as all other moves together. */
static const float strength_of_swap = 1;

/* Beside those of moves that are worth something. */
static const float strength_of_filled = 1e-4F;

static float strength(const struct hex_view *view, miai_move move)
{
    uint16_t feature[HEX_FEATURES_EACH];
    int place = hex_place(view->b, move);
    float product = 1;
    if (view->b->place[place] != HEX_EMPTY)
        return strength_of_filled;
    mi_hex_features(view, place, feature);
    for (int i = 0; i < HEX_FEATURES_EACH; i++)
        product *= mi_hex_strength[feature[i]];
    return product > strength_of_filled ? product : strength_of_filled;
}

void mi_hex_priors(const void *context, const void *pos, const miai_move *list, int n, float *prior)
{
    const struct mi_hex *b = pos;
    struct hex_view view;
    float sum = 0;
    int swap = -1;
    (void)context;
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
    for (int i = 0; i < n; i++)
        prior[i] /= sum;
}
