/* Leaves valued by playouts, edges by the game's priors. */
#include "evaluator.h"
#include "score.h"

#include "../parts.h"

#include <string.h>

struct playouts {
    const miai_game *game;
    const void *context; /* of the game */
    enum mi_playout kind;
    int plies;  /* of a playout, at most */
    int points; /* of the board */
    struct mi_scale scale;
};

static bool make(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    *(struct playouts *)self = (struct playouts){
        .game = root->game,
        .context = root->context,
        .kind = settings->playout,
        .plies = mi_playout_max(root->game, root->setup),
        .points = root->setup->width * root->setup->height,
        .scale = mi_scale_make(root->game, root->setup, settings->margin, settings->leaf_odds),
    };
    return true;
}

/* The playout has come to the end of the game. */
static void survey(const struct playouts *p, struct mi_eval *leaf, int score)
{
    int8_t owner[MIAI_MAX_POINTS];
    memset(owner, 0, (size_t)p->points);
    if (mi_scoring(p->game)->ownership)
        mi_scoring(p->game)->ownership(leaf->pos, owner);
    for (int i = 0; i < p->points; i++)
        leaf->ownership[i] = owner[i];
    leaf->lead = score / (double)MIAI_POINT_SCORE;
    leaf->surveyed = true;
}

static void value(void *self, struct mi_eval *const *leaf, int n)
{
    const struct playouts *p = self;
    for (int i = 0; i < n; i++) {
        int score = mi_playout(p->game, p->context, p->kind, leaf[i]->pos, leaf[i]->rng,
                               leaf[i]->trace, p->plies);
        leaf[i]->value = mi_scale_outcome(&p->scale, score);
        if (leaf[i]->ownership)
            survey(p, leaf[i], score);
    }
}

void mi_game_priors(const miai_game *game, const void *context, struct mi_eval *leaf)
{
    mi_knowledge(game)->priors(context, leaf->pos, leaf->moves, leaf->move_count, leaf->prior);
    for (int i = 0; i < leaf->move_count; i++)
        leaf->first[i] = -1;
}

static void priors(void *self, struct mi_eval *leaf)
{
    const struct playouts *p = self;
    mi_game_priors(p->game, p->context, leaf);
}

const struct mi_evaluator mi_evaluator_playout = {
    .name = "playout",
    .batch = 1,
    .random = true,
    .size = sizeof(struct playouts),
    .make = make,
    .value = value,
    .priors = priors,
};
