/* Evaluates leaves by playouts; takes priors from the game. */
#include "evaluator.h"
#include "playout_policy.h"
#include "search/common/score.h"
#include "search/common/territory.h"

#include "contract/capability.h"

#include <stdlib.h>
#include <string.h>

struct playouts {
    struct mi_territory_playout playout;
    struct mi_scale scale;
    void *leaf_position; /* copy of the leaf's position, if the score needs it (territory rules);
                     owned; or NULL */
    bool uses_policy;
    struct mi_playout_policy policy;
    struct mi_estimator estimator; /* for priors */
};

static bool playouts_make(void *self, const struct mi_root *root,
                          const struct mi_settings *settings)
{
    struct playouts *p = self;
    *p = (struct playouts){
        .playout = mi_territory_make(root, settings->playout),
        .scale = mi_scale_make(root->game, root->setup, settings->margin, settings->leaf_odds),
        .uses_policy = mi_playout_policy_wanted(root->game, settings),
    };
    if (!mi_estimator_init(&p->estimator, root))
        return false;
    if (p->uses_policy)
        return mi_playout_policy_make(&p->policy, root, settings);
    if (mi_territory_counts(root->game, root->pos))
        p->leaf_position = malloc(root->size);
    return p->leaf_position || !mi_territory_counts(root->game, root->pos);
}

static void playouts_free(void *self)
{
    struct playouts *p = self;
    if (p->uses_policy)
        mi_playout_policy_free(&p->policy);
    free(p->leaf_position);
    mi_estimator_free(&p->estimator);
}

static size_t playouts_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    size_t before = mi_territory_counts(root->game, root->pos) ? root->size : 0;
    return mi_estimator_bytes(root) + (mi_playout_policy_wanted(root->game, settings)
                                           ? mi_playout_policy_bytes(root, settings)
                                           : before);
}

/* Sets ownership and lead after a playout that has reached the end of the game. */
static void set_playout_ownership(const struct playouts *p, struct mi_eval *leaf, int score)
{
    const miai_game *game = p->playout.game;
    int8_t owner[MIAI_MAX_POINTS];
    memset(owner, 0, (size_t)p->playout.points);
    if (mi_scoring(game)->ownership)
        mi_scoring(game)->ownership(leaf->pos, owner);
    for (int i = 0; i < p->playout.points; i++)
        leaf->ownership[i] = owner[i];
    leaf->lead = score / (double)MIAI_POINT_SCORE;
    leaf->has_ownership = true;
}

static int play_leaf_out(const struct playouts *p, struct mi_eval *leaf)
{
    int8_t owner[MIAI_MAX_POINTS];
    const struct mi_territory_playout *playout = &p->playout;
    if (!p->leaf_position)
        return mi_playout(playout->game, playout->weights, playout->kind, leaf->pos, leaf->rng,
                          leaf->trace, playout->plies);
    memcpy(p->leaf_position, leaf->pos, playout->bytes);
    return mi_territory_play_out(playout, leaf->pos, p->leaf_position, owner, leaf->rng,
                                 leaf->trace);
}

static void value_by_policy(struct playouts *p, struct mi_eval *leaf)
{
    bool over;
    int score;
    p->policy.limits = leaf->limits;
    leaf->value = mi_playout_policy_play(&p->policy, &p->scale, leaf->pos, leaf->rng, leaf->trace,
                                         &over, &score);
    if (leaf->ownership && over)
        set_playout_ownership(p, leaf, score);
}

static void playouts_value(void *self, struct mi_eval *const *leaf, int n)
{
    struct playouts *p = self;
    for (int i = 0; i < n; i++) {
        if (p->uses_policy) {
            value_by_policy(p, leaf[i]);
            continue;
        }
        int score = play_leaf_out(p, leaf[i]);
        leaf[i]->value = mi_scale_outcome(&p->scale, score);
        if (leaf[i]->ownership)
            set_playout_ownership(p, leaf[i], score);
    }
}

void mi_game_priors(const struct mi_estimator *estimator, struct mi_eval *leaf)
{
    mi_estimate_priors(estimator, leaf->pos, leaf->moves, leaf->move_count, leaf->prior);
    for (int i = 0; i < leaf->move_count; i++)
        leaf->first[i] = -1;
}

static void playouts_priors(void *self, struct mi_eval *leaf)
{
    const struct playouts *p = self;
    mi_game_priors(&p->estimator, leaf);
}

const struct mi_evaluator mi_evaluator_playout = {
    .name = "playout",
    .batch = 1,
    .random = true,
    .size = sizeof(struct playouts),
    .bytes = playouts_bytes,
    .make = playouts_make,
    .free = playouts_free,
    .value = playouts_value,
    .priors = playouts_priors,
};
