/* How good the moves of a position look, before any search. */
#include "go.h"
#include "weights.h"

/* Beside strengths of about 1 for a move that is nothing in particular. */
#define STRENGTH_OF_PASS 0.02F

static float strength(const struct go_scene *scene, miai_move move)
{
    uint16_t feature[GO_GROUPS];
    float product = 1;
    if (move == mi_go_pass(scene->b))
        return STRENGTH_OF_PASS;
    mi_go_features(scene, mi_go_point_of(scene->b, move), feature);
    for (int g = 0; g < GO_GROUPS; g++)
        product *= mi_go_strength[feature[g]];
    return product;
}

void mi_go_priors(const void *pos, const miai_move *list, int n, float *prior)
{
    struct go_scene scene;
    float sum = 0;
    mi_go_look(&scene, pos);
    for (int i = 0; i < n; i++)
        sum += prior[i] = strength(&scene, list[i]);
    for (int i = 0; i < n; i++)
        prior[i] /= sum;
}
