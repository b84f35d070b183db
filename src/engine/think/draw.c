/* Draws the move to play: by visits, by the human network, or both, as KataGo does
 * (cpp/search/searchresults.cpp, getPlaySelectionValues() and getChosenMoveLoc()). */
#include "draw.h"

#include "engine/root.h"
#include "engine/setup/human_network.h"
#include "think.h"
#include "weighted_choice.h"

#include "base/fmath.h"

#include <math.h>

/* The weight of each move of the result, in the result's order. */
struct move_draw {
    const struct mi_result *result;
    int pass; /* index of the pass, or -1 */
    struct mi_weighted_choice weights;
};

/* ---- weights from the search ---- */

/* By visits; the preferred move counts as the most visited. If hardly any move was visited, by
 * priors. */
static void move_draw_add_visits(struct move_draw *move_draw)
{
    const struct mi_choice *choice = move_draw->result->choice;
    double max = 0, visits = 0;
    for (int i = 0; i < move_draw->weights.count; i++) {
        bool good = choice[i].proof != MI_LOSS;
        move_draw->weights.weight[i] = good ? (double)choice[i].visits : 0;
        visits += (double)choice[i].visits;
        max = move_draw->weights.weight[i] > max ? move_draw->weights.weight[i] : max;
    }
    move_draw->weights.weight[0] = max;
    for (int i = 0; visits <= 1 && i < move_draw->weights.count; i++)
        move_draw->weights.weight[i] = choice[i].prior;
}

/* Subtracts or drops small numbers of visits, which are mostly noise. */
static void move_draw_prune(struct move_draw *move_draw, const struct mi_options *options)
{
    double max = mi_weighted_choice_max(&move_draw->weights);
    double subtract = fmin(options->draw_subtract, max / 64);
    double threshold = fmin(options->draw_prune, max / 64);
    for (int i = 0; i < move_draw->weights.count; i++)
        move_draw->weights.weight[i] = move_draw->weights.weight[i] < threshold
                                           ? 0
                                           : fmax(move_draw->weights.weight[i] - subtract, 0);
}

/* ---- weights from the human network ---- */

/* Converts a value from 0 to 1 to KataGo's utility, -1 to 1. */
static double choice_utility(const struct mi_choice *choice)
{
    return 2 * choice->value - 1;
}

/* The prior of each move by the human network, reduced exponentially by the utility that it loses
 * against the best move. Unvisited moves count as the mean. */
static void human_weights(miai_engine *engine, const struct move_draw *move_draw, double *human)
{
    const struct mi_choice *choice = move_draw->result->choice;
    double lambda = fmax(engine->options.human_lambda, 1e-9), mean = 0, best = -1;
    int seen = 0;
    for (int i = 0; i < move_draw->weights.count; i++)
        if (choice[i].looked_at > 0) {
            mean += choice_utility(&choice[i]);
            best = fmax(best, choice_utility(&choice[i]));
            seen++;
        }
    mean /= seen > 0 ? seen : 1;
    best = fmax(best, mean);
    for (int i = 0; i < move_draw->weights.count; i++) {
        double utility = choice[i].looked_at > 0 ? choice_utility(&choice[i]) : mean;
        double loss = (best - utility) / lambda;
        double prior = mi_engine_human_prior(engine, choice[i].move);
        human[i] = prior > 0 ? prior * mi_exp(loss < 300 ? -loss : -300) : 0;
    }
}

/* Gives the pass the same share as in the search. */
static void keep_pass_share(const struct move_draw *move_draw, double *human)
{
    double all = mi_weights_sum(move_draw->weights.weight, move_draw->weights.count),
           passes = move_draw->weights.weight[move_draw->pass];
    double moves = mi_weights_sum(human, move_draw->weights.count) - human[move_draw->pass];
    if (moves <= 0)
        return;
    for (int i = 0; i < move_draw->weights.count; i++)
        human[i] = i == move_draw->pass ? passes / all : human[i] / moves * (all - passes) / all;
}

static void move_draw_mix_human(miai_engine *engine, struct move_draw *move_draw)
{
    double human[MIAI_MAX_LEGAL], share = engine->options.human_move;
    double all = mi_weights_sum(move_draw->weights.weight, move_draw->weights.count);
    if (share <= 0 || !mi_engine_has_human_output(engine) || all <= 0)
        return;
    human_weights(engine, move_draw, human);
    double sum = mi_weights_sum(human, move_draw->weights.count);
    if (sum <= 0)
        return;
    for (int i = 0; i < move_draw->weights.count; i++)
        human[i] /= sum;
    if (engine->options.human_ignore_pass && move_draw->pass >= 0)
        keep_pass_share(move_draw, human);
    for (int i = 0; i < move_draw->weights.count; i++)
        move_draw->weights.weight[i] += share * (all * human[i] - move_draw->weights.weight[i]);
}

/* ---- drawing ---- */

/* The temperature of this move: from the early to the late one, halving the difference every
 * temperature-halflife moves (scaled to 19x19). */
static double move_temperature(const struct mi_options *options, const struct mi_root *root)
{
    double late = options->temperature, early = options->temperature_early;
    double side = sqrt((double)root->setup->width * root->setup->height);
    if (isnan(early) || early == late)
        return late;
    double halvings = root->plies / options->temperature_halflife * 19 / side;
    return late + (early - late) * mi_exp(-(halvings < 300 ? halvings : 300) * mi_ln(2));
}

static bool should_draw(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    const struct mi_result *result = engine->result;
    if (result->choice_count < 2 || result->proof == MI_WIN)
        return false;
    if (options->human_move > 0 && mi_engine_has_human_output(engine))
        return true;
    return (options->temperature_moves == 0 || root->plies < options->temperature_moves) &&
           move_temperature(options, root) > 0;
}

static int find_pass_index(const struct mi_root *root, const struct mi_result *result)
{
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    for (int i = 0; pass != MIAI_NO_MOVE && i < result->choice_count; i++)
        if (result->choice[i].move == pass)
            return i;
    return -1;
}

/* The number of choices that have the highest rank. The choices are sorted by rank. */
static int count_candidates(const struct mi_result *result)
{
    int n = 0;
    while (n < result->choice_count && result->choice[n].rank == result->choice[0].rank)
        n++;
    return n;
}

void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    struct move_draw move_draw = {.result = engine->result,
                                  .pass = find_pass_index(root, engine->result),
                                  .weights.count = count_candidates(engine->result)};
    mi_engine_draw_level(engine, root);
    if (!should_draw(engine, root))
        return;
    move_draw_add_visits(&move_draw);
    move_draw_prune(&move_draw, options);
    move_draw_mix_human(engine, &move_draw);
    mi_apply_temperature(&move_draw.weights, move_temperature(options, root),
                         options->temperature_below);
    mi_engine_move_choice_to_front(
        engine, root,
        mi_weighted_choice_draw(&move_draw.weights, mi_engine_draw_seed(engine, root)));
}
