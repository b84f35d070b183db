/* The Monte-Carlo searcher, and one run of it. */
#include "base/clock.h"
#include "mcts.h"
#include "search/common/choice.h"
#include "search/mcts/tree/audit.h"

#include <stdlib.h>
#include <string.h>

enum {
    SINGLE_MOVE_PLAYOUTS = 100, /* limit for a single legal move under time control: enough to
                              estimate the value of the game */
    VISITS_PER_EDGE = 8,        /* visits per edge before a node with few edges gets the others */
    NEW_NODE_EDGES = 127,  /* edges of a new node if memory is short: a block of 80 cells with AMAF,
                     of 48 without */
    TREE_BYTES = 256 << 10 /* minimum for the tree of one thread: a root with all its edges and
                              their nodes, in any game */
};

/* ---- memory ---- */

static size_t overhead_bytes(const struct mi_run *run)
{
    const struct mi_mcts *mcts = run->mcts;
    return sizeof *mcts +
           (size_t)mcts->capacity * (sizeof *mcts->line + sizeof *mcts->tree.ancestor) +
           mi_mcts_ownership_bytes(run) + mi_mcts_mustplay_bytes(run) +
           mi_mcts_exchange_bytes(run) +
           (size_t)run->threads * (sizeof(struct mi_worker *) + mi_mcts_worker_bytes(run)) +
           run->settings->reserved_bytes;
}

/* Memory left for the tree. */
static size_t bytes_for_tree(const struct mi_run *run)
{
    size_t memory = run->settings->memory;
    return memory > run->overhead ? memory - run->overhead : 0;
}

/* Reduces the number of threads so that they fit in memory together with a tree. Returns false if
 * not even one fits. */
static bool fit_threads(struct mi_run *run)
{
    for (; run->threads > 0; run->threads--) {
        run->overhead = overhead_bytes(run);
        if (bytes_for_tree(run) >= (size_t)TREE_BYTES + (size_t)(run->threads - 1) * MI_LEASE_BYTES)
            return true;
    }
    return false;
}

/* ---- the root ---- */

static struct mi_node *root_node(const struct mi_run *run)
{
    return mi_tree_node(&run->mcts->tree, run->mcts->tree.root);
}

/* Masks all root moves that are not in the list. Returns false if the tree is unsuitable: a listed
 * move has no edge; or one has a forbidden edge, and the run is limited to the list or no listed
 * move is open. */
static bool mask_root_moves(struct mi_run *run, const miai_move *list, int n)
{
    const struct mi_tree *tree = &run->mcts->tree;
    int found = 0, closed = 0;
    struct mi_edges *edges = mi_first_edges(tree, root_node(run));
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct mi_edge *edge = &edges->edge[i];
            edge->move &= (uint16_t)~MI_EDGE_MASKED;
            bool listed = mi_is_listed(list, n, edge->move);
            found += listed;
            closed += listed && mi_edge_link(edge) == MI_LINK_FORBIDDEN;
            edge->move = (uint16_t)(edge->move | (listed ? 0 : MI_EDGE_MASKED));
        }
    return found == n && (closed == 0 || (run->root->only_count == 0 && closed < n));
}

static void unmask_root_moves(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_edges *edges = mi_first_edges(tree, root_node(run));
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            edges->edge[i].move &= (uint16_t)~MI_EDGE_MASKED;
}

static struct mi_mcts_position root_position(const struct mi_run *run)
{
    bool keys = run->repeat_rule != MIAI_REPEAT_FREE;
    return (struct mi_mcts_position){.pos = run->root->pos,
                                     .keys = keys ? run->root->keys : NULL,
                                     .key_count = keys ? run->root->key_count - 1 : 0};
}

/* Creates all edges of the root, and masks those that this run must not choose.  If it may choose a
 * move that is no candidate, starts a new tree whose root has all legal moves. */
static void open_root(struct mi_run *run, const miai_move *list, int n)
{
    struct mi_worker *worker = run->worker[0];
    struct mi_node *root = root_node(run);
    const struct mi_mcts_position position = root_position(run);
    if (atomic_load_explicit(&root->edges, memory_order_relaxed) == 0)
        mi_mcts_expand(worker, root, &position, false, true);
    else if (mi_node_state(root) & MI_NODE_PARTIAL)
        mi_mcts_complete(worker, root, &position);
    if (mask_root_moves(run, list, n))
        return;
    mi_mcts_begin(run);
    run->reused_visits = 0;
    mi_mcts_expand(worker, root_node(run), &position, true, true);
    mask_root_moves(run, list, n);
}

/* ---- the run ---- */

