/* Drawing the move that is played: by visits, by what people would play, or by both, as KataGo
 * does it (cpp/search/searchresults.cpp, getPlaySelectionValues() and getChosenMoveLoc()). */
#include "draw.h"

#include "engine/root.h"
#include "engine/setup/human_network.h"
#include "think.h"
#include "weighted_choice.h"

#include "base/fmath.h"

#include <math.h>

/* What each of the result's moves weighs, in its order. */
struct drawing {
    const struct mi_result *result;
    int pass; /* which of them is the pass, or -1 */
    struct mi_weighted_choice lots;
};

/* ---- by the search ---- */

/* By visits, where the move that the search prefers has as many as any; where hardly any move was
 * looked at, by how good they look. */
static void weigh_visits(struct drawing *drawing)
{
    const struct mi_choice *choice = drawing->result->choice;
    double most = 0, visits = 0;
    for (int i = 0; i < drawing->lots.count; i++) {
        bool good = choice[i].proof != MI_LOSS;
        drawing->lots.weight[i] = good ? (double)choice[i].visits : 0;
        visits += (double)choice[i].visits;
        most = drawing->lots.weight[i] > most ? drawing->lots.weight[i] : most;
    }
    drawing->lots.weight[0] = most;
    for (int i = 0; visits <= 1 && i < drawing->lots.count; i++)
        drawing->lots.weight[i] = choice[i].prior;
}

/* Of few visits little is known. */
static void prune(struct drawing *drawing, const struct mi_options *options)
{
    double most = mi_weighted_choice_max(&drawing->lots);
    double subtract = fmin(options->draw_subtract, most / 64);
    double least = fmin(options->draw_prune, most / 64);
    for (int i = 0; i < drawing->lots.count; i++)
        drawing->lots.weight[i] = drawing->lots.weight[i] < least ? 0 : fmax(drawing->lots.weight[i] - subtract, 0);
}

/* ---- by people ---- */

/* A value from 0 to 1 as KataGo's utility. */
static double utility_of(const struct mi_choice *choice)
{
    return 2 * choice->value - 1;
}

/* How likely people are to make each move; those that were looked at the less likely the more they
 * lose beside the best. */
static void weigh_people(miai_engine *engine, const struct drawing *drawing, double *people)
{
    const struct mi_choice *choice = drawing->result->choice;
    double lambda = fmax(engine->options.human_lambda, 1e-9), mean = 0, best = -1;
    int seen = 0;
    for (int i = 0; i < drawing->lots.count; i++)
        if (choice[i].looked_at > 0) {
            mean += utility_of(&choice[i]);
            best = fmax(best, utility_of(&choice[i]));
            seen++;
        }
    mean /= seen > 0 ? seen : 1;
    best = fmax(best, mean);
    for (int i = 0; i < drawing->lots.count; i++) {
        double utility = choice[i].looked_at > 0 ? utility_of(&choice[i]) : mean;
        double loss = (best - utility) / lambda;
        double prior = mi_engine_human_prior(engine, choice[i].move);
        people[i] = prior > 0 ? prior * mi_exp(loss < 300 ? -loss : -300) : 0;
    }
}

/* Gives the pass the part that the search gives it. */
static void pass_as_search(const struct drawing *drawing, double *people)
{
    double all = mi_weights_sum(drawing->lots.weight, drawing->lots.count),
           passes = drawing->lots.weight[drawing->pass];
    double moves = mi_weights_sum(people, drawing->lots.count) - people[drawing->pass];
    if (moves <= 0)
        return;
    for (int i = 0; i < drawing->lots.count; i++)
        people[i] = i == drawing->pass ? passes / all : people[i] / moves * (all - passes) / all;
}

static void mix_people(miai_engine *engine, struct drawing *drawing)
{
    double people[MIAI_MAX_LEGAL], part = engine->options.human_move;
    double all = mi_weights_sum(drawing->lots.weight, drawing->lots.count);
    if (part <= 0 || !mi_engine_human_told(engine) || all <= 0)
        return;
    weigh_people(engine, drawing, people);
    double sum = mi_weights_sum(people, drawing->lots.count);
    if (sum <= 0)
        return;
    for (int i = 0; i < drawing->lots.count; i++)
        people[i] /= sum;
    if (engine->options.human_ignore_pass && drawing->pass >= 0)
        pass_as_search(drawing, people);
    for (int i = 0; i < drawing->lots.count; i++)
        drawing->lots.weight[i] += part * (all * people[i] - drawing->lots.weight[i]);
}

/* ---- drawing ---- */

/* At the beginning of a game another one, which halves its distance every so many moves of 19x19.
 */
static double temperature_of(const struct mi_options *options, const struct mi_root *root)
{
    double late = options->temperature, early = options->temperature_early;
    double side = sqrt((double)root->setup->width * root->setup->height);
    if (isnan(early) || early == late)
        return late;
    double halvings = root->plies / options->temperature_halflife * 19 / side;
    return late + (early - late) * mi_exp(-(halvings < 300 ? halvings : 300) * mi_ln(2));
}

static bool is_wanted(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    const struct mi_result *result = engine->result;
    if (result->choice_count < 2 || result->proof == MI_WIN)
        return false;
    if (options->human_move > 0 && mi_engine_human_told(engine))
        return true;
    return (options->temperature_moves == 0 || root->plies < options->temperature_moves) &&
           temperature_of(options, root) > 0;
}

static int find_pass(const struct mi_root *root, const struct mi_result *result)
{
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    for (int i = 0; pass != MIAI_NO_MOVE && i < result->choice_count; i++)
        if (result->choice[i].move == pass)
            return i;
    return -1;
}

/* The choices come by falling rank: how many have the highest? */
static int count_candidates(const struct mi_result *result)
{
    int n = 0;
    while (n < result->choice_count && result->choice[n].rank == result->choice[0].rank)
        n++;
    return n;
}

uint64_t mi_engine_draw_seed(const miai_engine *engine, const struct mi_root *root)
{
    uint64_t position = root->game->hash(root->pos) + (uint64_t)root->plies;
    return miai_mix(mi_engine_seed(engine, engine->games_before) ^ miai_mix(position));
}

void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    struct drawing drawing = {.result = engine->result,
                              .pass = find_pass(root, engine->result),
                              .lots.count = count_candidates(engine->result)};
    mi_engine_draw_level(engine, root);
    if (!is_wanted(engine, root))
        return;
    weigh_visits(&drawing);
    prune(&drawing, options);
    mix_people(engine, &drawing);
    mi_apply_temperature(&drawing.lots, temperature_of(options, root), options->temperature_below);
    mi_engine_prefer(engine, root,
                     mi_weighted_choice_draw(&drawing.lots, mi_engine_draw_seed(engine, root)));
}
