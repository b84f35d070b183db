/* What an evaluator tells of leaves beside their value: winning, lead, whose the points are. */
#include "base/range.h"
#include "mcts.h"
#include "search/mcts/tree/sum.h"

#include <math.h>
#include <string.h>

static int points_of(const struct mi_run *run)
{
    return run->root->setup->width * run->root->setup->height;
}

/* ---- while threads work ---- */

static void add64(_Atomic int64_t *sum, double x)
{
    MI_SUM_ADD(sum, (int64_t)(x * MI_TALLY + (x < 0 ? -0.5 : 0.5)));
}

static void tally(struct mi_worker *worker, const struct mi_descent *descent,
                  const struct mi_told *told)
{
    if (descent->depth == 0 || descent->counted > 1)
        return;
    struct mi_tally *of_move = &worker->tally[descent->line[0]];
    double plain = mi_utility_plain(&worker->run->utility, told->win);
    add64(&of_move->beside, told->value - plain);
    add64(&of_move->lead, told->lead);
    add64(&of_move->draw, told->draw);
    add64(&of_move->moves_left, told->moves_left);
    MI_SUM_ADD(&of_move->leaves, 1);
}

static void add_ownership(struct mi_worker *worker, const float *ownership)
{
    for (int p = 0; p < points_of(worker->run); p++)
        MI_SUM_ADD(&worker->ownership[p], (int32_t)((double)ownership[p] * MI_TALLY));
    MI_SUM_ADD(&worker->owned, 1);
}

static struct mi_told told_of(const struct mi_run *run, const struct mi_eval *eval)
{
    int behind = eval->line_length > 0 ? eval->line_length - 1 : 0;
    return (struct mi_told){
        .value = mi_utility_value(&run->utility, eval->win, eval->score, eval->deviation),
        .win = eval->win,
        .draw = eval->draw,
        .lead = eval->lead,
        .moves_left = eval->moves_left > 0 ? eval->moves_left + behind : 0,
    };
}

/* 2^19 leaves fill a sum of ownership: what comes later changes nothing any more. */
static bool is_full(const struct mi_worker *worker)
{
    return atomic_load_explicit(&worker->owned, memory_order_relaxed) >=
           (uint32_t)(INT32_MAX / MI_TALLY);
}

int64_t mi_mcts_told(struct mi_worker *worker, const struct mi_descent *descent)
{
    struct mi_told told = told_of(worker->run, &descent->eval);
    tally(worker, descent, &told);
    if (descent->eval.ownership && descent->counted == 0 && !is_full(worker))
        add_ownership(worker, descent->eval.ownership);
    return (int64_t)(told.value * MI_UNIT + 0.5);
}

int64_t mi_mcts_told_over(struct mi_worker *worker, const struct mi_descent *descent, int score)
{
    struct mi_told told = {.win = score > 0   ? 1
                                  : score < 0 ? 0
                                              : 0.5,
                           .draw = score == 0,
                           .moves_left = descent->depth > 0 ? descent->depth - 1 : 0,
                           .lead = (double)score / MIAI_POINT_SCORE};
    told.value = mi_utility_value(&worker->run->utility, told.win, told.lead, 0);
    tally(worker, descent, &told);
    return (int64_t)(told.value * MI_UNIT + 0.5);
}

/* Of a game whose score counts the lead would be missing. */
void mi_mcts_told_known(struct mi_worker *worker, const struct mi_descent *descent, double win)
{
    const struct mi_told told = {
        .value = win, .win = win, .draw = win > 0 && win < 1, .moves_left = descent->depth - 1};
    if (worker->run->evaluator->tells && worker->run->tells_draws)
        tally(worker, descent, &told);
}

/* ---- the root ---- */

static void ask_root(const struct mi_run *run, struct mi_eval *eval)
{
    memcpy(eval->pos, run->root->pos, run->root->size);
    run->evaluator->value(run->worker[0]->evaluator, &eval, 1);
}

/* ---- the lead where komi is far from fair ----
 *
 * A network learns from games about even, or not far off: where a player is far ahead, or komi is,
 * it tells a lead that hardly changes with komi.  But komi is the very measure of a lead, which is
 * the komi that would make the game even less the one there is.  So where the lead at that komi and
 * the lead at the game's contradict each other, leaves are asked at the fair one, and the
 * difference is added.  KataGo finds fair komi the same way for the targets of its leads, by
 * searches (PlayUtils::computeLead()). */

static const double EVEN = 1; /* points; a lead that is less is none */

/* Half a point beside a number of points, so that nothing is a draw. */
static double half(double points)
{
    return floor(points) + 0.5;
}

/* It begins with the game's usual komi, not with that of this game, so that each komi has the same
 * fair one.  A network that sees too little of the lead comes near in steps, which grow. */
static double find_fair_komi(const struct mi_run *run, struct mi_eval *eval)
{
    enum { ASKED = 10 };
    const double growth = 1.5;
    double most = points_of(run), least = -most, grown = 1;
    eval->fair = true;
    eval->fair_komi = run->root->game->setup.komi;
    for (int i = 0; i < ASKED; i++) {
        ask_root(run, eval);
        double lead = eval->lead - (eval->fair_komi - run->root->setup->komi);
        if (fabs(lead) < EVEN)
            break;
        *(lead > 0 ? &least : &most) = eval->fair_komi;
        double next = half(eval->fair_komi + grown * lead);
        grown *= growth;
        eval->fair_komi = next > least && next < most ? next : half((least + most) / 2);
    }
    return eval->fair_komi;
}

