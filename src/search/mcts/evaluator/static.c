/* Values leaves by the static evaluation after a short quiescence search.  Priors come from the
 * game if it has priors(), otherwise from the same evaluation of the children. */
#include "evaluator.h"
#include "leaf.h"

static size_t static_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    (void)settings;
    return mi_leaf_bytes(root);
}

static bool static_make(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    return mi_leaf_init(self, root, settings->leaf_odds);
}

static void static_free(void *self)
{
    mi_leaf_free(self);
}

static void static_value(void *self, struct mi_eval *const *leaf, int n)
{
    for (int i = 0; i < n; i++)
        leaf[i]->value = mi_leaf_value(self, leaf[i]->pos);
}

static void static_priors(void *self, struct mi_eval *leaf)
{
    struct mi_leaf *own = self;
    const miai_game *game = own->stack.game;
    if (!mi_evaluation(game)->priors) {
        mi_leaf_priors(own, leaf->pos, leaf->moves, leaf->move_count, leaf->prior, leaf->first);
        return;
    }
    mi_game_priors(&own->stack.estimator, leaf);
}

const struct mi_evaluator mi_evaluator_static = {
    .name = "evaluation",
    .batch = 1,
    .has_priors = true,
    .size = sizeof(struct mi_leaf),
    .bytes = static_bytes,
    .make = static_make,
    .free = static_free,
    .value = static_value,
    .priors = static_priors,
};