static struct mi_tree_policy tree_policy_of(const struct mi_run *run)
{
    const struct mi_settings *settings = run->settings;
    double rave = settings->rave_equivalence;
    struct mi_tree_policy tree_policy = {.c = settings->uct_constant, .unvisited = settings->fpu};
    tree_policy.try_all = settings->fpu < 0;
    tree_policy.priors =
        settings->priors && (mi_evaluation(run->root->game)->priors || run->evaluator->has_priors);
    tree_policy.prior_wins = tree_policy.priors ? settings->prior_wins : 0;
    tree_policy.rave_inverse = rave > 0 ? 1 / rave : 0;
    if (!tree_policy.priors && mi_evaluation(run->root->game)->evaluate)
        tree_policy.implicit = settings->implicit;
    tree_policy.widening = settings->widening;
    tree_policy.puct = mi_mcts_puct(settings, &run->utility);
    if (tree_policy.puct.enabled)
        tree_policy.c *= run->utility.unit;
    return tree_policy;
}

static int repeat_rule(const struct mi_root *root)
{
    const miai_repetition *repetition = mi_repetition(root->game);
    return repetition->rule && repetition->key && root->key_count > 0 ? repetition->rule(root->pos)
                                                                      : MIAI_REPEAT_FREE;
}

static const struct mi_evaluator *chosen_evaluator(const struct mi_settings *settings)
{
    if (settings->evaluator)
        return settings->evaluator;
    return settings->leaf == MI_LEAF_EVALUATION ? &mi_evaluator_static : &mi_evaluator_playout;
}

/* Decides whether nodes are shared (transpositions) and whether they keep squares.  A shared node
 * has no field for squares, and under superko a position's value depends on the line to it. */
static void set_up_nodes(struct mi_run *run)
{
    const struct mi_settings *settings = run->settings;
    struct mi_tree_policy *policy = &run->tree_policy;
    bool spread = settings->tuned || (settings->final == MI_FINAL_LCB && !policy->puct.enabled);
    run->transpositions =
        settings->transpositions && run->repeat_rule != MIAI_REPEAT_ILLEGAL && !spread;
    run->squares = (policy->puct.enabled || spread) && !run->transpositions;
    policy->tuned = settings->tuned && !run->transpositions && !policy->priors;
    run->mcts->tree_policy = *policy;
    run->mcts->squares = run->squares;
}

static void set_up_run(struct mi_run *run)
{
    const struct mi_settings *settings = run->settings;
    run->evaluator = chosen_evaluator(settings);
    run->all_moves = run->evaluator->whole_policy && !mi_planes(run->root->game)->candidates;
    run->utility = mi_utility_make(run->root->game, run->root->setup, &settings->weights);
    run->reports_draws = !mi_scoring(run->root->game)->settle && run->root->game->points == 0;
    run->tree_policy = tree_policy_of(run);
    run->scale =
        mi_scale_make(run->root->game, run->root->setup, settings->margin, settings->leaf_odds);
    run->threads = settings->threads > 1 ? settings->threads : 1;
    run->width = settings->width > 0 ? settings->width : NEW_NODE_EDGES;
    run->complete_visits =
        (uint32_t)(settings->width > 0 ? VISITS_PER_EDGE * settings->width : NEW_NODE_EDGES);
    run->virtual_loss = (uint32_t)settings->virtual_loss;
    run->repeat_rule = repeat_rule(run->root);
    set_up_nodes(run);
    run->solver = settings->solver && run->root->game->points == 0;
    run->decides = run->solver && settings->decides && mi_solver(run->root->game)->decide;
    run->mustplays = run->solver && mi_mcts_may_mustplay(run);
    run->judges_ends = mi_territory_counts(run->root->game, run->root->pos);
    run->mcts->final = settings->final;
    run->max_playouts = run->limits->playouts ? run->limits->playouts : UINT64_MAX;
    run->next_report = run->limits->start + mi_report_seconds(run->limits);
}

static uint64_t mix_double(uint64_t key, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return miai_mix(key ^ bits);
}

/* A key of everything that the tree's content depends on. A tree built with other priors, values,
 * records or proofs cannot be reused. */
static uint64_t tree_key(const struct mi_run *run)
{
    const struct mi_utility_weights *weights = &run->utility.weights;
    unsigned priors = run->tree_policy.prior_wins > 0 ? 2 : run->tree_policy.priors;
    unsigned kind = run->solver + 2u * priors + 8u * (run->tree_policy.rave_inverse > 0) +
                    16u * run->transpositions;
    uint64_t even = (uint64_t)(run->scale.even * MI_UNIT);
    uint64_t values = miai_mix((uint64_t)(uintptr_t)run->evaluator);
    if (run->squares && !run->tree_policy.puct.enabled) /* other trees have none */
        values = miai_mix(values);
    if (run->tree_policy.implicit > 0)
        values = miai_mix(values + 1);
    if (run->settings->human.in_tree) /* other trees have no human policy */
        values = miai_mix(values + 2);
    if (run->decides) /* other trees have fewer proofs */
        values = miai_mix(values + 3);
    if (run->tree_policy.puct.enabled)
        values = mix_double(
            mix_double(mix_double(values, run->settings->network_weight), weights->score),
            weights->lead);
    if (run->tree_policy.puct.enabled)
        values = mix_double(values, run->tree_policy.puct.optimism);
    if (run->settings->advantage != 0) /* of the player to move */
        values =
            mix_double(values, run->root->game->turn(run->root->pos) ? -run->settings->advantage
                                                                     : run->settings->advantage);
    return run->root->start ^ run->limits->avoid_key ^ miai_mix(kind + 32u * even) ^ values;
}

