/* Drawing the move that is played: by visits, by what people would play, or by both, as KataGo
 * does it (cpp/search/searchresults.cpp, getPlaySelectionValues() and getChosenMoveLoc()). */
#include "draw.h"

#include "engine/root.h"
#include "engine/setup/human_network.h"
#include "think.h"

#include "base/fmath.h"

#include <math.h>

/* What each of the result's moves weighs, in its order. */
struct lots {
    const struct mi_result *result;
    int count, pass; /* pass: which of them is the pass, or -1 */
    double weight[MIAI_MAX_LEGAL];
};

static double sum_of(const double *weight, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

/* ---- by the search ---- */

/* By visits, where the move that the search prefers has as many as any; where hardly any move was
 * looked at, by how good they look. */
static void weigh_visits(struct lots *lots)
{
    const struct mi_choice *choice = lots->result->choice;
    double most = 0, visits = 0;
    for (int i = 0; i < lots->count; i++) {
        bool good = choice[i].proof != MI_LOSS;
        lots->weight[i] = good ? (double)choice[i].visits : 0;
        visits += (double)choice[i].visits;
        most = lots->weight[i] > most ? lots->weight[i] : most;
    }
    lots->weight[0] = most;
    for (int i = 0; visits <= 1 && i < lots->count; i++)
        lots->weight[i] = choice[i].prior;
}

/* Of few visits little is known. */
static void prune(struct lots *lots, const struct mi_options *options)
{
    double most = 0;
    for (int i = 0; i < lots->count; i++)
        most = lots->weight[i] > most ? lots->weight[i] : most;
    double subtract = fmin(options->draw_subtract, most / 64);
    double least = fmin(options->draw_prune, most / 64);
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] = lots->weight[i] < least ? 0 : fmax(lots->weight[i] - subtract, 0);
}

/* ---- by people ---- */

/* A value from 0 to 1 as KataGo's utility. */
static double utility_of(const struct mi_choice *choice)
{
    return 2 * choice->value - 1;
}

/* How likely people are to make each move; those that were looked at the less likely the more they
 * lose beside the best. */
static void weigh_people(miai_engine *engine, const struct lots *lots, double *people)
{
    const struct mi_choice *choice = lots->result->choice;
    double lambda = fmax(engine->options.human_lambda, 1e-9), mean = 0, best = -1;
    int seen = 0;
    for (int i = 0; i < lots->count; i++)
        if (choice[i].looked_at > 0) {
            mean += utility_of(&choice[i]);
            best = fmax(best, utility_of(&choice[i]));
            seen++;
        }
    mean /= seen > 0 ? seen : 1;
    best = fmax(best, mean);
    for (int i = 0; i < lots->count; i++) {
        double utility = choice[i].looked_at > 0 ? utility_of(&choice[i]) : mean;
        double loss = (best - utility) / lambda;
        double prior = mi_engine_human_prior(engine, choice[i].move);
        people[i] = prior > 0 ? prior * mi_exp(loss < 300 ? -loss : -300) : 0;
    }
}

/* Gives the pass the part that the search gives it. */
static void pass_as_search(const struct lots *lots, double *people)
{
    double all = sum_of(lots->weight, lots->count), passes = lots->weight[lots->pass];
    double moves = sum_of(people, lots->count) - people[lots->pass];
    if (moves <= 0)
        return;
    for (int i = 0; i < lots->count; i++)
        people[i] = i == lots->pass ? passes / all : people[i] / moves * (all - passes) / all;
}

static void mix_people(miai_engine *engine, struct lots *lots)
{
    double people[MIAI_MAX_LEGAL], part = engine->options.human_move;
    double all = sum_of(lots->weight, lots->count);
    if (part <= 0 || !mi_engine_human_told(engine) || all <= 0)
        return;
    weigh_people(engine, lots, people);
    double sum = sum_of(people, lots->count);
    if (sum <= 0)
        return;
    for (int i = 0; i < lots->count; i++)
        people[i] /= sum;
    if (engine->options.human_ignore_pass && lots->pass >= 0)
        pass_as_search(lots, people);
    for (int i = 0; i < lots->count; i++)
        lots->weight[i] += part * (all * people[i] - lots->weight[i]);
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

/* Weights to the power of 1 / temperature, the highest 1; those above the bound, a part of the sum,
 * stay as they are beside each other. */
static void temper(struct lots *lots, double temperature, double below)
{
    const double cold = 1e-4, farthest = 300;
    double most = 0, sum = sum_of(lots->weight, lots->count);
    for (int i = 0; i < lots->count; i++)
        most = fmax(most, lots->weight[i]);
    double bound = below > 0 ? fmin(0, mi_ln(below * sum / most)) : -farthest;
    for (int i = 0; most > 0 && i < lots->count; i++) {
        double power = lots->weight[i] > 0 ? mi_ln(lots->weight[i] / most) : -farthest;
        if (power <= bound && lots->weight[i] > 0)
            power = (power - bound) / fmax(temperature, cold) + bound;
        lots->weight[i] = power > -farthest ? mi_exp(power) : 0;
    }
}

static int draw(const struct lots *lots, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    double sum = sum_of(lots->weight, lots->count);
    double drawn = (double)(miai_rng_next(&rng) >> 11) / 9007199254740992.0 * sum;
    for (int i = 0; i < lots->count && sum > 0; i++)
        if (lots->weight[i] > 0 && (drawn -= lots->weight[i]) <= 0)
            return i;
    return 0;
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

void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    struct lots lots = {.result = engine->result, .count = engine->result->choice_count};
    if (!is_wanted(engine, root))
        return;
    lots.pass = find_pass(root, engine->result);
    weigh_visits(&lots);
    prune(&lots, options);
    mix_people(engine, &lots);
    temper(&lots, temperature_of(options, root), options->temperature_below);
    uint64_t position = root->game->hash(root->pos) + (uint64_t)root->plies;
    uint64_t seed = mi_engine_seed(engine, engine->games_before) ^ miai_mix(position);
    mi_engine_prefer(engine, root, draw(&lots, miai_mix(seed)));
}
