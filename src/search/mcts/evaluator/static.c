/* Leaves valued by the game's evaluation at the end of a short quiescence search, and edges by that
 * of the positions behind them: where the game has no priors, it gives these, too. */
#include "evaluator.h"
#include "leaf.h"

static size_t bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    (void)settings;
    return mi_leaf_bytes(root);
}

static bool make(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    return mi_leaf_init(self, root, settings->leaf_odds);
}

static void free_leaf(void *self)
{
    mi_leaf_free(self);
}

static void value(void *self, struct mi_eval *const *leaf, int n)
{
    for (int i = 0; i < n; i++)
        leaf[i]->value = mi_leaf_value(self, leaf[i]->pos);
}

static void priors(void *self, struct mi_eval *leaf)
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
    .bytes = bytes,
    .make = make,
    .free = free_leaf,
    .value = value,
    .priors = priors,
};
