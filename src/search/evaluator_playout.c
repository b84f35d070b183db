/* Leaves valued by playouts, edges by the game's priors. */
#include "evaluator.h"
#include "score.h"
#include "style.h"

#include "../parts.h"

#include <string.h>

struct playouts {
    const miai_game *game;
    const void *context; /* of the game */
    enum mi_playout kind;
    int plies;  /* of a playout, at most */
    int points; /* of the board */
    struct mi_scale scale;
    bool styled;
    struct mi_style style;
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
        .styled = mi_style_wanted(root->game, settings),
    };
    struct playouts *p = self;
    return !p->styled || mi_style_make(&p->style, root, settings);
}

static void free_playouts(void *self)
{
    struct playouts *p = self;
    if (p->styled)
        mi_style_free(&p->style);
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

static void value_by_style(struct playouts *p, struct mi_eval *leaf)
{
    bool over;
    int score;
    leaf->value =
        mi_style_play(&p->style, &p->scale, leaf->pos, leaf->rng, leaf->trace, &over, &score);
    if (leaf->ownership && over)
        survey(p, leaf, score);
}

static void value(void *self, struct mi_eval *const *leaf, int n)
{
    struct playouts *p = self;
    for (int i = 0; i < n; i++) {
        if (p->styled) {
            value_by_style(p, leaf[i]);
            continue;
        }
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
    .bytes = mi_style_bytes,
    .make = make,
    .free = free_playouts,
    .value = value,
    .priors = priors,
};
