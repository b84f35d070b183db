/* The threads of a run: their buffers, and their main loop.
 *
 * A thread gathers a batch of leaves, of the evaluator's preferred size; the evaluator values them;
 * the thread backs them up.  With a batch of one these are the textbook's four steps. */
#include "base/memory.h"
#include "mcts.h"
#include "search/common/known.h"
#include "search/common/limits.h"
#include "search/common/peers.h"
#include "search/mcts/tree/sum.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_STEP = 1024 };

/* ---- buffers ---- */

/* Sizes of a worker's buffers, in the order in which they follow it in memory. */
struct worker_layout {
    size_t worker, descent, leaf, scratch, end, evaluator, mark, list, prior, order, listed;
    size_t ownership;
    size_t path, edge, line, position, trace, keys, owner; /* of each descent */
    int trace_moves, width, batch;
};

static struct worker_layout make_worker_layout(const struct mi_run *run)
{
    const struct mi_root *root = run->root;
    size_t moves = (size_t)root->game->move_count(root->setup);
    /* Rounded up, so that a growing game does not change the size of the tree. */
    size_t keys = ((size_t)root->key_count / KEYS_STEP + 1) * KEYS_STEP + MI_PATH_MAX;
    struct worker_layout l = {.trace_moves = mi_playout_max(root->game, root->setup) + MI_PATH_MAX,
                              .batch = run->evaluator->batch};
    if (l.trace_moves > MI_TRACE_MAX)
        l.trace_moves = MI_TRACE_MAX;
    l.width = MIAI_MAX_LEGAL;
    l.worker = mi_round_to_cache_lines(sizeof(struct mi_worker));
    l.descent = mi_round_to_cache_lines((size_t)l.batch * sizeof(struct mi_descent));
    l.leaf = mi_round_to_cache_lines((size_t)l.batch * sizeof(struct mi_eval *));
    l.scratch = mi_round_to_cache_lines(root->size);
    l.end = run->judges_ends ? l.scratch : 0;
    l.evaluator = mi_round_to_cache_lines(run->evaluator->size);
    l.keys = mi_round_to_cache_lines(keys * sizeof(uint64_t));
    l.mark = mi_round_to_cache_lines(moves * sizeof(struct mi_amaf_mark));
    l.list = mi_round_to_cache_lines((size_t)l.width * sizeof(miai_move));
    l.prior = mi_round_to_cache_lines((size_t)l.width * sizeof(float));
    l.order = mi_round_to_cache_lines((size_t)l.width * sizeof(uint16_t));
    l.listed = mi_round_to_cache_lines(moves * sizeof(bool));
    if (run->evaluator->reports_outputs) {
        size_t points = (size_t)root->setup->width * (size_t)root->setup->height;
        l.ownership = mi_round_to_cache_lines(points * sizeof(int32_t));
    }
    l.path = mi_round_to_cache_lines(MI_PATH_MAX * sizeof(uint32_t));
    l.edge = mi_round_to_cache_lines(MI_PATH_MAX * sizeof(struct mi_edge *));
    l.line = mi_round_to_cache_lines(MI_PATH_MAX * sizeof(miai_move));
    l.position = mi_round_to_cache_lines(root->size);
    l.trace = mi_round_to_cache_lines((size_t)l.trace_moves * sizeof(uint16_t));
    l.owner = mi_mcts_leaf_ownership_bytes(run);
    return l;
}

/* Bytes of a descent's buffers for priors, if the evaluator returns them with the value. */
static size_t joint_bytes(const struct mi_run *run, const struct worker_layout *l)
{
    return run->evaluator->joint ? l->list + 3 * l->prior : 0;
}

/* Bytes of a worker with its buffers. */
static size_t block_bytes(const struct mi_run *run, const struct worker_layout *l)
{
    size_t each = l->path + l->edge + l->line + l->position + l->trace + l->keys + l->owner +
                  joint_bytes(run, l);
    return l->worker + l->descent + l->leaf + l->scratch + l->end + l->evaluator + l->mark +
           l->list + 3 * l->prior + l->order + l->listed + l->ownership + (size_t)l->batch * each;
}

size_t mi_mcts_worker_bytes(const struct mi_run *run)
{
    struct worker_layout l = make_worker_layout(run);
    size_t owned = run->evaluator->bytes ? run->evaluator->bytes(run->root, run->settings) : 0;
    return owned + block_bytes(run, &l);
}

