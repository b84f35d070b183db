/* Drawing the move of a player of some level: by how good the moves look to him. */
#include "draw.h"

#include "engine/evaluation.h"
#include "engine/root.h"
#include "engine/setup/human_network.h"
#include "engine/setup/level.h"
#include "search/common/estimate.h"
#include "search/common/score.h"
#include "strength.h"
#include "think.h"
#include "weighted_choice.h"

#include "base/fmath.h"

#include <math.h>
#include <string.h>

/* What a player looks at he expected, too: priors weigh as so many visits. */
#define PRIOR_VISITS 4

/* Values as weights: the best one's is 1. */
static void weigh_values(struct mi_weighted_choice *lots, const double *value)
{
    double best = -INFINITY;
    for (int i = 0; i < lots->count; i++) {
        double bounded = fmin(fmax(value[i], 0.0005), 0.9995);
        lots->weight[i] = mi_ln(bounded / (1 - bounded));
        best = fmax(best, lots->weight[i]);
    }
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] = mi_exp((lots->weight[i] - best) / MI_LEVEL_ODDS);
}

/* ---- a search ---- */

/* A tree has tried the moves the more the better they look. */
static void weigh_visits(struct mi_weighted_choice *lots, const struct mi_choice *choice)
{
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] = (double)choice[i].visits + PRIOR_VISITS * choice[i].prior;
}

/* A network that knows how people of that rank play knows best. */
static void weigh_people(const miai_engine *engine, struct mi_weighted_choice *lots)
{
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] = fmax(mi_engine_human_prior(engine, engine->result->choice[i].move), 0);
}

static void weigh_search(const miai_engine *engine, struct mi_weighted_choice *lots)
{
    double value[MIAI_MAX_LEGAL];
    for (int i = 0; i < lots->count; i++)
        value[i] = engine->result->choice[i].value;
    if (strcmp(engine->result_search, "alphabeta") == 0)
        weigh_values(lots, value);
    else
        weigh_visits(lots, engine->result->choice);
}

/* ---- a glance ---- */

/* Of who does not look a move ahead, where others' pieces may hang: weights that were learned where
 * none does are no help. */
static bool init_glances(struct mi_estimator *estimator, const struct mi_root *root)
{
    struct mi_root bare = *root;
    if (mi_evaluation(root->game)->quiet)
        bare.weights = NULL;
    return mi_estimator_init(estimator, &bare);
}

/* The move's value by the evaluation of the position behind it, for who makes it. */
static double glance(const struct mi_estimator *estimator, const struct mi_root *root, void *pos,
                     const struct mi_scale *scale, miai_move move)
{
    const miai_game *game = root->game;
    const miai_tactics *tactics = mi_tactics(game);
    int player = game->turn(root->pos), outcome;
    memcpy(pos, root->pos, root->size);
    game->play(pos, move);
    if (game->outcome(pos, &outcome))
        return mi_scale_outcome(scale, player == 0 ? outcome : -outcome);
    if (tactics->see_ge && !tactics->see_ge(root->pos, move, 0))
        return 0;
    int score = mi_estimate(estimator, pos);
    return mi_scale_estimate(scale, player == 0 ? score : -score);
}

static bool weigh_glances(miai_engine *engine, const struct mi_root *root,
                          struct mi_weighted_choice *lots)
{
    const miai_tuning *tuning = mi_hints(root->game)->tuning;
    struct mi_scale scale =
        mi_scale_make(root->game, root->setup, 0, tuning ? tuning->leaf_odds : 0);
    double value[MIAI_MAX_LEGAL];
    struct mi_estimator estimator;
    if (!mi_evaluation(root->game)->evaluate || !init_glances(&estimator, root))
        return false;
    for (int i = 0; i < lots->count; i++)
        value[i] =
            glance(&estimator, root, engine->scratch, &scale, engine->result->choice[i].move);
    mi_estimator_free(&estimator);
    weigh_values(lots, value);
    return true;
}

/* ---- both ---- */

/* What loses for certain is nobody's move, nor what looks as bad as that beside the best.  Of moves
 * that lie further behind a search knows but that they do. */
static void drop_nonsense(struct mi_weighted_choice *lots, const struct mi_choice *choice,
                          const miai_level *level)
{
    for (int i = 0; i < lots->count; i++)
        if (choice[i].proof == MI_LOSS)
            lots->weight[i] = 0;
    double width = mi_engine_level_width(level) / MI_LEVEL_ODDS;
    double least = mi_exp(-width) * mi_weighted_choice_max(lots);
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] = lots->weight[i] <= least ? 0 : lots->weight[i];
}

/* Of moves that look alike the usual ones are made. */
static void weigh_habits(const struct mi_root *root, struct mi_weighted_choice *lots,
                         const struct mi_choice *choice)
{
    const miai_hints *hints = mi_hints(root->game);
    for (int i = 0; hints->habit && i < lots->count; i++)
        lots->weight[i] *= hints->habit(root->pos, choice[i].move);
}

static bool is_hasty(const miai_level *level, uint64_t seed)
{
    return mi_uniform(miai_mix(seed)) < level->haste;
}

void mi_engine_draw_level(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_result *result = engine->result;
    struct mi_weighted_choice lots = {.count = result->choice_count};
    uint64_t seed = mi_engine_draw_seed(engine, root);
    miai_level level;
    if (!mi_engine_level(engine, &level) || level.temperature <= 0 || lots.count < 2 ||
        result->proof == MI_WIN)
        return;
    bool people = mi_engine_human_told(engine);
    if (people)
        weigh_people(engine, &lots);
    else if (!is_hasty(&level, seed) || !weigh_glances(engine, root, &lots))
        weigh_search(engine, &lots);
    drop_nonsense(&lots, result->choice, &level);
    mi_apply_temperature(&lots, people ? 1 : level.temperature, 1);
    if (!people)
        weigh_habits(root, &lots, result->choice);
    mi_engine_prefer(engine, root, mi_weighted_choice_draw(&lots, seed));
}
