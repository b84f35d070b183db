/* One playout: selection, expansion, playout, backing up. */
#include "mcts.h"

#include <math.h>
#include <string.h>

static const miai_game *game_of(const struct mi_worker *worker)
{
    return worker->run->root->game;
}

static struct mi_node *end_of_path(const struct mi_worker *worker)
{
    return mi_tree_at(&worker->run->mcts->tree, worker->path[worker->depth]);
}

static void count(_Atomic uint64_t *counter)
{
    uint64_t n = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, n + 1, memory_order_relaxed);
}

static void add_state(struct mi_node *node, unsigned bits)
{
    atomic_fetch_or_explicit(&node->state, (uint16_t)bits, memory_order_relaxed);
}

/* ---- expansion ---- */

/* In random order, so that equal urgencies favour nobody. */
static void shuffle(miai_rng *rng, miai_move *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)miai_rng_below(rng, (uint32_t)i + 1);
        miai_move move = list[i];
        list[i] = list[j];
        list[j] = move;
    }
}

static void set_priors(const struct mi_worker *worker, const void *pos, const miai_move *list,
                       int n, struct mi_node *child)
{
    float prior[MIAI_MAX_LEGAL];
    if (game_of(worker)->priors)
        game_of(worker)->priors(pos, list, n, prior);
    else
        mi_leaf_priors(&worker->leaf, pos, list, n, prior);
    for (int i = 0; i < n; i++) {
        double p = worker->run->formula.prior_wins > 0 ? sqrt(prior[i]) : (double)prior[i];
        child[i].prior = (uint16_t)(p * UINT16_MAX + 0.5);
    }
}

static void write_children(struct mi_worker *worker, struct mi_node *node, const void *pos,
                           miai_move *list, int n, uint32_t first)
{
    struct mi_node *child = mi_tree_at(&worker->run->mcts->tree, first);
    int turn = game_of(worker)->turn(pos);
    shuffle(&worker->rng, list, n);
    for (int i = 0; i < n; i++)
        mi_node_init(&child[i], list[i], turn);
    if (worker->run->formula.priors)
        set_priors(worker, pos, list, n, child);
    node->child_count = (uint16_t)n;
    atomic_store_explicit(&node->first_child, first, memory_order_release);
}

bool mi_mcts_expand(struct mi_worker *worker, struct mi_node *node, const void *pos, bool all)
{
    const miai_game *game = game_of(worker);
    miai_move list[MIAI_MAX_LEGAL];
    uint16_t before = atomic_fetch_or_explicit(&node->state, MI_NODE_LOCKED, memory_order_relaxed);
    if (before & MI_NODE_LOCKED)
        return atomic_load_explicit(&node->first_child, memory_order_relaxed) != 0;
    int n = game->candidates && !all ? game->candidates(pos, list) : game->moves(pos, list);
    uint32_t first = mi_tree_take(&worker->run->mcts->tree, (uint32_t)n);
    if (first == 0) {
        atomic_fetch_and_explicit(&node->state, (uint16_t)~MI_NODE_LOCKED, memory_order_relaxed);
        mi_set_flag(&worker->run->full);
        return false;
    }
    write_children(worker, node, pos, list, n, first);
    return true;
}

/* ---- selection ---- */

static void begin(struct mi_worker *worker, uint32_t k)
{
    const struct mi_run *run = worker->run;
    memcpy(worker->pos, run->root->pos, run->root->size);
    worker->depth = 0;
    worker->trace.length = 0;
    worker->path[0] = run->mcts->tree.root;
    mi_mcts_add_visits(worker, worker->path[0], k);
}

static void step(struct mi_worker *worker, uint32_t index, uint32_t k)
{
    const miai_game *game = game_of(worker);
    const struct mi_node *child = mi_tree_at(&worker->run->mcts->tree, index);
    if (worker->run->repetition)
        worker->keys[worker->run->root->key_count + worker->depth - 1] =
            game->repeat_key(worker->pos);
    miai_trace_add(&worker->trace, child->move, mi_node_mover(child));
    mi_prefetch_children(&worker->run->mcts->tree, child);
    game->play(worker->pos, child->move);
    worker->path[++worker->depth] = index;
    mi_mcts_add_visits(worker, index, k);
    count(&worker->nodes);
}

/* Looks at a position that is reached for the first time.  Without transpositions what is found
 * stays true: the line to a node is always the same. */
static void look_at(struct mi_worker *worker, struct mi_node *node)
{
    const miai_game *game = game_of(worker);
    const struct mi_run *run = worker->run;
    unsigned found = MI_NODE_KNOWN | (game->turn(worker->pos) ? MI_NODE_TURN : 0u);
    int rule = run->repetition ? game->repeat_rule(worker->pos) : MIAI_REPEAT_FREE, score;
    if (rule != MIAI_REPEAT_FREE && mi_repeats(game, worker->pos, worker->keys,
                                               run->root->key_count + worker->depth - 1, 1) > 0)
        found |= rule == MIAI_REPEAT_ILLEGAL ? MI_NODE_ILLEGAL : MI_NODE_REPEATED;
    if (!(found & MI_NODE_ILLEGAL) && game->outcome(worker->pos, &score)) {
        found = (found & ~(unsigned)MI_NODE_REPEATED) | MI_NODE_TERMINAL;
        if (run->solver) {
            int mine = mi_node_mover(node) ? -score : score;
            mi_mcts_set_proof(node, mine > 0 ? MI_WIN : mine < 0 ? MI_LOSS : MI_DRAW);
        }
    }
    add_state(node, found);
}

