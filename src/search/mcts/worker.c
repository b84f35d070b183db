/* The threads of a run: their buffers, and what each does.
 *
 * A thread gathers leaves, as many as the evaluator takes at once; the evaluator values them; the
 * thread finishes them.  With an evaluator that takes one, that is the textbook's four steps. */
#include "base/cache.h"
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

/* The sizes of a worker's buffers, in the order in which they follow it. */
struct layout {
    size_t worker, descent, leaf, scratch, end, evaluator, mark, list, prior, listed;
    size_t ownership;
    size_t path, edge, line, position, trace, keys, owner; /* of each descent */
    int trace_moves, width, batch;
};

static struct layout layout_of(const struct mi_run *run)
{
    const struct mi_root *root = run->root;
    size_t moves = (size_t)root->game->move_count(root->setup);
    /* In steps, so that a game that goes on does not change the size of the tree. */
    size_t keys = ((size_t)root->key_count / KEYS_STEP + 1) * KEYS_STEP + MI_PATH_MAX;
    struct layout l = {.trace_moves = mi_playout_max(root->game, root->setup) + MI_PATH_MAX,
                       .batch = run->evaluator->batch};
    if (l.trace_moves > MI_TRACE_MAX)
        l.trace_moves = MI_TRACE_MAX;
    l.width = MIAI_MAX_LEGAL;
    l.worker = mi_cache_lines(sizeof(struct mi_worker));
    l.descent = mi_cache_lines((size_t)l.batch * sizeof(struct mi_descent));
    l.leaf = mi_cache_lines((size_t)l.batch * sizeof(struct mi_eval *));
    l.scratch = mi_cache_lines(root->size);
    l.end = run->judges ? l.scratch : 0;
    l.evaluator = mi_cache_lines(run->evaluator->size);
    l.keys = mi_cache_lines(keys * sizeof(uint64_t));
    l.mark = mi_cache_lines(moves * sizeof(struct mi_mark));
    l.list = mi_cache_lines((size_t)l.width * sizeof(miai_move));
    l.prior = mi_cache_lines((size_t)l.width * sizeof(float));
    l.listed = mi_cache_lines(moves * sizeof(bool));
    if (run->evaluator->tells) {
        size_t points = (size_t)root->setup->width * (size_t)root->setup->height;
        l.ownership = mi_cache_lines(points * sizeof(int32_t));
    }
    l.path = mi_cache_lines(MI_PATH_MAX * sizeof(uint32_t));
    l.edge = mi_cache_lines(MI_PATH_MAX * sizeof(struct mi_edge *));
    l.line = mi_cache_lines(MI_PATH_MAX * sizeof(miai_move));
    l.position = mi_cache_lines(root->size);
    l.trace = mi_cache_lines((size_t)l.trace_moves * sizeof(uint16_t));
    l.owner = mi_mcts_leaf_ownership_bytes(run);
    return l;
}

/* Of a descent whose evaluator gives priors with the value. */
static size_t joint_bytes(const struct mi_run *run, const struct layout *l)
{
    return run->evaluator->joint ? l->list + 3 * l->prior : 0;
}

/* Of a worker with its buffers. */
static size_t block_bytes(const struct mi_run *run, const struct layout *l)
{
    size_t each = l->path + l->edge + l->line + l->position + l->trace + l->keys + l->owner +
                  joint_bytes(run, l);
    return l->worker + l->descent + l->leaf + l->scratch + l->end + l->evaluator + l->mark +
           l->list + 3 * l->prior + l->listed + l->ownership + (size_t)l->batch * each;
}

size_t mi_mcts_worker_bytes(const struct mi_run *run)
{
    struct layout l = layout_of(run);
    size_t owned = run->evaluator->bytes ? run->evaluator->bytes(run->root, run->settings) : 0;
    return owned + block_bytes(run, &l);
}

/* The first of so many bytes from *next on, which moves behind them. */
static void *cut(char **next, size_t bytes)
{
    void *first = *next;
    *next += bytes;
    return first;
}

static void set_up_descent(struct mi_worker *worker, struct mi_descent *descent,
                           const struct layout *l, char **next)
{
    *descent = (struct mi_descent){.path = cut(next, l->path), .keys = cut(next, l->keys)};
    descent->edge = cut(next, l->edge);
    descent->line = cut(next, l->line);
    const struct mi_root *root = worker->run->root;
    if (root->key_count > 0)
        memcpy(descent->keys, root->keys, (size_t)root->key_count * sizeof *descent->keys);
    descent->eval.keys = worker->run->repeat_rule != MIAI_REPEAT_FREE ? descent->keys : NULL;
    descent->eval.pos = cut(next, l->position);
    descent->eval.rng = &worker->rng;
    descent->eval.limits = worker->run->limits;
    descent->trace = (miai_trace){.move = cut(next, l->trace), .capacity = l->trace_moves};
    descent->eval.trace = worker->run->tree_policy.rave_inverse > 0 ? &descent->trace : NULL;
    descent->ownership = l->owner ? cut(next, l->owner) : NULL;
    descent->eval.ownership = worker->run->evaluator->tells ? descent->ownership : NULL;
    if (worker->run->evaluator->joint) {
        descent->list = cut(next, l->list);
        descent->eval.prior = cut(next, l->prior);
        descent->eval.first = cut(next, l->prior);
        float *human = cut(next, l->prior);
        descent->eval.human = worker->run->settings->human.in_tree ? human : NULL;
    }
}

