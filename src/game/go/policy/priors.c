/* Priors: how good the moves of a position look before any search. */
#include "game/go/board/go.h"
#include "pattern.h"
#include "weights.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* An average move has a strength of about 1. */
#define STRENGTH_OF_PASS 0.02F

/* The fewer empty points, the more likely any move is harmful, as in a seki.  With this many, a
 * pass is an average move; with more, its strength falls with their square. */
#define EMPTIES_OF_PASS 3.0F

/* One thread's memory: data that all moves of a position share, and a cache for later positions. */
struct prior_context {
    const struct go_weights *weights;
    struct go_feature_context context;
    struct go_pattern_cache patterns;
    uint16_t point[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE]; /* points of the moves, without the pass */
    float pattern[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];  /* strengths of their patterns */
};

static float pass_strength(const struct mi_go *b)
{
    float ratio = EMPTIES_OF_PASS / (float)(b->empties + 1);
    return STRENGTH_OF_PASS + ratio * ratio;
}

/* The strength of a stone on p: of its large pattern (pattern > 0) or its 3x3 pattern, times those
 * of its other features. */
static float go_move_strength(struct prior_context *prior_context, int p, float pattern)
{
    uint16_t feature[GO_GROUPS];
    float product = pattern;
    mi_go_features(&prior_context->context, p, feature);
    if (product == 0)
        product = go_number(prior_context->weights->strength[feature[GO_GROUP_SHAPE]]);
    for (int g = 0; g < GO_GROUP_SHAPE; g++)
        product *= go_number(prior_context->weights->strength[feature[g]]);
    return product;
}

/* Computes the strengths of the moves in a list. */
static void move_strengths(struct prior_context *prior_context, const miai_move *list, int n,
                           float *found)
{
    const struct mi_go *b = prior_context->context.b;
    int points = 0;
    for (int i = 0; i < n; i++)
        if (list[i] != mi_go_pass(b))
            prior_context->point[points++] = (uint16_t)mi_go_point_of(b, list[i]);
    mi_go_pattern_strengths(&prior_context->patterns, prior_context->weights, b,
                            prior_context->point, points, prior_context->pattern);
    for (int i = 0, point_index = 0; i < n; i++) {
        if (list[i] == mi_go_pass(b)) {
            found[i] = pass_strength(b);
            continue;
        }
        found[i] = go_move_strength(prior_context, prior_context->point[point_index],
                                    prior_context->pattern[point_index]);
        point_index++;
    }
}

size_t mi_go_priors_memory(const void *weights)
{
    (void)weights;
    return sizeof(struct prior_context);
}

void mi_go_priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                  float *prior)
{
    void *temporary = memory ? NULL : calloc(1, sizeof(struct prior_context));
    struct prior_context *prior_context = memory ? memory : temporary;
    float sum = 0;
    if (prior_context) {
        prior_context->weights = mi_go_weights(weights);
        mi_go_feature_context_init(&prior_context->context, pos);
        move_strengths(prior_context, list, n, prior);
    }
    for (int i = 0; i < n; i++)
        sum += prior[i] = prior_context ? prior[i] : 1;
    for (int i = 0; i < n; i++)
        prior[i] = fmaxf(prior[i] / sum, FLT_MIN); /* keep it above 0 for any weights */
    free(temporary);
}
