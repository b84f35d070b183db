/* Monte-Carlo tree search: the searcher, and one run of it. */
#include "mcts.h"
#include "../base/clock.h"
#include "choice.h"
#include "limits.h"

#include <stdlib.h>

enum {
    FORCED_PLAYOUTS = 100, /* for a move without alternative, when time is short: enough to know
                              how the game stands */
    MIN_NODES = MIAI_MAX_LEGAL + 2 /* the root and its children, whatever the game */
};

/* What housekeeping takes for a node, by a generous estimate. */
#define COMPACT_SECONDS 10e-9
#define PRUNE_SECONDS   40e-9

/* ---- room ---- */

static size_t overhead(const struct mi_run *run)
{
    const struct mi_mcts *mcts = run->mcts;
    return sizeof *mcts + (size_t)mcts->capacity * (sizeof *mcts->line + sizeof *mcts->ancestor) +
           (size_t)run->threads *
               (sizeof(struct mi_worker *) + mi_mcts_worker_bytes(run->root, run->settings));
}

/* What is left for the nodes. */
static size_t node_bytes(const struct mi_run *run)
{
    size_t memory = run->settings->memory;
    return memory > run->overhead ? memory - run->overhead : 0;
}

/* As many threads as the memory has room for beside a tree; false if that is none. */
static bool fit_threads(struct mi_run *run)
{
    for (; run->threads > 0; run->threads--) {
        run->overhead = overhead(run);
        if (node_bytes(run) / sizeof(struct mi_node) >= MIN_NODES)
            return true;
    }
    return false;
}

/* Is there time for it, and as much again for the search? */
static bool time_for(const struct mi_run *run, double seconds)
{
    const struct mi_limits *limits = run->limits;
    double elapsed = mi_limits_used(limits, mi_clock());
    return limits->seconds <= 0 || limits->seconds - elapsed > 2 * seconds;
}

/* The tree is full: what has few visits goes, and does not come back before it has more.  Where
 * that does not help, the search goes on in the tree as it is. */
static void make_room(struct mi_run *run)
{
    uint32_t kept = 0;
    if (!run->limits->prompt && time_for(run, run->mcts->tree.limit * PRUNE_SECONDS)) {
        kept = mi_tree_prune(&run->mcts->tree);
        mi_mcts_forget_ancestors(run->mcts);
    }
    if (kept == 0)
        run->growing = false;
    else if (kept > run->expand_visits)
        run->expand_visits = kept;
    atomic_store_explicit(&run->full, false, memory_order_relaxed);
}

/* Half of the room free, if that can be had at once, and in any case the root's children's.  Where
 * time is too short to sort out what is still good, the tree begins anew. */
static void tidy(struct mi_run *run)
{
    struct mi_tree *tree = &run->mcts->tree;
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    if ((used <= tree->limit / 2 || run->limits->prompt) && tree->limit - used >= MIN_NODES)
        return;
    if (time_for(run, used * COMPACT_SECONDS)) {
        mi_tree_compact(tree);
        mi_mcts_forget_ancestors(run->mcts);
    } else {
        mi_mcts_begin(run);
    }
}

/* ---- the root ---- */

static struct mi_node *root_node(const struct mi_run *run)
{
    return mi_tree_at(&run->mcts->tree, run->mcts->tree.root);
}

/* Leaves out of the run all children of the root that are not in the list.  False if one of the
 * list is not among them. */
static bool mask(struct mi_run *run, const miai_move *list, int n)
{
    int children, open = 0;
    struct mi_node *child = mi_children(&run->mcts->tree, root_node(run), &children);
    for (int i = 0; i < children; i++) {
        bool listed = mi_is_listed(list, n, child[i].move);
        open += listed;
        if (!listed)
            atomic_fetch_or_explicit(&child[i].state, MI_NODE_MASKED, memory_order_relaxed);
    }
    return open == n;
}

static void unmask(struct mi_run *run)
{
    int children;
    struct mi_node *child = mi_children(&run->mcts->tree, root_node(run), &children);
    for (int i = 0; i < children; i++)
        atomic_fetch_and_explicit(&child[i].state, (uint16_t)~MI_NODE_MASKED, memory_order_relaxed);
}

/* Gives the root its children, and masks those that this run must not choose.  Where it may choose
 * a move that is no candidate, all legal moves become children of a new root. */
static void open_root(struct mi_run *run, const miai_move *list, int n)
{
    struct mi_worker *worker = run->worker[0];
    int children;
    if (!mi_children(&run->mcts->tree, root_node(run), &children))
        mi_mcts_expand(worker, root_node(run), run->root->pos, false);
    if (mask(run, list, n))
        return;
    mi_mcts_begin(run);
    run->reused_visits = 0;
    mi_mcts_expand(worker, root_node(run), run->root->pos, true);
    mask(run, list, n);
}

/* ---- the run ---- */