/* False: no memory for the evaluator. */
static bool lay_out(struct mi_worker *worker, const struct layout *l)
{
    struct mi_run *run = worker->run;
    const struct mi_root *root = run->root;
    char *next = (char *)worker + l->worker;
    worker->descent = cut(&next, l->descent);
    worker->leaf = cut(&next, l->leaf);
    worker->scratch = cut(&next, l->scratch);
    worker->end = cut(&next, l->end);
    worker->evaluator = cut(&next, l->evaluator);
    worker->mark = cut(&next, l->mark);
    worker->list = cut(&next, l->list);
    worker->prior = cut(&next, l->prior);
    worker->first = cut(&next, l->prior);
    worker->human = cut(&next, l->prior);
    worker->listed = cut(&next, l->listed);
    worker->ownership = cut(&next, l->ownership);
    memset(worker->mark, 0xff, l->mark); /* MI_NOWHERE */
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
    struct layout l = layout_of(run);
    struct mi_worker *worker = mi_aligned_alloc(MI_CACHE_LINE, block_bytes(run, &l));
    if (!worker)
        return NULL;
    memset((void *)worker, 0, sizeof *worker);
    worker->run = run;
    worker->id = id;
    worker->interval = worker->countdown = 1;
    worker->batch = l.batch;
    if (lay_out(worker, &l))
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

/* ---- 1. selection and 2. expansion: leaves are gathered ---- */

static void note_depth(struct mi_worker *worker, int depth)
{
    int bound = worker->run->limits->depth;
    if (depth <= atomic_load_explicit(&worker->longest, memory_order_relaxed))
        return;
    atomic_store_explicit(&worker->longest, depth, memory_order_relaxed);
    if (bound > 0 && depth >= bound)
        mi_set_flag(&worker->run->finished);
}

static int64_t value_of_score(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    if (worker->run->evaluator->tells)
        return mi_mcts_finished_leaf_value(worker, descent, score);
    return (int64_t)(mi_scale_outcome(&worker->run->scale, score) * MI_UNIT + 0.5);
}

static int64_t known_value(struct mi_worker *worker, struct mi_descent *descent,
                           enum mi_proof proof)
{
    double win = 0.5 * (proof - MI_LOSS);
    mi_mcts_add_known_leaf(worker, descent, win);
    return (int64_t)(win * MI_UNIT);
}

/* The value of a leaf that the rules tell, or proofs. */
static void ask_rules(struct mi_worker *worker, struct mi_descent *descent)
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
        descent->value = known_value(worker, descent, MI_DRAW);
    else if (descent->depth > 0 && proof != MI_UNPROVEN)
        descent->value = known_value(worker, descent, proof);
    else if (!run->solver &&
             mi_query_known(run->root->game, run->root->tables, descent->eval.pos, &known) &&
             known.least == known.most)
        descent->value = value_of_score(worker, descent, known.least);
    else
        return;
    descent->valued = true;
}

/* What the evaluator is to know of a leaf, and its value where that is certain. */
static void ask(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    descent->eval.line = descent->line;
    descent->eval.line_length = descent->depth;
    descent->eval.from_peer = descent->guide && descent->owner;
    if (run->repeat_rule != MIAI_REPEAT_FREE)
        descent->eval.key_count = run->root->key_count - 1 + descent->depth;
    ask_rules(worker, descent);
}

/* Goes down for leaves until the batch is full or nothing more is to be had now.  Returns how
 * many. */
static int gather(struct mi_worker *worker)
{
    struct mi_run *run = worker->run;
    int n = 0;
    while (n < worker->batch) {
        struct mi_descent *descent = &worker->descent[n];
        worker->spent = mi_limits_stopped(run->limits) || !mi_mcts_claim(run);
        if (worker->spent)
            break;
        enum mi_descent_end way = mi_mcts_descend(worker, descent);
        if (way != MI_DESCENT_LEAF)
            mi_mcts_unclaim(run);
        if (way == MI_DESCENT_CLOSED)
            mi_set_flag(&run->finished);
        if (way == MI_DESCENT_BUSY && descent->guide &&
            n > 0) /* it may be this batch that is in the way */
            mi_mcts_return_guide(run);
        if (way == MI_DESCENT_CLOSED || way == MI_DESCENT_BUSY)
            break;
        if (way == MI_DESCENT_LOST)
            continue;
        note_depth(worker, descent->depth);
        ask(worker, descent);
        n++;
    }
    return n;
}

