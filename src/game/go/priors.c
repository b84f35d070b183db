/* How good the moves of a position look, before any search. */
#include "go.h"
#include "pattern.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Beside strengths of about 1 for a move that is nothing in particular. */
#define STRENGTH_OF_PASS 0.02F

/* The fewer points are empty, the likelier any move does harm, as in a seki: with so many a pass is
 * nothing in particular either, and with more its strength falls with their square. */
#define EMPTIES_OF_PASS 3.0F

/* What all moves of one position have in common. */
struct view {
    const struct go_weights *weights;
    struct go_scene scene;
    struct go_frames frames;
};

static float strength_of_pass(const struct mi_go *b)
{
    float part = EMPTIES_OF_PASS / (float)(b->empties + 1);
    return STRENGTH_OF_PASS + part * part;
}

static float strength(const struct view *view, miai_move move)
{
    const struct mi_go *b = view->scene.b;
    uint16_t feature[GO_GROUPS];
    if (move == mi_go_pass(b))
        return strength_of_pass(b);
    int p = mi_go_point_of(b, move);
    mi_go_features(&view->scene, p, feature);
    float product = mi_go_pattern_strength(view->weights, &view->frames, p);
    if (product == 0)
        product = go_number(view->weights->strength[feature[GO_GROUP_SHAPE]]);
    for (int g = 0; g < GO_GROUP_SHAPE; g++)
        product *= go_number(view->weights->strength[feature[g]]);
    return product;
}

void mi_go_priors(const void *context, const void *pos, const miai_move *list, int n, float *prior)
{
    struct view *view = malloc(sizeof *view); /* too large for a stack */
    float sum = 0;
    if (view) {
        view->weights = mi_go_weights(context);
        mi_go_look(&view->scene, pos);
        mi_go_make_frames(&view->frames, pos);
    }
    for (int i = 0; i < n; i++)
        sum += prior[i] = view ? strength(view, list[i]) : 1;
    for (int i = 0; i < n; i++)
        prior[i] = fmaxf(prior[i] / sum, FLT_MIN); /* above 0, whatever the file has */
    free(view);
}
