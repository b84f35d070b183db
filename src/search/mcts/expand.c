/* Expansion: creates the edges of a node.
 *
 * If memory is short, many moves are legal and priors are known, a node first gets edges for the
 * likely moves only. It gets the others when it has as many visits as edges. */
#include "mcts.h"

#include <math.h>
#include <string.h>

static const miai_game *worker_game(const struct mi_worker *worker)
{
    return worker->run->root->game;
}

static struct mi_tree *worker_tree(const struct mi_worker *worker)
{
    return &worker->run->mcts->tree;
}

/* Random order, so that no move is favoured among equal urgencies. */
static void shuffle_moves(miai_rng *rng, miai_move *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)miai_rng_below(rng, (uint32_t)i + 1);
        miai_move move = list[i];
        list[i] = list[j];
        list[j] = move;
    }
}

/* ---- priors ---- */

static void request_priors(struct mi_worker *worker, const struct mi_mcts_position *position, int n)
{
    const struct mi_run *run = worker->run;
    struct mi_eval eval = {.pos = worker->scratch,
                           .keys = position->keys,
                           .key_count = position->key_count,
                           .line = position->line,
                           .line_length = position->length,
                           .moves = worker->list,
                           .move_count = n,
                           .rng = &worker->rng,
                           .prior = worker->prior,
                           .human = run->settings->human.in_tree ? worker->human : NULL,
                           .first = worker->first};
    memcpy(worker->scratch, position->pos, run->root->size);
    run->evaluator->priors(worker->evaluator, &eval);
}

static void swap_moves(struct mi_worker *worker, int i, int j)
{
    miai_move move = worker->list[i];
    float prior = worker->prior[i], first = worker->first[i], human = worker->human[i];
    worker->list[i] = worker->list[j];
    worker->prior[i] = worker->prior[j];
    worker->first[i] = worker->first[j];
    worker->human[i] = worker->human[j];
    worker->list[j] = move;
    worker->prior[j] = prior;
    worker->first[j] = first;
    worker->human[j] = human;
}

/* Moves the k likeliest of n moves to the front (Hoare's selection). */
static void move_likeliest_first(struct mi_worker *worker, int n, int k)
{
    for (int from = 0, to = n - 1; from < to;) {
        float pivot = worker->prior[(from + to) / 2];
        int i = from, j = to;
        while (i <= j) {
            while (worker->prior[i] > pivot)
                i++;
            while (worker->prior[j] < pivot)
                j--;
            if (i <= j)
                swap_moves(worker, i++, j--);
        }
        if (k - 1 <= j)
            to = j;
        else if (k - 1 >= i)
            from = i;
        else
            return;
    }
}

/* The bits of a prior, which are in the same order as the priors. */
static uint32_t prior_bits(float prior)
{
    uint32_t bits;
    memcpy(&bits, &prior, sizeof bits);
    return bits;
}

static uint16_t packed_prior(const struct mi_run *run, float prior)
{
    double p = run->tree_policy.prior_wins > 0 ? sqrt(prior) : (double)prior;
    return (uint16_t)(p * UINT16_MAX + 0.5);
}

struct sorted_move {
    uint32_t key; /* the smallest first */
    uint16_t index;
};