static bool may_expand(const struct mi_worker *worker, const struct mi_node *node, uint32_t k)
{
    const struct mi_run *run = worker->run;
    return run->growing && mi_node_visits(node) >= run->expand_visits + k && !mi_flag(&run->full) &&
           worker->depth < run->max_depth;
}

/* Goes down to a leaf; false if the last move of the path is illegal or none is open at the root.
 */
static bool go_down(struct mi_worker *worker, uint32_t k)
{
    const struct mi_run *run = worker->run;
    for (begin(worker, k);;) {
        struct mi_node *node = end_of_path(worker);
        if (worker->depth > 0) {
            if (!(mi_node_state(node) & MI_NODE_KNOWN))
                look_at(worker, node);
            unsigned state = mi_node_state(node);
            if (state & MI_NODE_ILLEGAL)
                return false;
            if (state & (MI_NODE_TERMINAL | MI_NODE_REPEATED | MI_NODE_PROOF))
                return true;
        }
        int n;
        if (!mi_children(&run->mcts->tree, node, &n) &&
            !(may_expand(worker, node, k) && mi_mcts_expand(worker, node, worker->pos, false)))
            return true;
        uint32_t child =
            worker->depth < run->max_depth ? mi_mcts_select(run->mcts, &run->formula, node) : 0;
        if (child == 0)
            return worker->depth > 0;
        step(worker, child, k);
    }
}

static void take_back(struct mi_worker *worker, uint32_t k)
{
    for (int d = 0; d <= worker->depth; d++)
        mi_mcts_add_visits(worker, worker->path[d], 0 - k);
}

/* ---- playout ---- */

/* The score of a win by more than the whole board, as komi may give it, is bounded. */
static int64_t value_of_score(const struct mi_run *run, int64_t score)
{
    const miai_game *game = run->root->game;
    if (game->points != 0)
        return (score + game->points) * MI_UNIT / (2 * (int64_t)game->points);
    int64_t margin = (int64_t)(run->by_score * (double)score);
    margin = margin > run->even ? run->even : margin < -run->even ? -run->even : margin;
    return run->even + margin + (score > 0 ? run->win : score < 0 ? 0 : run->win / 2);
}

static int64_t value_of_proof(const struct mi_node *node)
{
    int64_t value = (int64_t)(mi_node_proof(node) - MI_LOSS) * (MI_UNIT / 2);
    return mi_node_mover(node) ? MI_UNIT - value : value;
}

/* Plays the position at the end of the path to its end, in place. */
static int64_t play_out(struct mi_worker *worker, void *pos)
{
    const struct mi_run *run = worker->run;
    const miai_game *game = game_of(worker);
    bool amaf = run->formula.rave_inverse > 0;
    miai_trace *trace = amaf ? &worker->trace : NULL;
    int64_t value;
    worker->trace.length = worker->depth;
    if (run->settings->leaf == MI_LEAF_EVALUATION)
        value = (int64_t)(mi_leaf_value(&worker->leaf, pos) * MI_UNIT + 0.5);
    else
        value = value_of_score(run, mi_playout(game, run->settings->playout, pos, &worker->rng,
                                               trace, run->playout_max));
    if (amaf)
        mi_mcts_back_up_amaf(worker, value);
    return value;
}

/* The value of a leaf that needs no playout. */
static bool exact_value(const struct mi_worker *worker, const struct mi_node *leaf, int64_t *value)
{
    unsigned state = mi_node_state(leaf);
    int score;
    if (state & MI_NODE_PROOF)
        *value = value_of_proof(leaf);
    else if (state & MI_NODE_REPEATED)
        *value = MI_UNIT / 2;
    else if (state & MI_NODE_TERMINAL && game_of(worker)->outcome(worker->pos, &score))
        *value = value_of_score(worker->run, score);
    else
        return false;
    return true;
}

/* The sum of k values of the leaf. */
static int64_t evaluate(struct mi_worker *worker, uint32_t k)
{
    int64_t sum = 0;
    worker->trace.length = worker->depth;
    if (exact_value(worker, end_of_path(worker), &sum)) {
        if (worker->run->formula.rave_inverse > 0)
            mi_mcts_back_up_amaf(worker, sum);
        return k * sum;
    }
    for (; k > 1; k--) {
        memcpy(worker->scratch, worker->pos, worker->run->root->size);
        sum += play_out(worker, worker->scratch);
    }
    return sum + play_out(worker, worker->pos);
}

static void note_depth(struct mi_worker *worker)
{
    int depth = worker->depth, bound = worker->run->limits->depth;
    if (depth <= atomic_load_explicit(&worker->longest, memory_order_relaxed))
        return;
    atomic_store_explicit(&worker->longest, depth, memory_order_relaxed);
    if (bound > 0 && depth >= bound)
        mi_set_flag(&worker->run->finished);
}

bool mi_mcts_descend(struct mi_worker *worker, uint32_t k)
{
    struct mi_run *run = worker->run;
    /* 1. Selection and 2. expansion: down the tree to a leaf, at most one new node away. */
    if (!go_down(worker, k)) {
        take_back(worker, k);
        if (worker->depth == 0)
            mi_set_flag(&run->finished);
        return false;
    }
    struct mi_node *leaf = end_of_path(worker);
    bool proven = mi_node_state(leaf) & MI_NODE_PROOF;
    if (!proven && run->solver && worker->depth > 0)
        proven = mi_mcts_prove(&run->mcts->tree, leaf);
    note_depth(worker);
    count(&worker->leaves);
    /* 3. Playout. */
    int64_t value = evaluate(worker, k);
    /* 4. Backing up. */
    mi_mcts_back_up(worker, value, k);
    if (proven)
        mi_mcts_back_up_proof(worker);
    return true;
}
