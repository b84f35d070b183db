/* Plays at a level: limits the search to few nodes, and draws the move that a player of that level
 * would play. The weights depend on how good the moves look to that player. */
#include "draw.h"

#include "engine/evaluation.h"
#include "engine/root.h"
#include "engine/setup/human_network.h"
#include "engine/setup/level.h"
#include "search/common/estimate.h"
#include "search/common/score.h"
#include "think.h"
#include "weighted_choice.h"

#include "base/fmath.h"

#include <math.h>
#include <string.h>

/* The priors weigh as much as this many visits. */
#define PRIOR_VISITS 4

double mi_engine_level_width(const miai_level *level)
{
    return MI_LEVEL_MAX_ERROR * MI_LEVEL_ODDS * fmin(level->temperature, 1);
}

void mi_engine_limit_to_level(const miai_engine *engine, struct mi_limits *limits)
{
    miai_level level;
    if (!mi_engine_level(engine, &level))
        return;
    if (limits->playouts == 0 || limits->playouts > (uint64_t)level.nodes)
        limits->playouts = (uint64_t)level.nodes;
    limits->exact_log_odds = 1.1 * mi_engine_level_width(&level);
}

/* Turns values into weights; the best move has weight 1. */
static void weights_from_values(struct mi_weighted_choice *weights, const double *value)
{
    double best = -INFINITY;
    for (int i = 0; i < weights->count; i++) {
        double bounded = fmin(fmax(value[i], 0.0005), 0.9995);
        weights->weight[i] = mi_ln(bounded / (1 - bounded));
        best = fmax(best, weights->weight[i]);
    }
    for (int i = 0; i < weights->count; i++)
        weights->weight[i] = mi_exp((weights->weight[i] - best) / MI_LEVEL_ODDS);
}

/* ---- a search ---- */

/* The better a move looks to a tree search, the more it was visited. */
static void weights_from_visits(struct mi_weighted_choice *weights, const struct mi_choice *choice)
{
    for (int i = 0; i < weights->count; i++)
        weights->weight[i] = (double)choice[i].visits + PRIOR_VISITS * choice[i].prior;
}

/* A network that predicts human moves of that rank is the best source. */
static void weights_from_human_network(const miai_engine *engine,
                                       struct mi_weighted_choice *weights)
{
    for (int i = 0; i < weights->count; i++)
        weights->weight[i] = fmax(mi_engine_human_prior(engine, engine->result->choice[i].move), 0);
}

static void weights_from_search(const miai_engine *engine, struct mi_weighted_choice *weights)
{
    double value[MIAI_MAX_LEGAL];
    for (int i = 0; i < weights->count; i++)
        value[i] = engine->result->choice[i].value;
    if (strcmp(engine->result_search, "alphabeta") == 0)
        weights_from_values(weights, value);
    else
        weights_from_visits(weights, engine->result->choice);
}

/* ---- a glance ---- */

/* For players who do not look a move ahead, so that pieces of both sides may hang. Weights learned
 * from quiet positions are useless for such positions. */
static bool init_glance_estimator(struct mi_estimator *estimator, const struct mi_root *root)
{
    struct mi_root bare = *root;
    if (mi_evaluation(root->game)->quiet)
        bare.weights = NULL;
    return mi_estimator_init(estimator, &bare);
}

/* The move's value for the player who makes it, by a static evaluation of the position after it. */
static double value_at_a_glance(const struct mi_estimator *estimator, const struct mi_root *root,
                                void *pos, const struct mi_scale *scale, miai_move move)
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

static bool weights_from_glances(miai_engine *engine, const struct mi_root *root,
                                 struct mi_weighted_choice *weights)
{
    const miai_tuning *tuning = mi_hints(root->game)->tuning;
    struct mi_scale scale =
        mi_scale_make(root->game, root->setup, 0, tuning ? tuning->leaf_odds : 0);
    double value[MIAI_MAX_LEGAL];
    struct mi_estimator estimator;
    if (!mi_evaluation(root->game)->evaluate || !init_glance_estimator(&estimator, root))
        return false;
    for (int i = 0; i < weights->count; i++)
        value[i] = value_at_a_glance(&estimator, root, engine->scratch, &scale,
                                     engine->result->choice[i].move);
    mi_estimator_free(&estimator);
    weights_from_values(weights, value);
    return true;
}

/* ---- all sources ---- */

/* Drops moves that lose for certain, and moves that look much worse than the best. (The search
 * knows only that they are worse, not by how much.) */
static void drop_bad_moves(struct mi_weighted_choice *weights, const struct mi_choice *choice,
                           const miai_level *level)
{
    for (int i = 0; i < weights->count; i++)
        if (choice[i].proof == MI_LOSS)
            weights->weight[i] = 0;
    double width = mi_engine_level_width(level) / MI_LEVEL_ODDS;
    double threshold = mi_exp(-width) * mi_weighted_choice_max(weights);
    for (int i = 0; i < weights->count; i++)
        weights->weight[i] = weights->weight[i] <= threshold ? 0 : weights->weight[i];
}

/* If several moves look equally good, players prefer the common ones. */
static void apply_habits(const struct mi_root *root, struct mi_weighted_choice *weights,
                         const struct mi_choice *choice)
{
    const miai_hints *hints = mi_hints(root->game);
    for (int i = 0; hints->habit && i < weights->count; i++)
        weights->weight[i] *= hints->habit(root->pos, choice[i].move);
}

static bool is_hasty(const miai_level *level, uint64_t seed)
{
    return mi_uniform(miai_mix(seed)) < level->haste;
}

void mi_engine_draw_level(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_result *result = engine->result;
    struct mi_weighted_choice weights = {.count = result->choice_count};
    uint64_t seed = mi_engine_draw_seed(engine, root);
    miai_level level;
    if (!mi_engine_level(engine, &level) || level.temperature <= 0 || weights.count < 2 ||
        result->proof == MI_WIN || engine->plays_best)
        return;
    bool people = mi_engine_has_human_output(engine);
    if (people)
        weights_from_human_network(engine, &weights);
    else if (!is_hasty(&level, seed) || !weights_from_glances(engine, root, &weights))
        weights_from_search(engine, &weights);
    drop_bad_moves(&weights, result->choice, &level);
    mi_apply_temperature(&weights, people ? 1 : level.temperature, 1);
    if (!people)
        apply_habits(root, &weights, result->choice);
    mi_engine_move_choice_to_front(engine, root, mi_weighted_choice_draw(&weights, seed));
}
