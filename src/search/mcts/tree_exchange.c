/* Exchange of the upper tree with peers: its timing, and the table of known sums. */
#include "tree_exchange.h"

#include <stdlib.h>

/* A playout is guided to a node that peers visited with at least 1/OFTEN of the root's visits and
 * at least FEW times. The limits are needed because a guided playout replaces one of this tree's
 * own. */
enum { GUIDE_SHARE = 50, GUIDE_MIN_VISITS = 4 };

/* ---- sums known to all peers ---- */

static uint32_t node_index(const struct mi_tree *tree, const struct mi_node *node)
{
    return (uint32_t)((size_t)((const unsigned char *)node - tree->pool.base) / MI_CELL);
}

/* Is the hash table as full as it may be? */
static bool is_table_full(const struct mi_tree_exchange *exchange)
{
    return exchange->known_count >= exchange->known_capacity / 4 * 3;
}

static struct mi_shared_sums *find_record(struct mi_tree_exchange *exchange, uint64_t key)
{
    const size_t capacity = (size_t)exchange->known_capacity; /* a power of two */
    size_t i = miai_mix(key) & (capacity - 1);
    while (exchange->known[i].key != 0 && exchange->known[i].key != key)
        i = (i + 1) & (capacity - 1);
    if (exchange->known[i].key == key)
        return &exchange->known[i];
    if (is_table_full(exchange))
        return NULL;
    exchange->known_count++;
    exchange->known[i] = (struct mi_shared_sums){.key = key};
    return &exchange->known[i];
}

/* Edges' moves are below MI_EDGE_MASKED, so this key is free for the node. */
struct mi_shared_sums *mi_tree_exchange_node(struct mi_tree_exchange *exchange,
                                             const struct mi_tree *tree, const struct mi_node *node)
{
    return find_record(exchange, (uint64_t)node_index(tree, node) << 16 | MI_EDGE_MASKED);
}

struct mi_shared_sums *mi_tree_exchange_edge(struct mi_tree_exchange *exchange,
                                             const struct mi_tree *tree, const struct mi_node *node,
                                             unsigned move)
{
    return find_record(exchange, (uint64_t)node_index(tree, node) << 16 | move);
}

/* ---- the run ---- */

/* Number of records of nodes and edges, a power of two: more if guided playouts are cheap and
 * memory is not short. */
static int known_capacity(const struct mi_run *run)
{
    enum { MEMORY = 16 << 20 };
    return run->evaluator->export_cache && run->settings->memory >= MEMORY ? 1 << 15 : 1 << 13;
}

size_t mi_mcts_exchange_bytes(const struct mi_run *run)
{
    const size_t known = (size_t)known_capacity(run) * sizeof(struct mi_shared_sums);
    return run->settings->peers ? sizeof(struct mi_tree_exchange) + known : 0;
}

/* If memory runs out, the run continues without peers. */
void mi_mcts_open_exchange(struct mi_run *run)
{
    if (!run->settings->peers)
        return;
    run->exchange = calloc(1, mi_mcts_exchange_bytes(run));
    if (!run->exchange)
        return;
    run->exchange->known_capacity = known_capacity(run);
    mi_tree_exchange_begin(run);
}

void mi_mcts_close_exchange(struct mi_run *run)
{
    free(run->exchange);
    run->exchange = NULL;
}

uint64_t mi_mcts_peer_visits(const struct mi_run *run)
{
    return run->exchange ? run->exchange->received_visits : 0;
}

uint64_t mi_mcts_playouts(const struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t own = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    return own + (run->exchange ? peers->done(peers->context) : 0);
}

/* The playout limit is for all processes together; rank 0 enforces it. */
static void apply_playout_limit(struct mi_run *run)
{
    uint64_t limit = run->limits->playouts;
    if (run->settings->peers->rank == 0 && limit > 0 && mi_mcts_playouts(run) >= limit)
        mi_set_flag(&run->finished);
}

/* Processes a received message of that length (0: none), then all further messages. */
static void process_messages(struct mi_run *run, size_t length)
{
    const struct mi_peers *peers = run->settings->peers;
    struct mi_tree_exchange *exchange = run->exchange;
    mi_tree_exchange_settle(run);
    exchange->guides_done = exchange->guides_evaluated = false;
    if (length > 0 && run->evaluator->export_cache)
        mi_set_flag(&run->has_active_peers);
    for (; length > 0; length = peers->receive(peers->context, exchange->bytes))
        mi_tree_exchange_receive(run, length);
    apply_playout_limit(run);
}

/* Counts one more exchange for each pending growth. */
static void age_pending(struct mi_tree_exchange *exchange)
{
    for (int i = 0; i < exchange->pending_count; i++)
        exchange->pending[i].exchanges_waited++;
}

void mi_mcts_receive_exchange(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    if (run->exchange)
        process_messages(run, peers->receive(peers->context, run->exchange->bytes));
}

void mi_mcts_exchange(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t done = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    if (!run->exchange)
        return;
    bool due = peers->due(peers->context, done);
    if (!due && !run->evaluator->export_cache)
        return;
    size_t length = peers->receive(peers->context, run->exchange->bytes);
    if (due)
        age_pending(run->exchange);
    if (due || length > 0)
        process_messages(run, length);
    if (due)
        peers->send(peers->context, done, run->exchange->bytes, mi_tree_exchange_send(run));
}

/* ---- guides to pending growth ---- */

/* Are guided playouts free, because peers send their evaluations? */
static bool are_guides_free(const struct mi_run *run)
{
    return run->evaluator->export_cache && !run->exchange->guides_evaluated;
}

/* The minimum visits of a pending growth for a guide. */
static uint32_t min_guide_visits(const struct mi_run *run)
{
    if (are_guides_free(run))
        return 1;
    uint32_t visits = mi_node_visits(mi_tree_node(&run->mcts->tree, run->mcts->tree.root));
    return visits / GUIDE_SHARE > GUIDE_MIN_VISITS ? visits / GUIDE_SHARE : GUIDE_MIN_VISITS;
}

/* The next guide worth a playout, or NULL.  In a graph an edge may grow without its node. */
static const struct mi_guide *next_guide(struct mi_tree_exchange *exchange, uint32_t min_visits)
{
    while (exchange->next_guide < exchange->pending_count) {
        struct mi_pending_growth *pending = &exchange->pending[exchange->next_guide++];
        if (pending->growth.visits >= min_visits || pending->growth.edge >= min_visits) {
            pending->tries++;
            return &pending->guide;
        }
    }
    return NULL;
}

/* After the last guide, adds the pending growths whose nodes now exist. */
const struct mi_guide *mi_mcts_take_guide(struct mi_run *run)
{
    struct mi_tree_exchange *exchange = run->exchange;
    if (!exchange || exchange->pending_count == 0 || is_table_full(exchange))
        return NULL;
    const struct mi_guide *guide = next_guide(exchange, min_guide_visits(run));
    if (guide || exchange->guides_done || !run->evaluator->export_cache)
        return guide;
    mi_tree_exchange_settle(run);
    exchange->guides_done = true;
    exchange->next_guide = exchange->pending_count;
    return NULL;
}

void mi_mcts_return_guide(struct mi_run *run)
{
    run->exchange->pending[--run->exchange->next_guide].tries--;
}

void mi_mcts_count_guided_evaluation(struct mi_run *run)
{
    run->exchange->guides_evaluated = true;
}
