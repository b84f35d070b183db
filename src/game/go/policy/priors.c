/* How good the moves of a position look, before any search. */
#include "game/go/board/go.h"
#include "pattern.h"
#include "weights.h"

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
    uint16_t point[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE]; /* those of the moves, but for the pass */
    float pattern[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];  /* the strengths of their patterns */
};

static float strength_of_pass(const struct mi_go *b)
{
    float part = EMPTIES_OF_PASS / (float)(b->empties + 1);
    return STRENGTH_OF_PASS + part * part;
}

/* The strength of a stone on p, by its large pattern's if one is known, and by its other features.
 */
static float strength(const struct view *view, int p, float pattern)
{
    uint16_t feature[GO_GROUPS];
    float product = pattern;
    mi_go_features(&view->scene, p, feature);
    if (product == 0)
        product = go_number(view->weights->strength[feature[GO_GROUP_SHAPE]]);
    for (int g = 0; g < GO_GROUP_SHAPE; g++)
        product *= go_number(view->weights->strength[feature[g]]);
    return product;
}

/* Of the moves of a list. */
static void find_strengths(struct view *view, const miai_move *list, int n, float *found)
{
    const struct mi_go *b = view->scene.b;
    int points = 0;
    for (int i = 0; i < n; i++)
        if (list[i] != mi_go_pass(b))
            view->point[points++] = (uint16_t)mi_go_point_of(b, list[i]);
    mi_go_pattern_strengths(view->weights, &view->frames, view->point, points, view->pattern);
    for (int i = 0, next = 0; i < n; i++) {
        if (list[i] == mi_go_pass(b)) {
            found[i] = strength_of_pass(b);
            continue;
        }
        found[i] = strength(view, view->point[next], view->pattern[next]);
        next++;
    }
}

void mi_go_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                  float *prior)
{
    struct view *view = malloc(sizeof *view); /* too large for a stack */
    float sum = 0;
    (void)memory;
    if (view) {
        view->weights = mi_go_weights(weights);
        mi_go_look(&view->scene, pos);
        mi_go_make_frames(&view->frames, pos);
        find_strengths(view, list, n, prior);
    }
    for (int i = 0; i < n; i++)
        sum += prior[i] = view ? prior[i] : 1;
    for (int i = 0; i < n; i++)
        prior[i] = fmaxf(prior[i] / sum, FLT_MIN); /* above 0, whatever the file has */
    free(view);
}