static void ask_fairly(struct mi_run *run, double komi)
{
    for (int i = 0; i < run->threads; i++)
        for (int k = 0; k < run->worker[i]->batch; k++) {
            run->worker[i]->descent[k].eval.fair = true;
            run->worker[i]->descent[k].eval.fair_komi = komi;
        }
}

/* Has the game a komi by which its score counts, and is somebody interested in that? */
static bool wants_lead(const struct mi_run *run)
{
    const miai_game *game = run->root->game;
    return run->limits->ownership && mi_scoring(game)->settle && mi_editing(game)->set_rules;
}

static void tell_fair_lead(struct mi_run *run, struct mi_eval *eval)
{
    double komi = find_fair_komi(run, eval);
    eval->fair_komi = komi;
    ask_root(run, eval);
    bool contradicts = fabs(eval->lead - run->told.lead) > EVEN;
    eval->fair = false;
    if (!contradicts)
        return;
    run->told.lead = eval->lead;
    ask_fairly(run, komi);
}

void mi_mcts_tell_root(struct mi_run *run)
{
    struct mi_worker *worker = run->worker[0];
    struct mi_descent *descent = &worker->descent[0];
    struct mi_eval *eval = &descent->eval;
    eval->key_count = eval->keys ? run->root->key_count - 1 : 0;
    eval->line = descent->line;
    eval->line_length = 0;
    eval->moves = descent->list;
    eval->move_count = mi_mcts_list_moves(run, run->root->pos, 0, false, descent->list);
    ask_root(run, eval);
    mi_utility_center(&run->utility, eval->score);
    run->told = told_of(run, eval);
    if (eval->ownership)
        add_ownership(worker, eval->ownership);
    if (wants_lead(run))
        tell_fair_lead(run, eval);
}

/* ---- the result ---- */

struct sums {
    double beside, lead, draw, moves_left;
    uint32_t leaves;
};

static void add(struct sums *sums, const struct mi_tally *tally)
{
    sums->beside += (double)atomic_load_explicit(&tally->beside, memory_order_relaxed) / MI_TALLY;
    sums->lead += (double)atomic_load_explicit(&tally->lead, memory_order_relaxed) / MI_TALLY;
    sums->draw += (double)atomic_load_explicit(&tally->draw, memory_order_relaxed) / MI_TALLY;
    sums->moves_left +=
        (double)atomic_load_explicit(&tally->moves_left, memory_order_relaxed) / MI_TALLY;
    sums->leaves += atomic_load_explicit(&tally->leaves, memory_order_relaxed);
}

static struct sums sums_of(const struct mi_run *run, miai_move move)
{
    struct sums sums = {0};
    for (int i = 0; i < run->threads; i++)
        add(&sums, &run->worker[i]->tally[move]);
    return sums;
}

/* The value is that of earlier runs, too, and what is proven is certain. */
static void fit_draw(struct mi_choice *choice)
{
    double most = 2 * (choice->value < 0.5 ? choice->value : 1 - choice->value);
    if (choice->proof != MI_UNPROVEN)
        choice->draw = choice->proof == MI_DRAW;
    else if (choice->draw > most)
        choice->draw = most;
}

/* Takes out of a move's value what does not come from winning: as much as it was in the leaves of
 * this run, or where it had none, at the root. */
static void tell_choice(const struct mi_run *run, int player, struct mi_choice *choice)
{
    struct sums sums = sums_of(run, choice->move);
    double beside = run->told.value - mi_utility_plain(&run->utility, run->told.win);
    double lead = run->told.lead;
    choice->draw = run->told.draw;
    choice->moves_left = run->told.moves_left;
    if (sums.leaves > 0) {
        beside = sums.beside / sums.leaves;
        lead = sums.lead / sums.leaves;
        choice->draw = sums.draw / sums.leaves;
        choice->moves_left = sums.moves_left / sums.leaves;
    }
    choice->lead = player ? -lead : lead;
    if (choice->proof == MI_UNPROVEN && choice->visits > 0) {
        double plain = choice->value - (player ? -beside : beside);
        choice->value = mi_clamp_real(0.5 + (plain - 0.5) / run->utility.unit, 0, 1);
    }
    if (run->tells_draws && choice->visits == 0 && choice->proof == MI_UNPROVEN)
        choice->value = player ? 1 - run->told.win : run->told.win; /* the root's, for the best */
    fit_draw(choice);
}

static void tell_ownership(const struct mi_run *run, struct mi_result *result)
{
    double leaves = 0;
    for (int i = 0; i < run->threads; i++)
        leaves += atomic_load_explicit(&run->worker[i]->owned, memory_order_relaxed);
    result->owned = leaves > 0;
    for (int p = 0; p < points_of(run) && result->owned; p++) {
        double sum = 0;
        for (int i = 0; i < run->threads; i++)
            sum += atomic_load_explicit(&run->worker[i]->ownership[p], memory_order_relaxed);
        result->ownership[p] = (float)(sum / (leaves * MI_TALLY));
    }
}

void mi_mcts_tell(const struct mi_run *run, struct mi_result *result)
{
    int player = run->root->game->turn(run->root->pos);
    result->leads = result->owned = result->draws = false;
    if (!run->evaluator->tells)
        return;
    for (int i = 0; i < result->choice_count; i++)
        tell_choice(run, player, &result->choice[i]);
    result->draws = run->tells_draws;
    result->own = player ? 1 - run->told.win : run->told.win;
    if (result->choice_count > 0) {
        result->value = result->choice[0].value;
        result->lead = result->choice[0].lead;
        result->leads = mi_scoring(run->root->game)->settle != NULL;
    }
    tell_ownership(run, result);
}