/* One pass of a stable radix sort, by 8 bits of the keys. */
static void sort_by_digit(const struct sorted_move *from, struct sorted_move *to, int n, int shift)
{
    enum { DIGITS = 256 };
    uint16_t first[DIGITS + 1] = {0};
    for (int i = 0; i < n; i++)
        first[(from[i].key >> shift & (DIGITS - 1)) + 1]++;
    for (int d = 1; d < DIGITS; d++)
        first[d + 1] = (uint16_t)(first[d + 1] + first[d]);
    for (int i = 0; i < n; i++)
        to[first[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

/* Writes into worker->order the first n moves in order of their priors, the likeliest first.  Moves
 * with equal priors keep their order.  packed: compares the priors as edges store them. */
static void order_by_priors(struct mi_worker *worker, int n, bool packed)
{
    struct sorted_move move[MIAI_MAX_LEGAL], other[MIAI_MAX_LEGAL];
    for (int i = 0; i < n; i++) {
        uint32_t key =
            packed ? packed_prior(worker->run, worker->prior[i]) : prior_bits(worker->prior[i]);
        move[i] = (struct sorted_move){~key, (uint16_t)i};
    }
    for (int shift = 0; shift < (packed ? 16 : 32); shift += 16) {
        sort_by_digit(move, other, n, shift);
        sort_by_digit(other, move, n, shift + 8);
    }
    for (int i = 0; i < n; i++)
        worker->order[i] = move[i].index;
}

/* Decides in which order the first n moves become edges. Returns true if it is the order of their
 * priors, in which puct.c follows moves without visits. */
static bool choose_order(struct mi_worker *worker, int n)
{
    const struct mi_run *run = worker->run;
    bool widening = run->tree_policy.priors && run->tree_policy.widening > 0;
    bool ordered = run->tree_policy.puct.enabled;
    for (int i = 0; i < n && !widening && !ordered; i++)
        worker->order[i] = (uint16_t)i;
    if (widening || ordered)
        order_by_priors(worker, n, !widening);
    return ordered;
}

/* ---- edges ---- */

/* Encodes the first value of a move, in the view of the player who makes it. */
static uint32_t first_value_link(float first, int turn)
{
    if (first < 0)
        return MI_LINK_NONE;
    double value = turn == 0 ? first : 1.0 - first;
    return MI_LINK_VALUE | (uint32_t)(value * MI_UNIT + 0.5);
}

static void fill_edge(const struct mi_worker *worker, struct mi_edges *edges, int i, int turn)
{
    bool priors = worker->run->tree_policy.priors;
    int k = edges->count;
    edges->edge[k].move = (uint16_t)worker->list[i];
    edges->edge[k].prior = priors ? packed_prior(worker->run, worker->prior[i]) : 0;
    atomic_init(&edges->edge[k].link,
                priors ? first_value_link(worker->first[i], turn) : MI_LINK_NONE);
    atomic_init(&edges->edge[k].visits, 0);
    if (worker_tree(worker)->amaf) {
        atomic_init(&mi_amaf_of(edges)[k].visits, 0);
        atomic_init(&mi_amaf_of(edges)[k].value, 0);
    }
    if (worker->run->settings->human.in_tree)
        mi_amaf_of(edges)[k].human = worker->human[i];
    edges->count++;
}

/* Fills a chain of blocks (0: none) with edges of n moves in worker->order, and sets its end
 * marker. */
static void fill_edge_blocks(struct mi_worker *worker, uint32_t first, int n, int turn,
                             uint32_t end)
{
    struct mi_edges *edges = mi_tree_edges(worker_tree(worker), first), *last = edges;
    for (int i = 0; edges; edges = mi_next_edges(worker_tree(worker), last = edges))
        for (; i < n && edges->count < edges->capacity; i++)
            fill_edge(worker, edges, worker->order[i], turn);
    if (last)
        atomic_store_explicit(&last->next, end, memory_order_relaxed);
}

int mi_mcts_list_moves(const struct mi_run *run, const void *pos, int depth, bool all,
                       miai_move *list)
{
    const miai_game *game = run->root->game;
    const miai_hints *hints = mi_hints(game);
    int n = hints->candidates && !all && !run->all_moves ? hints->candidates(pos, list)
                                                         : game->moves(pos, list);
    return mi_drop_avoided_moves(run->limits, game->turn(pos), depth, list, n);
}

static bool lock_node_for_edges(struct mi_node *node)
{
    return !(atomic_fetch_or_explicit(&node->state, MI_NODE_LOCKED, memory_order_acquire) &
             MI_NODE_LOCKED);
}

static bool is_memory_short(const struct mi_worker *worker)
{
    return worker->run->settings->narrow ||
           atomic_load_explicit(&worker_tree(worker)->narrow, memory_order_relaxed);
}

/* Creates edges for the n listed moves, or only for the likely ones.  The node is locked. */
static bool create_edges(struct mi_worker *worker, struct mi_node *node, int n, bool whole)
{
    const struct mi_run *run = worker->run;
    int width = n;
    if (run->tree_policy.priors && !whole && n > run->width + run->width / 2 &&
        is_memory_short(worker)) {
        width = run->width;
        move_likeliest_first(worker, n, width);
    }
    bool ordered = choose_order(worker, width);
    uint32_t end = mi_edges_end(worker_tree(worker), node, width == n);
    uint32_t first = mi_lease_edges(&worker->lease, width);
    fill_edge_blocks(worker, first, width, mi_node_turn(node), end);
    if (first == 0) {
        mi_node_take_state(node, MI_NODE_LOCKED);
        return false;
    }
    mi_node_add_state(node, (width < n ? MI_NODE_PARTIAL : 0) | (ordered ? MI_NODE_ORDERED : 0));
    atomic_store_explicit(&node->edges, first, memory_order_release);
    return true;
}

bool mi_mcts_expand(struct mi_worker *worker, struct mi_node *node,
                    const struct mi_mcts_position *position, bool all, bool whole)
{
    if (!lock_node_for_edges(node))
        return atomic_load_explicit(&node->edges, memory_order_acquire) != 0;
    int n = mi_mcts_list_moves(worker->run, position->pos, position->length, all, worker->list);
    shuffle_moves(&worker->rng, worker->list, n);
    if (worker->run->tree_policy.priors)
        request_priors(worker, position, n);
    return create_edges(worker, node, n, whole);
}

void mi_mcts_expand_with(struct mi_worker *worker, struct mi_node *node, const struct mi_eval *eval)
{
    if (eval && lock_node_for_edges(node)) {
        size_t n = (size_t)eval->move_count;
        memcpy(worker->list, eval->moves, n * sizeof *worker->list);
        memcpy(worker->prior, eval->prior, n * sizeof *worker->prior);
        memcpy(worker->first, eval->first, n * sizeof *worker->first);
        if (eval->human)
            memcpy(worker->human, eval->human, n * sizeof *worker->human);
        create_edges(worker, node, eval->move_count, false);
    }
    mi_node_take_state(node, MI_NODE_PENDING);
}

/* ---- the remaining edges of a partial node ---- */

/* Moves to the front those of the n moves that have no edge.  Returns their number; *last: the
 * node's last block. */
static int list_moves_without_edge(struct mi_worker *worker, const struct mi_node *node, int n,
                                   struct mi_edges **last)
{
    int left = 0;
    struct mi_edges *edges = mi_first_edges(worker_tree(worker), node);
    memset(worker->listed, 0,
           (size_t)worker_game(worker)->move_count(worker->run->root->setup) *
               sizeof *worker->listed);
    for (; edges; edges = mi_next_edges(worker_tree(worker), edges)) {
        for (int i = 0; i < edges->count; i++)
            worker->listed[edges->edge[i].move & ~MI_EDGE_MASKED] = true;
        *last = edges;
    }
    for (int i = 0; i < n; i++)
        if (!worker->listed[worker->list[i]])
            swap_moves(worker, left++, i);
    return left;
}

/* A new edge has no AMAF record, so it starts with the position's value, as if the move had
 * occurred in every playout so far.  With an empty record it would look better than all moves tried
 * so far if the player is losing. */
static void init_new_amaf(const struct mi_worker *worker, const struct mi_node *node,
                          uint32_t block)
{
    const struct mi_tree *tree = worker_tree(worker);
    uint32_t visits = mi_node_visits(node);
    double mean = mi_node_mean(node, 0.5);
    mean = mean < 0 ? 0 : mean > 1 ? 1 : mean;
    mean = mi_node_mover(node) == mi_node_turn(node) ? mean : 1 - mean;
    visits = visits < MI_AMAF_FIRST_MAX ? visits : MI_AMAF_FIRST_MAX;
    bool amaf = worker->run->tree_policy.rave_inverse > 0;
    struct mi_edges *edges = amaf ? mi_tree_edges(tree, block) : NULL;
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            atomic_init(&mi_amaf_of(edges)[i].visits, visits);
            atomic_init(&mi_amaf_of(edges)[i].value, (uint32_t)(mean * visits * MI_AMAF_UNIT));
        }
}

/* Appends blocks to a node's edges, unless another thread was faster: the PARTIAL flag is only a
 * hint, so two threads may try. */
static void append_edges(struct mi_worker *worker, const struct mi_node *node,
                         struct mi_edges *last, uint32_t more)
{
    uint32_t end = mi_edges_end(worker_tree(worker), node, false);
    if (!atomic_compare_exchange_strong_explicit(&last->next, &end, more, memory_order_release,
                                                 memory_order_relaxed))
        mi_lease_drop_edges(&worker->lease, more);
}

void mi_mcts_complete(struct mi_worker *worker, struct mi_node *node,
                      const struct mi_mcts_position *position)
{
    struct mi_edges *last = NULL;
    if (!mi_node_take_state(node, MI_NODE_PARTIAL)) /* another thread is creating them */
        return;
    int n = mi_mcts_list_moves(worker->run, position->pos, position->length, false, worker->list);
    int left = list_moves_without_edge(worker, node, n, &last);
    uint32_t end = mi_edges_end(worker_tree(worker), node, true), more = 0;
    if (last) /* NULL: another thread has just removed the node's edges */
        more = left > 0 ? mi_lease_edges(&worker->lease, left) : end;
    if (mi_is_block(more)) { /* computed only now, since priors are expensive */
        request_priors(worker, position, n);
        mi_node_take_state(node, MI_NODE_ORDERED);
        choose_order(worker, left);
        fill_edge_blocks(worker, more, left, mi_node_turn(node), end);
        init_new_amaf(worker, node, more);
    }
    if (more)
        append_edges(worker, node, last, more);
    else
        mi_node_add_state(node, MI_NODE_PARTIAL);
}
