/* What an evaluator tells of leaves besides their value: winning, lead, ownership. */
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

static void note_told(struct mi_descent *descent, const struct mi_nn_outputs *told)
{
    descent->told = *told;
    descent->has_told = true;
}

/* What one leaf adds to struct mi_told_sums. */
struct leaf {
    int64_t beside, draw, other; /* other: the lead or the moves left */
};

static int64_t in_units(double x)
{
    return (int64_t)(x * MI_LEAF_STATS_UNIT + (x < 0 ? -0.5 : 0.5));
}

/* As the node at depth counts it. */
static struct leaf leaf_of(const struct mi_run *run, const struct mi_nn_outputs *told, int depth)
{
    double plain = mi_utility_plain(&run->utility, told->win);
    double moves_left = told->moves_left > 0 ? told->moves_left + 1 - depth : 0;
    return (struct leaf){in_units(told->value - plain), in_units(told->draw),
                         in_units(run->tells_draws ? moves_left : told->lead)};
}

static void add_leaf(struct mi_told_sums *sums, const struct leaf *leaf, bool shared)
{
    MI_SUM_ADD_SHARED(&sums->beside, leaf->beside, shared);
    MI_SUM_ADD_SHARED(&sums->draw, leaf->draw, shared);
    MI_SUM_ADD_SHARED(&sums->lead, leaf->other, shared);
    MI_SUM_ADD_SHARED(&sums->leaves, 1, shared);
}

void mi_mcts_back_up_told(struct mi_worker *worker, const struct mi_descent *descent)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    if (!tree->told || !descent->has_told)
        return;
    for (int d = descent->depth; d >= descent->counted; d--) {
        const struct leaf leaf = leaf_of(worker->run, &descent->told, d);
        add_leaf(mi_node_told(tree, mi_tree_node(tree, descent->path[d])), &leaf,
                 worker->run->threads > 1);
    }
}

void mi_mcts_add_told(struct mi_worker *worker, const struct mi_descent *descent, uint32_t index)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    struct mi_told_sums *sums = mi_node_told(tree, mi_tree_node(tree, index));
    if (!sums || !descent->has_told ||
        atomic_load_explicit(&sums->leaves, memory_order_relaxed) > 0)
        return;
    const struct leaf leaf = leaf_of(worker->run, &descent->told, descent->depth);
    add_leaf(sums, &leaf, worker->run->threads > 1);
}

static void add_ownership(struct mi_worker *worker, const float *ownership)
{
    for (int p = 0; p < points_of(worker->run); p++)
        MI_SUM_ADD(&worker->ownership[p], (int32_t)((double)ownership[p] * MI_LEAF_STATS_UNIT));
    MI_SUM_ADD(&worker->owned, 1);
}