static void set_up_descent(struct mi_worker *worker, struct mi_descent *descent,
                           const struct worker_layout *l, char **next)
{
    *descent =
        (struct mi_descent){.path = mi_carve(next, l->path), .keys = mi_carve(next, l->keys)};
    descent->edge = mi_carve(next, l->edge);
    descent->line = mi_carve(next, l->line);
    const struct mi_root *root = worker->run->root;
    if (root->key_count > 0)
        memcpy(descent->keys, root->keys, (size_t)root->key_count * sizeof *descent->keys);
    descent->eval.keys = worker->run->repeat_rule != MIAI_REPEAT_FREE ? descent->keys : NULL;
    descent->eval.pos = mi_carve(next, l->position);
    descent->eval.rng = &worker->rng;
    descent->eval.limits = worker->run->limits;
    descent->trace = (miai_trace){.move = mi_carve(next, l->trace), .capacity = l->trace_moves};
    descent->eval.trace = worker->run->tree_policy.rave_inverse > 0 ? &descent->trace : NULL;
    descent->ownership = l->owner ? mi_carve(next, l->owner) : NULL;
    descent->eval.ownership = worker->run->evaluator->reports_outputs ? descent->ownership : NULL;
    if (worker->run->evaluator->joint) {
        descent->list = mi_carve(next, l->list);
        descent->eval.prior = mi_carve(next, l->prior);
        descent->eval.first = mi_carve(next, l->prior);
        float *human = mi_carve(next, l->prior);
        descent->eval.human = worker->run->settings->human.in_tree ? human : NULL;
    }
}

/* Returns false if the evaluator runs out of memory. */
static bool init_buffers(struct mi_worker *worker, const struct worker_layout *l)
{
    struct mi_run *run = worker->run;
    const struct mi_root *root = run->root;
    char *next = (char *)worker + l->worker;
    worker->descent = mi_carve(&next, l->descent);
    worker->leaf = mi_carve(&next, l->leaf);
    worker->scratch = mi_carve(&next, l->scratch);
    worker->end = mi_carve(&next, l->end);
    worker->evaluator = mi_carve(&next, l->evaluator);
    worker->amaf_marks = mi_carve(&next, l->mark);
    worker->list = mi_carve(&next, l->list);
    worker->prior = mi_carve(&next, l->prior);
    worker->first = mi_carve(&next, l->prior);
    worker->human = mi_carve(&next, l->prior);
    worker->order = mi_carve(&next, l->order);
    worker->listed = mi_carve(&next, l->listed);
    worker->ownership = mi_carve(&next, l->ownership);
    memset(worker->amaf_marks, 0xff, l->mark); /* MI_NOT_PLAYED */
    memset((void *)worker->ownership, 0, l->ownership);
    for (int i = 0; i < worker->batch; i++)
        set_up_descent(worker, &worker->descent[i], l, &next);
    return run->evaluator->make(worker->evaluator, root, run->settings);
}

static void free_worker(struct mi_worker *worker)
{
    if (worker && worker->run->evaluator->free)
        worker->run->evaluator->free(worker->evaluator);
    mi_aligned_free(worker);
}

static struct mi_worker *make_worker(struct mi_run *run, int id)
{
    struct worker_layout l = make_worker_layout(run);
    struct mi_worker *worker = mi_aligned_alloc(MI_CACHE_LINE, block_bytes(run, &l));
    if (!worker)
        return NULL;
    memset((void *)worker, 0, sizeof *worker);
    worker->run = run;
    worker->id = id;
    worker->interval = worker->countdown = 1;
    worker->batch = l.batch;
    if (init_buffers(worker, &l))
        return worker;
    free_worker(worker);
    return NULL;
}

void mi_mcts_seed_workers(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t seed = miai_mix(run->settings->seed) + miai_mix((uint64_t)run->root->plies) +
                    miai_mix(run->reused_visits);
    if (peers && peers->rank > 0)
        seed += miai_mix((uint64_t)peers->rank);
    for (int i = 0; i < run->threads; i++)
        miai_rng_seed(&run->worker[i]->rng, miai_mix(seed + (uint64_t)i));
}

void mi_mcts_free_workers(struct mi_run *run)
{
    for (int i = 0; i < run->threads; i++)
        free_worker(run->worker[i]);
    free(run->worker);
}

