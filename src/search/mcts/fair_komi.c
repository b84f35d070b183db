/* The lead at fair komi.
 *
 * Networks learn from nearly even games.  If a player is far ahead, or komi is far off, the lead
 * that they output hardly changes with komi.  But the lead is defined as the komi that would make
 * the game even, minus the actual komi.  So if the lead at fair komi contradicts the lead at the
 * game's komi, leaves are evaluated at fair komi, and the difference in komi is added.  KataGo
 * finds fair komi in the same way, by searches, for the lead targets of its training
 * (PlayUtils::computeLead()). */
#include "mcts.h"

#include <math.h>

static const double EVEN_LEAD = 1;     /* points: the game is even with a smaller lead */
static const double EVEN_CHANCE = 0.2; /* an even game is won with 0.5, give or take this */
static const double FAIR_CHANCE = 0.1; /* at the game's own komi, which is then fair */

/* Does the network consider the game even at that komi?  In a position unlike its training data the
 * lead may contradict the winning probability; then the komi is not fair. */
static bool is_even(const struct mi_eval *eval)
{
    return fabs(eval->fair_win - 0.5) < EVEN_CHANCE;
}

/* Is a lead consistent with the winning probability, within one standard deviation of the score?
 * For a normal score with mean m and deviation d, the odds to win are about exp(1.7 m / d).  A
 * probability near 0 or 1 agrees with any lead. */
static bool fits_chance(double lead, double win, double deviation)
{
    const double slope = 1.7, extreme = 0.01;
    if (win < extreme || win > 1 - extreme)
        return true;
    return fabs(lead - deviation * log(win / (1 - win)) / slope) <= deviation;
}

/* Rounds to a half-integer komi, so that no game is a draw. */
static double to_half_point(double points)
{
    return floor(points) + 0.5;
}

/* Starts from the game's default komi, not this game's, so that fair komi does not depend on komi.
 * The steps grow, because networks underestimate a large lead. */
static double find_fair_komi(const struct mi_run *run, struct mi_eval *eval)
{
    enum { EVALUATIONS = 10 };
    const double growth = 1.5;
    double max = run->root->setup->width * run->root->setup->height, min = -max, step_factor = 1;
    eval->at_fair_komi = true;
    eval->fair_komi = run->root->game->setup.komi;
    for (int i = 0; i < EVALUATIONS; i++) {
        mi_mcts_value_root(run, eval);
        double lead = eval->lead - (eval->fair_komi - run->root->setup->komi);
        if (fabs(lead) < EVEN_LEAD && is_even(eval))
            break;
        bool ahead = is_even(eval) ? lead > 0 : eval->fair_win > 0.5;
        *(ahead ? &min : &max) = eval->fair_komi;
        double next = to_half_point(eval->fair_komi + step_factor * lead);
        step_factor *= growth;
        eval->fair_komi = next > min && next < max ? next : to_half_point((min + max) / 2);
    }
    return eval->fair_komi;
}

static void set_leaves_fair_komi(struct mi_run *run, double komi)
{
    for (int i = 0; i < run->threads; i++)
        for (int k = 0; k < run->worker[i]->batch; k++) {
            run->worker[i]->descent[k].eval.at_fair_komi = true;
            run->worker[i]->descent[k].eval.fair_komi = komi;
        }
}

/* Does the score depend on komi, and is the lead requested?  With players of unequal strength, an
 * even game has no fair komi. */
static bool is_lead_wanted(const struct mi_run *run)
{
    const miai_game *game = run->root->game;
    return run->limits->ownership && run->settings->advantage == 0 && mi_scoring(game)->settle &&
           mi_editing(game)->set_rules;
}

void mi_mcts_use_fair_komi(struct mi_run *run, struct mi_eval *eval)
{
    if (!is_lead_wanted(run) || fabs(run->root_outputs.win - 0.5) < FAIR_CHANCE)
        return;
    double deviation = eval->deviation, komi = find_fair_komi(run, eval);
    eval->fair_komi = komi;
    mi_mcts_value_root(run, eval);
    bool contradicts = is_even(eval) && fits_chance(eval->lead, run->root_outputs.win, deviation) &&
                       fabs(eval->lead - run->root_outputs.lead) > EVEN_LEAD;
    eval->at_fair_komi = false;
    if (!contradicts)
        return;
    run->root_outputs.lead = eval->lead;
    set_leaves_fair_komi(run, komi);
}