static struct mi_formula formula_of(const struct mi_root *root, const struct mi_settings *settings)
{
    double rave = settings->rave_equivalence;
    struct mi_formula formula = {.c = settings->uct_constant, .unvisited = settings->fpu};
    formula.try_all = settings->fpu < 0;
    formula.priors =
        settings->priors && (root->game->priors || settings->leaf == MI_LEAF_EVALUATION);
    formula.prior_wins = formula.priors ? settings->prior_wins : 0;
    formula.rave_inverse = rave > 0 ? 1 / rave : 0;
    return formula;
}

/* What an outcome is worth where its sign counts: (1 - x) for the win, and x times the margin, from
 * 0, where all points of the board are lost, to 1. */
static void set_values(struct mi_run *run)
{
    const miai_setup *setup = run->root->setup;
    double margin = run->settings->margin * MI_UNIT;
    run->even = (int64_t)(margin / 2);
    run->win = MI_UNIT - 2 * run->even;
    run->by_score = margin / (2.0 * MIAI_POINT_SCORE * setup->width * setup->height);
}

static void set_up(struct mi_run *run)
{
    const struct mi_settings *settings = run->settings;
    const miai_game *game = run->root->game;
    int bound = settings->tree_depth;
    run->formula = formula_of(run->root, settings);
    run->threads = settings->threads > 1 ? settings->threads : 1;
    run->max_depth = bound > 0 && bound < MI_PATH_MAX ? bound : MI_PATH_MAX - 1;
    run->playout_max = mi_playout_max(game, run->root->setup);
    run->expand_visits = settings->expand_visits > 1 ? (uint32_t)settings->expand_visits : 1;
    run->growing = true;
    run->repetition = game->repeat_rule && game->repeat_key && run->root->key_count > 0;
    run->solver = settings->solver && game->points == 0;
    set_values(run);
    run->max_playouts = run->limits->playouts ? run->limits->playouts : UINT64_MAX;
    run->next_report = run->limits->start + MI_REPORT_SECONDS;
}

/* Memory for the workers and the tree, and the root found or made. */
static bool prepare(struct mi_run *run)
{
    /* Other priors, values or proofs would not fit to those that the tree holds. */
    unsigned priors = run->formula.prior_wins > 0 ? 2 : run->formula.priors;
    uint64_t key =
        run->root->start ^ miai_mix(run->solver + 2u * priors + 8u * (unsigned)run->settings->leaf +
                                    16u * (uint64_t)run->even);
    if (!mi_mcts_make_room(run->mcts, run->root->plies))
        return false;
    if (!fit_threads(run) || !mi_tree_reserve(&run->mcts->tree, node_bytes(run)) ||
        !mi_mcts_make_workers(run))
        return false;
    mi_mcts_place_root(run, key);
    return true;
}

/* A tree that is full is searched on, until its root can count no more. */
static void bound_visits(struct mi_run *run)
{
    uint64_t visits = run->reused_visits;
    uint64_t room = visits < MI_VISITS_MOST ? MI_VISITS_MOST - visits : 0;
    if (run->max_playouts > room)
        run->max_playouts = room;
}

static void search(struct mi_run *run)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_root_moves(run->root, true, run->worker[0]->scratch, list);
    tidy(run);
    run->reused_visits = mi_node_visits(root_node(run));
    bound_visits(run);
    mi_mcts_seed_workers(run);
    open_root(run, list, n);
    if (n == 1 && run->limits->seconds > 0 && run->max_playouts > FORCED_PLAYOUTS)
        run->max_playouts = FORCED_PLAYOUTS;
    bool solved = mi_mcts_best_proof(&run->mcts->tree, root_node(run)) != MI_UNPROVEN;
    atomic_store_explicit(&run->finished, solved || n == 0, memory_order_relaxed);
    while (!mi_flag(&run->finished)) {
        mi_mcts_work(run);
        if (mi_flag(&run->full))
            make_room(run);
    }
}

static bool run_mcts(void *self, const struct mi_root *root, const struct mi_settings *settings,
                     const struct mi_limits *limits, const struct mi_progress *progress,
                     struct mi_result *result)
{
    struct mi_run run = {.mcts = self,
                         .root = root,
                         .settings = settings,
                         .limits = limits,
                         .progress = progress,
                         .result = result};
    set_up(&run);
    if (!prepare(&run))
        return false;
    search(&run);
    mi_mcts_result(&run, result);
    result->seconds = mi_clock() - limits->start;
    unmask(&run);
    mi_mcts_free_workers(&run);
    return true;
}

/* ---- the searcher ---- */

static void *make(void)
{
    struct mi_mcts *mcts = calloc(1, sizeof *mcts);
    if (mcts)
        mi_mcts_fill_table(mcts->count);
    return mcts;
}

static void clear(void *self)
{
    struct mi_mcts *mcts = self;
    mi_tree_free(&mcts->tree);
    free(mcts->line);
    free(mcts->ancestor);
    mcts->line = NULL;
    mcts->ancestor = NULL;
    mcts->plies = mcts->oldest = mcts->capacity = 0;
}

static void free_mcts(void *self)
{
    if (!self)
        return;
    clear(self);
    free(self);
}

const struct mi_searcher mi_mcts = {
    .name = "mcts", .make = make, .free = free_mcts, .clear = clear, .run = run_mcts};