bool mi_mcts_make_workers(struct mi_run *run)
{
    run->worker = calloc((size_t)run->threads, sizeof(struct mi_worker *));
    if (!run->worker)
        return false;
    for (int i = 0; i < run->threads; i++) {
        run->worker[i] = make_worker(run, i);
        if (!run->worker[i]) {
            mi_mcts_free_workers(run);
            return false;
        }
    }
    return true;
}

/* ---- 1. selection and 2. expansion: gathering leaves ---- */

static void update_max_depth(struct mi_worker *worker, int depth)
{
    int bound = worker->run->limits->depth;
    if (depth <= atomic_load_explicit(&worker->max_depth, memory_order_relaxed))
        return;
    atomic_store_explicit(&worker->max_depth, depth, memory_order_relaxed);
    if (bound > 0 && depth >= bound)
        mi_set_flag(&worker->run->finished);
}

static int64_t value_of_score(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    if (worker->run->evaluator->reports_outputs)
        return mi_mcts_finished_leaf_value(worker, descent, score);
    return (int64_t)(mi_scale_outcome(&worker->run->scale, score) * MI_UNIT + 0.5);
}

static int64_t value_of_proof(struct mi_worker *worker, struct mi_descent *descent,
                              enum mi_proof proof)
{
    double win = 0.5 * (proof - MI_LOSS);
    mi_mcts_add_known_leaf(worker, descent, win);
    return (int64_t)(win * MI_UNIT);
}

/* Sets the value of a leaf that is decided by the rules, by proof or by the game's knowledge. */
static void value_by_rules(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    const struct mi_node *leaf = mi_tree_node(&run->mcts->tree, descent->path[descent->depth]);
    unsigned state = mi_node_state(leaf);
    enum mi_proof proof = mi_proof_of(mi_bounds_of(state, 0));
    struct mi_known known;
    int score;
    if (state & MI_NODE_TERMINAL && run->root->game->outcome(descent->eval.pos, &score))
        descent->value = value_of_score(worker, descent, mi_mcts_end_score(worker, descent, score));
    else if (descent->drawn)
        descent->value = value_of_proof(worker, descent, MI_DRAW);
    else if (descent->depth > 0 && proof != MI_UNPROVEN)
        descent->value = value_of_proof(worker, descent, proof);
    else if (!run->solver &&
             mi_query_known(run->root->game, run->root->tables, descent->eval.pos, &known) &&
             known.min == known.max)
        descent->value = value_of_score(worker, descent, known.min);
    else
        return;
    descent->valued = true;
}

/* Prepares a leaf for the evaluator, or sets its value if it is known. */
static void prepare_leaf(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    descent->eval.line = descent->line;
    descent->eval.line_length = descent->depth;
    descent->eval.from_peer = descent->guide && descent->owns_leaf;
    if (run->repeat_rule != MIAI_REPEAT_FREE)
        descent->eval.key_count = run->root->key_count - 1 + descent->depth;
    value_by_rules(worker, descent);
}

/* Descends to leaves until the batch is full or no more can be found now.  Returns their number. */
static int gather_leaves(struct mi_worker *worker)
{
    struct mi_run *run = worker->run;
    int n = 0;
    while (n < worker->batch) {
        struct mi_descent *descent = &worker->descent[n];
        worker->out_of_playouts = mi_limits_stopped(run->limits) || !mi_mcts_claim(worker);
        if (worker->out_of_playouts)
            break;
        enum mi_descent_end end = mi_mcts_descend(worker, descent);
        if (end != MI_DESCENT_LEAF)
            mi_mcts_unclaim(worker);
        if (end == MI_DESCENT_CLOSED)
            mi_set_flag(&run->finished);
        /* The leaf that is busy may be one of this batch: try the guide again. */
        if (end == MI_DESCENT_BUSY && descent->guide && n > 0)
            mi_mcts_return_guide(run);
        if (end == MI_DESCENT_CLOSED || end == MI_DESCENT_BUSY)
            break;
        if (end == MI_DESCENT_LOST)
            continue;
        update_max_depth(worker, descent->depth);
        prepare_leaf(worker, descent);
        n++;
    }
    return n;
}

/* ---- 3. evaluation ---- */

static void list_prior_moves(const struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_eval *eval = &descent->eval;
    eval->move_count =
        mi_mcts_list_moves(worker->run, eval->pos, descent->depth, false, descent->list);
    eval->moves = descent->list;
}