/* Allocates workers and tree; finds or creates the root. */
static bool prepare_run(struct mi_run *run)
{
    if (!mi_mcts_reserve_line(run->mcts, run->root->plies))
        return false;
    if (!fit_threads(run) ||
        !mi_tree_reserve(&run->mcts->tree, bytes_for_tree(run), run->transpositions) ||
        !mi_mcts_make_workers(run))
        return false;
    mi_mcts_place_root(run, tree_key(run));
    return true;
}

/* Limits the playouts so that no visit count can overflow, since a full tree can be searched for a
 * long time. */
static void limit_visits(struct mi_run *run)
{
    uint64_t limit = MI_MAX_VISITS - run->mcts->playouts;
    if (run->settings->peers)
        limit /= 2; /* the other half is for the peers' visits */
    if (run->max_playouts > limit)
        run->max_playouts = limit;
}

static void open_leases(struct mi_run *run)
{
    struct mi_tree *tree = &run->mcts->tree;
    atomic_store_explicit(&tree->min_edge_visits, 0, memory_order_relaxed);
    for (int i = 0; i < run->threads; i++)
        mi_lease_open(&run->worker[i]->lease, tree, run->threads > 1);
}

static void close_leases(struct mi_run *run)
{
    for (int i = 0; i < run->threads; i++)
        mi_lease_close(&run->worker[i]->lease);
}

static void open_run(struct mi_run *run)
{
    miai_move *list = run->mcts->root_moves;
    int n = mi_root_moves(run->root, !run->all_moves, run->worker[0]->scratch, list);
    open_leases(run);
    run->reused_visits = mi_node_visits(root_node(run));
    limit_visits(run);
    mi_mcts_open_ownership(run);
    mi_mcts_seed_workers(run);
    if (run->evaluator->reports_outputs)
        mi_mcts_evaluate_root(run);
    open_root(run, list, n);
    if (run->evaluator->reports_outputs)
        mi_node_set_position_value(root_node(run), run->root_outputs.value);
    mi_mcts_open_priors(run);
    mi_mcts_open_human(run);
    run->mcts->root_priors = run->root_priors;
    if (n == 1 && run->limits->seconds > 0 && run->max_playouts > SINGLE_MOVE_PLAYOUTS)
        run->max_playouts = SINGLE_MOVE_PLAYOUTS;
    atomic_store_explicit(&run->finished, n == 0, memory_order_relaxed);
    mi_mcts_prove_root(run);
    mi_mcts_open_exchange(run);
    run->start_time = mi_clock();
}

static void close_run(struct mi_run *run)
{
    if (run->gathers_ownership)
        mi_mcts_close_ownership(run);
    mi_mcts_receive_exchange(run);
    run->mcts->playouts +=
        atomic_load_explicit(&run->playouts, memory_order_relaxed) + mi_mcts_peer_visits(run);
    close_leases(run);
    mi_tree_audit(&run->mcts->tree);
}

static bool mcts_run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                     const struct mi_limits *limits, const struct mi_progress *progress,
                     struct mi_result *result)
{
    struct mi_run run = {.mcts = self,
                         .root = root,
                         .settings = settings,
                         .limits = limits,
                         .progress = progress,
                         .result = result};
    set_up_run(&run);
    if (!prepare_run(&run))
        return false;
    open_run(&run);
    if (!mi_flag(&run.finished))
        mi_mcts_work(&run);
    close_run(&run);
    mi_mcts_result(&run, result);
    result->seconds = mi_clock() - limits->start;
    mi_mcts_close_exchange(&run);
    unmask_root_moves(&run);
    mi_mcts_free_workers(&run);
    return true;
}

/* ---- the searcher ---- */

static void *mcts_make(void)
{
    struct mi_mcts *mcts = calloc(1, sizeof *mcts);
    if (!mcts || !mi_tree_init(&mcts->tree)) {
        free(mcts);
        return NULL;
    }
    mi_mcts_fill_table(mcts->count);
    return mcts;
}

static void mcts_clear(void *self)
{
    struct mi_mcts *mcts = self;
    mcts->tree.root = 0;
    mi_mcts_drop_ownership(mcts);
}

static const struct mi_ownership *mcts_ownership(void *self)
{
    const struct mi_mcts *mcts = self;
    return mcts->ownership;
}

static void mcts_free(void *self)
{
    struct mi_mcts *mcts = self;
    if (!mcts)
        return;
    free(mcts->line);
    free(mcts->tree.ancestor);
    mi_mcts_drop_ownership(mcts);
    mi_tree_free(&mcts->tree);
    free(mcts);
}

const struct mi_searcher mi_mcts_searcher = {
    .name = "mcts",
    .make = mcts_make,
    .free = mcts_free,
    .clear = mcts_clear,
    .run = mcts_run,
    .follow = mi_mcts_follow,
    .look = mi_mcts_list_branches,
    .ownership = mcts_ownership,
};
