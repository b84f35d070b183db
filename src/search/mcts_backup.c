/* Backing up: what a playout adds to the nodes of its path. */
#include "mcts.h"

#include <string.h>

/* A single thread saves itself the locked addition. */
static inline bool shared(const struct mi_worker *worker)
{
    return worker->run->threads > 1;
}

static inline void add32(_Atomic uint32_t *sum, uint32_t n, bool locked)
{
    if (locked)
        atomic_fetch_add_explicit(sum, n, memory_order_relaxed);
    else
        atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + n,
                              memory_order_relaxed);
}

static inline void add64(_Atomic int64_t *sum, int64_t n, bool locked)
{
    if (locked)
        atomic_fetch_add_explicit(sum, n, memory_order_relaxed);
    else
        atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + n,
                              memory_order_relaxed);
}

void mi_mcts_add_visits(struct mi_worker *worker, uint32_t index, uint32_t k)
{
    add32(&mi_tree_at(&worker->run->mcts->tree, index)->visits, k, shared(worker));
}

void mi_mcts_back_up(struct mi_worker *worker, int64_t value, uint32_t k)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    int64_t of_second = (int64_t)k * MI_UNIT - value;
    for (int d = worker->depth; d >= 0; d--) {
        struct mi_node *node = mi_tree_at(tree, worker->path[d]);
        add64(&node->value, mi_node_mover(node) ? of_second : value, shared(worker));
    }
}

/* ---- AMAF ---- */

/* Beyond this the sum might overflow, and the node's own value has long taken over. */
enum { AMAF_FULL = 1 << 23 };

/* A move weighs more the sooner it comes in the rest of the playout: 3 in the first third of it,
 * then 2, then 1.  Late moves say little of what is good now. */
static uint32_t weight(const struct mi_worker *worker, int from, int place)
{
    int end = worker->trace.length, rest = 3 * (end - place), all = end - from + 1;
    return (uint32_t)(1 + (rest >= all) + (rest >= 2 * all));
}

/* Counts the moves behind a node at that depth for its children. */
static void add_amaf(struct mi_worker *worker, int depth, uint32_t of_first)
{
    int n;
    const struct mi_tree *tree = &worker->run->mcts->tree;
    struct mi_node *child = mi_children(tree, mi_tree_at(tree, worker->path[depth]), &n);
    int player = n > 0 ? mi_node_mover(child) : 0;
    uint32_t value = player ? MI_AMAF_UNIT - of_first : of_first;
    for (int i = 0; i < n; i++) {
        const struct mi_mark *mark = &worker->mark[child[i].move];
        if (mark->stamp != worker->stamp || mark->player != player ||
            atomic_load_explicit(&child[i].amaf_visits, memory_order_relaxed) >= AMAF_FULL)
            continue;
        uint32_t times = weight(worker, depth, mark->place);
        add32(&child[i].amaf_visits, times, shared(worker));
        add32(&child[i].amaf_value, times * value, shared(worker));
    }
}

static void mark(struct mi_worker *worker, int place)
{
    uint16_t move = worker->trace.move[place];
    worker->mark[move & ~MIAI_TRACE_SECOND] =
        (struct mi_mark){worker->stamp, (uint16_t)place, (move & MIAI_TRACE_SECOND) != 0};
}

/* From the last move to the first: at each node of the path, the marks are the moves behind it.  Of
 * both players, the one who made a move first has it: where the same point is played again later,
 * it is another move. */
void mi_mcts_back_up_amaf(struct mi_worker *worker, int64_t value)
{
    const int64_t unit = MI_UNIT / MI_AMAF_UNIT;
    uint32_t of_first = (uint32_t)((value + unit / 2) / unit);
    if (++worker->stamp == 0) {
        const struct mi_root *root = worker->run->root;
        memset(worker->mark, 0, (size_t)root->game->move_count(root->setup) * sizeof *worker->mark);
        worker->stamp = 1;
    }
    for (int i = worker->trace.length - 1; i >= 0; i--) {
        mark(worker, i);
        if (i < worker->depth)
            add_amaf(worker, i, of_first);
    }
}

/* ---- proofs (MCTS-Solver: Winands, Bjoernsson and Saito 2008, with draws) ----
 *
 * Sequentially consistent, which is rare enough to cost nothing: of two threads that prove the last
 * two children of a node, one sees both. */

void mi_mcts_set_proof(struct mi_node *node, enum mi_proof proof)
{
    if (proof != MI_UNPROVEN)
        atomic_fetch_or(&node->state, (uint16_t)(1u << (proof - MI_LOSS)));
}

enum mi_proof mi_mcts_best_proof(const struct mi_tree *tree, const struct mi_node *node)
{
    int n;
    const struct mi_node *child = mi_children(tree, node, &n);
    unsigned seen = 0;
    bool open = false;
    for (int i = 0; i < n; i++) {
        unsigned state = atomic_load(&child[i].state);
        if (state & (MI_NODE_ILLEGAL | MI_NODE_MASKED))
            continue;
        seen |= state & MI_NODE_PROOF;
        open |= !(state & MI_NODE_PROOF);
    }
    if (seen & MI_NODE_WIN)
        return MI_WIN;
    if (open || !seen)
        return MI_UNPROVEN;
    return seen & MI_NODE_DRAW ? MI_DRAW : MI_LOSS;
}

bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node)
{
    enum mi_proof proof = mi_mcts_best_proof(tree, node); /* view of who is to move */
    if (proof == MI_UNPROVEN)
        return false;
    int n;
    bool same = mi_node_mover(mi_children(tree, node, &n)) == mi_node_mover(node);
    mi_mcts_set_proof(node, same ? proof : (enum mi_proof)(MI_WIN + MI_LOSS - proof));
    return true;
}

/* The root's own proof is not stored: it would hold for the moves of this run alone. */
void mi_mcts_back_up_proof(struct mi_worker *worker)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    int d = worker->depth - 1;
    while (d > 0 && mi_mcts_prove(tree, mi_tree_at(tree, worker->path[d])))
        d--;
    if (d == 0 && mi_mcts_best_proof(tree, mi_tree_at(tree, tree->root)) != MI_UNPROVEN)
        mi_set_flag(&worker->run->finished);
}