static void value_leaves(struct mi_worker *worker, int n)
{
    const struct mi_evaluator *evaluator = worker->run->evaluator;
    int leaves = 0;
    for (int i = 0; i < n; i++) {
        struct mi_descent *descent = &worker->descent[i];
        if (descent->valued)
            continue;
        if (evaluator->joint)
            list_prior_moves(worker, descent);
        worker->leaf[leaves++] = &descent->eval;
    }
    if (leaves > 0)
        evaluator->value(worker->evaluator, worker->leaf, leaves);
}

/* ---- 4. backing up ---- */

static int64_t backup_value(struct mi_worker *worker, struct mi_descent *descent)
{
    int64_t value = descent->valued ? descent->value
                    : worker->run->evaluator->reports_outputs
                        ? mi_mcts_leaf_value(worker, descent)
                        : (int64_t)(descent->eval.value * MI_UNIT + 0.5);
    if (worker->run->tree_policy.rave_inverse > 0 && descent->counted_from <= descent->depth)
        mi_mcts_back_up_amaf(worker, descent, value);
    if (worker->run->gathers_ownership && descent->counted_from == 0)
        mi_mcts_add_ownership(worker, descent);
    return value;
}

/* Is it a new node that a peer has sent, with a value from the peer or from the rules?  The peer
 * also sends its visits, so this descent does not count as a playout. */
static bool is_created_for_peer(const struct mi_descent *descent)
{
    return descent->eval.from_peer && (descent->eval.from_cache || descent->valued);
}

static void finish_descent(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_run *run = worker->run;
    struct mi_node *leaf = mi_tree_node(&run->mcts->tree, descent->path[descent->depth]);
    bool for_peer = is_created_for_peer(descent);
    if (for_peer) {
        mi_mcts_forget_path(worker, descent);
        mi_mcts_unclaim(worker);
        worker->out_of_playouts = false;
    } else if (descent->eval.from_peer) {
        mi_mcts_count_guided_evaluation(run);
    }
    int64_t value = backup_value(worker, descent);
    if (descent->owns_leaf && run->tree_policy.implicit <= 0)
        mi_node_set_position_value(leaf, (double)value / MI_UNIT);
    if (run->evaluator->joint && descent->owns_leaf)
        mi_mcts_expand_with(worker, leaf, descent->valued ? NULL : &descent->eval);
    if (run->solver && descent->depth > 0 &&
        atomic_load_explicit(&leaf->edges, memory_order_relaxed) != 0)
        mi_mcts_prove(&run->mcts->tree, leaf);
    MI_SUM_ADD(&worker->leaves, !for_peer);
    mi_mcts_back_up(worker, descent, value);
    mi_mcts_back_up_leaf_stats(worker, descent);
    if (run->tree_policy.implicit > 0)
        mi_mcts_back_up_implicit(worker, descent);
    if (mi_node_state(leaf) & MI_NODE_BOUNDS && descent->depth > 0)
        mi_mcts_back_up_proof(worker, descent, descent->depth);
}

/* ---- the main loop ---- */

static void gather_and_value(struct mi_worker *worker)
{
    mi_lease_enter(&worker->lease);
    int n = gather_leaves(worker);
    value_leaves(worker, n);
    for (int i = 0; i < n; i++)
        finish_descent(worker, &worker->descent[i]);
    for (int i = 0; i < n; i++)
        mi_mcts_mustplay_visited(worker, &worker->descent[i]);
    mi_lease_leave(&worker->lease);
}

/* Runs until the run is finished or no playout is left to claim.  If other threads return claimed
 * playouts, they claim them again themselves. */
static void *run_worker(void *context)
{
    struct mi_worker *worker = context;
    while (!worker->out_of_playouts && !mi_flag(&worker->run->finished)) {
        gather_and_value(worker);
        mi_mcts_look_at_clock(worker);
    }
    mi_mcts_return_claims(worker);
    return NULL;
}

/* If a thread cannot be started, the others search without it. */
void mi_mcts_work(struct mi_run *run)
{
    int started = 1;
    while (started < run->threads &&
           mi_thread_start(&run->worker[started]->thread, run_worker, run->worker[started]))
        started++;
    run_worker(run->worker[0]);
    for (int i = 1; i < started; i++)
        mi_thread_join(&run->worker[i]->thread);
}