/* ---- 3. evaluation ---- */

static void list_moves(const struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_eval *eval = &descent->eval;
    eval->move_count =
        mi_mcts_list_moves(worker->run, eval->pos, descent->depth, false, descent->list);
    eval->moves = descent->list;
}

static void value(struct mi_worker *worker, int n)
{
    const struct mi_evaluator *evaluator = worker->run->evaluator;
    int leaves = 0;
    for (int i = 0; i < n; i++) {
        struct mi_descent *descent = &worker->descent[i];
        if (descent->valued)
            continue;
        if (evaluator->joint)
            list_moves(worker, descent);
        worker->leaf[leaves++] = &descent->eval;
    }
    if (leaves > 0)
        evaluator->value(worker->evaluator, worker->leaf, leaves);
}

/* ---- 4. backing up ---- */

static int64_t value_of(struct mi_worker *worker, struct mi_descent *descent)
{
    int64_t value = descent->valued ? descent->value
                    : worker->run->evaluator->tells
                        ? mi_mcts_leaf_value(worker, descent)
                        : (int64_t)(descent->eval.value * MI_UNIT + 0.5);
    if (worker->run->tree_policy.rave_inverse > 0 && descent->counted <= descent->depth)
        mi_mcts_back_up_amaf(worker, descent, value);
    if (worker->run->gathers_ownership && descent->counted == 0)
        mi_mcts_add_ownership(worker, descent);
    return value;
}

/* A new node that a peer has told of, whose value cost nothing here, since it told that, too, or
 * the rules did: its visits come with the peer's news, and this was no playout. */
static bool is_brought(const struct mi_descent *descent)
{
    return descent->eval.from_peer && (descent->eval.kept || descent->valued);
}

static void finish(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_run *run = worker->run;
    struct mi_node *leaf = mi_tree_node(&run->mcts->tree, descent->path[descent->depth]);
    bool brought = is_brought(descent);
    if (brought) {
        mi_mcts_forget_path(worker, descent);
        mi_mcts_unclaim(run);
        worker->spent = false;
    } else if (descent->eval.from_peer) {
        mi_mcts_count_guided_evaluation(run);
    }
    int64_t value = value_of(worker, descent);
    if (descent->owner && run->tree_policy.implicit <= 0)
        mi_node_set_own(leaf, (double)value / MI_UNIT);
    if (run->evaluator->joint && descent->owner)
        mi_mcts_expand_with(worker, leaf, descent->valued ? NULL : &descent->eval);
    if (run->solver && descent->depth > 0 &&
        atomic_load_explicit(&leaf->edges, memory_order_relaxed) != 0)
        mi_mcts_prove(&run->mcts->tree, leaf);
    MI_SUM_ADD(&worker->leaves, !brought);
    mi_mcts_back_up(worker, descent, value);
    mi_mcts_back_up_told(worker, descent);
    if (run->tree_policy.implicit > 0)
        mi_mcts_back_up_implicit(worker, descent);
    if (mi_node_state(leaf) & MI_NODE_BOUNDS && descent->depth > 0)
        mi_mcts_back_up_proof(worker, descent, descent->depth);
}

/* ---- all of it ---- */

static void gather_and_value(struct mi_worker *worker)
{
    mi_lease_enter(&worker->lease);
    int n = gather(worker);
    value(worker, n);
    for (int i = 0; i < n; i++)
        finish(worker, &worker->descent[i]);
    for (int i = 0; i < n; i++)
        mi_mcts_mustplay_visited(worker, &worker->descent[i]);
    mi_lease_leave(&worker->lease);
}

/* Until the run is finished, or no playout is left to claim: others may still give some back, which
 * they claim again. */
static void *work(void *context)
{
    struct mi_worker *worker = context;
    while (!worker->spent && !mi_flag(&worker->run->finished)) {
        gather_and_value(worker);
        mi_mcts_look_at_clock(worker);
    }
    return NULL;
}

/* Where no more threads are to be had, those that there are do. */
void mi_mcts_work(struct mi_run *run)
{
    int started = 1;
    while (started < run->threads &&
           mi_thread_start(&run->worker[started]->thread, work, run->worker[started]))
        started++;
    work(run->worker[0]);
    for (int i = 1; i < started; i++)
        mi_thread_join(&run->worker[i]->thread);
}