static struct mi_nn_outputs told_of(const struct mi_run *run, const struct mi_eval *eval)
{
    int behind = eval->line_length > 0 ? eval->line_length - 1 : 0;
    return (struct mi_nn_outputs){
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
           (uint32_t)(INT32_MAX / MI_LEAF_STATS_UNIT);
}

int64_t mi_mcts_leaf_value(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_nn_outputs told = told_of(worker->run, &descent->eval);
    note_told(descent, &told);
    if (descent->eval.ownership && descent->counted == 0 && !is_full(worker))
        add_ownership(worker, descent->eval.ownership);
    return (int64_t)(told.value * MI_UNIT + 0.5);
}

int64_t mi_mcts_finished_leaf_value(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    struct mi_nn_outputs told = {.win = score > 0   ? 1
                                        : score < 0 ? 0
                                                    : 0.5,
                                 .draw = score == 0,
                                 .moves_left = descent->depth > 0 ? descent->depth - 1 : 0,
                                 .lead = (double)score / MIAI_POINT_SCORE};
    told.value = mi_utility_value(&worker->run->utility, told.win, told.lead, 0);
    note_told(descent, &told);
    return (int64_t)(told.value * MI_UNIT + 0.5);
}

/* Of a game whose score counts the lead would be missing. */
void mi_mcts_add_known_leaf(struct mi_worker *worker, struct mi_descent *descent, double win)
{
    const struct mi_nn_outputs told = {
        .value = win, .win = win, .draw = win > 0 && win < 1, .moves_left = descent->depth - 1};
    if (worker->run->evaluator->tells && worker->run->tells_draws)
        note_told(descent, &told);
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

static const double EVEN = 1;          /* points; a smaller lead is none */
static const double EVEN_CHANCE = 0.2; /* an even game is won with 0.5, more or less so much */

/* Does the network take the game with that komi for even?  A position unlike those that it has
 * learned may have a lead that contradicts the chance to win: such a komi is not fair. */
static bool is_even(const struct mi_eval *eval)
{
    return fabs(eval->fair_win - 0.5) < EVEN_CHANCE;
}

/* Does a lead fit the chance to win, by the score's deviation?  Of a normal score with mean m and
 * deviation d, the odds to win are about exp(1.7 m / d).  The lead may be a deviation off.  A
 * chance near 0 or 1 bounds nothing. */
static bool fits_chance(double lead, double win, double deviation)
{
    const double slope = 1.7, extreme = 0.01;
    if (win < extreme || win > 1 - extreme)
        return true;
    return fabs(lead - deviation * log(win / (1 - win)) / slope) <= deviation;
}

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
        if (fabs(lead) < EVEN && is_even(eval))
            break;
        bool ahead = is_even(eval) ? lead > 0 : eval->fair_win > 0.5;
        *(ahead ? &least : &most) = eval->fair_komi;
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
    double deviation = eval->deviation, komi = find_fair_komi(run, eval);
    eval->fair_komi = komi;
    ask_root(run, eval);
    bool contradicts = is_even(eval) && fits_chance(eval->lead, run->told.win, deviation) &&
                       fabs(eval->lead - run->told.lead) > EVEN;
    eval->fair = false;
    if (!contradicts)
        return;
    run->told.lead = eval->lead;
    ask_fairly(run, komi);
}

void mi_mcts_evaluate_root(struct mi_run *run)
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

/* Means over the told leaves of a node, first player's view. */
struct means {
    double beside, draw, other; /* other: the lead or the moves left */
    double leaves;              /* over how many */
};

static double mean_of(const _Atomic int64_t *sum, double leaves)
{
    return (double)atomic_load_explicit(sum, memory_order_relaxed) / (leaves * MI_LEAF_STATS_UNIT);
}

/* No leaves: the node has none, there is no node, or the tree keeps no sums. */
static struct means means_of(const struct mi_tree *tree, uint32_t link)
{
    struct means means = {.leaves = 0};
    const struct mi_told_sums *sums =
        mi_is_node(link) ? mi_node_told(tree, mi_tree_node(tree, link)) : NULL;
    if (sums)
        means.leaves = atomic_load_explicit(&sums->leaves, memory_order_relaxed);
    if (means.leaves > 0) {
        means.beside = mean_of(&sums->beside, means.leaves);
        means.draw = mean_of(&sums->draw, means.leaves);
        means.other = mean_of(&sums->lead, means.leaves);
    }
    return means;
}

/* The value counts each visit, the draws only what was told; and what is proven is certain. */
static void fit_draw(struct mi_choice *choice)
{
    double most = 2 * (choice->value < 0.5 ? choice->value : 1 - choice->value);
    if (choice->proof != MI_UNPROVEN)
        choice->draw = choice->proof == MI_DRAW;
    else if (choice->draw > most)
        choice->draw = most;
}

/* Takes out of a move's value what does not come from winning. */
static void make_value_plain(const struct mi_run *run, int player, const struct means *means,
                             struct mi_choice *choice)
{
    double plain = choice->value - (player ? -means->beside : means->beside);
    choice->value = mi_clamp_real(0.5 + (plain - 0.5) / run->utility.unit, 0, 1);
}

/* What is known of the root, until a leaf below the move has told more. */
static struct means means_of_root(const struct mi_run *run)
{
    const struct mi_nn_outputs *told = &run->told;
    return (struct means){.beside = told->value - mi_utility_plain(&run->utility, told->win),
                          .draw = told->draw,
                          .other = run->tells_draws ? told->moves_left : told->lead};
}

static void tell_choice(const struct mi_run *run, int player, struct mi_choice *choice)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct means means = means_of(tree, mi_tree_child(tree, tree->root, choice->move));
    bool seen = means.leaves > 0 || choice->visits > 0;
    if (means.leaves <= 0)
        means = means_of_root(run);
    choice->draw = means.draw;
    choice->moves_left = run->tells_draws ? means.other : 0;
    choice->lead = run->tells_draws ? 0 : player ? -means.other : means.other;
    if (choice->proof == MI_UNPROVEN && seen)
        make_value_plain(run, player, &means, choice);
    else if (choice->proof == MI_UNPROVEN)
        choice->value = player ? 1 - run->told.win : run->told.win;
    fit_draw(choice);
}

/* ---- a node whose value is made anew ---- */

static void add_means(struct means *sum, const struct means *means, double visits)
{
    sum->beside += visits * means->beside;
    sum->draw += visits * means->draw;
    sum->other += visits * means->other;
    sum->leaves += visits;
}

static void set_sum(_Atomic int64_t *sum, double x)
{
    atomic_store_explicit(sum, in_units(x), memory_order_relaxed);
}

void mi_mcts_remake_told(const struct mi_run *run, struct mi_node *node)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_told_sums *sums = mi_node_told(tree, node);
    struct means sum = {.leaves = 0};
    if (!sums)
        return;
    const struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct means means = means_of(tree, mi_edge_link(&edges->edge[i]));
            if (run->tells_draws && means.other > 0)
                means.other++; /* plies, from a ply above */
            if (means.leaves > 0)
                add_means(&sum, &means, mi_edge_visits(&edges->edge[i]));
        }
    uint32_t leaves = atomic_load_explicit(&sums->leaves, memory_order_relaxed);
    if (leaves > sum.leaves) { /* those that ended in it, or came by edges that are no more */
        struct means before = {mean_of(&sums->beside, leaves), mean_of(&sums->draw, leaves),
                               mean_of(&sums->lead, leaves), leaves};
        add_means(&sum, &before, leaves - sum.leaves);
    }
    set_sum(&sums->beside, sum.beside);
    set_sum(&sums->draw, sum.draw);
    set_sum(&sums->lead, sum.other);
    atomic_store_explicit(&sums->leaves, (uint32_t)sum.leaves, memory_order_relaxed);
}

/* ---- all of it ---- */

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
        result->ownership[p] = (float)(sum / (leaves * MI_LEAF_STATS_UNIT));
    }
}

void mi_mcts_report_leaf_stats(const struct mi_run *run, struct mi_result *result)
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
