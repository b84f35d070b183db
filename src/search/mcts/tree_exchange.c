/* Exchanging with peers: when, and what is known already. */
#include "tree_exchange.h"

#include <stdlib.h>

/* Where others went as often as this part of the root's visits, and a few times, a playout goes,
 * too: it costs one that would have been spent where this tree looks. */
enum { OFTEN = 50, FEW = 4 };

/* ---- what is known ---- */

static uint32_t index_of(const struct mi_tree *tree, const struct mi_node *node)
{
    return (uint32_t)((size_t)((const unsigned char *)node - tree->pool.base) / MI_CELL);
}

/* Is there no room for what is known of another node? */
static bool knows_all(const struct mi_tree_exchange *share)
{
    return share->known_count >= share->known_room / 4 * 3;
}

static struct mi_shared_sums *find(struct mi_tree_exchange *share, uint64_t key)
{
    const size_t room = (size_t)share->known_room; /* a power of two */
    size_t i = miai_mix(key) & (room - 1);
    while (share->known[i].key != 0 && share->known[i].key != key)
        i = (i + 1) & (room - 1);
    if (share->known[i].key == key)
        return &share->known[i];
    if (knows_all(share))
        return NULL;
    share->known_count++;
    share->known[i] = (struct mi_shared_sums){.key = key};
    return &share->known[i];
}

/* A move of edges is less than MI_EDGE_MASKED. */
struct mi_shared_sums *mi_tree_exchange_node(struct mi_tree_exchange *share,
                                             const struct mi_tree *tree, const struct mi_node *node)
{
    return find(share, (uint64_t)index_of(tree, node) << 16 | MI_EDGE_MASKED);
}

struct mi_shared_sums *mi_tree_exchange_edge(struct mi_tree_exchange *share,
                                             const struct mi_tree *tree, const struct mi_node *node,
                                             unsigned move)
{
    return find(share, (uint64_t)index_of(tree, node) << 16 | move);
}

/* ---- the run's ---- */

/* Records of nodes and edges that are told of, a power of two: where ways to them are cheap, and
 * memory is not short, of many. */
static int known_room(const struct mi_run *run)
{
    enum { MEMORY = 16 << 20 };
    return run->evaluator->tell_peers && run->settings->memory >= MEMORY ? 1 << 15 : 1 << 13;
}

size_t mi_mcts_exchange_bytes(const struct mi_run *run)
{
    const size_t known = (size_t)known_room(run) * sizeof(struct mi_shared_sums);
    return run->settings->peers ? sizeof(struct mi_tree_exchange) + known : 0;
}

/* Without memory the run goes on alone. */
void mi_mcts_open_exchange(struct mi_run *run)
{
    if (!run->settings->peers)
        return;
    run->share = calloc(1, mi_mcts_exchange_bytes(run));
    if (!run->share)
        return;
    run->share->known_room = known_room(run);
    mi_tree_exchange_begin(run);
}

void mi_mcts_close_exchange(struct mi_run *run)
{
    free(run->share);
    run->share = NULL;
}

uint64_t mi_mcts_peer_visits(const struct mi_run *run)
{
    return run->share ? run->share->heard : 0;
}

uint64_t mi_mcts_playouts(const struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t own = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    return own + (run->share ? peers->done(peers->context) : 0);
}

/* A bound of playouts is for all together. */
static void heed_bound(struct mi_run *run)
{
    uint64_t most = run->limits->playouts;
    if (run->settings->peers->rank == 0 && most > 0 && mi_mcts_playouts(run) >= most)
        mi_set_flag(&run->finished);
}

/* The message of that length, 0: none, and those behind it. */
static void hear(struct mi_run *run, size_t length)
{
    const struct mi_peers *peers = run->settings->peers;
    struct mi_tree_exchange *share = run->share;
    mi_tree_exchange_settle(run);
    share->settled = share->dear = false;
    if (length > 0 && run->evaluator->tell_peers)
        mi_set_flag(&run->accompanied);
    for (; length > 0; length = peers->receive(peers->context, share->bytes))
        mi_tree_exchange_receive(run, length);
    heed_bound(run);
}

/* One exchange less to wait. */
static void grow_old(struct mi_tree_exchange *share)
{
    for (int i = 0; i < share->waiting_count; i++)
        share->waiting[i].waits++;
}

void mi_mcts_receive_exchange(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    if (run->share)
        hear(run, peers->receive(peers->context, run->share->bytes));
}

void mi_mcts_exchange(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t done = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    if (!run->share)
        return;
    bool due = peers->due(peers->context, done);
    if (!due && !run->evaluator->tell_peers)
        return;
    size_t length = peers->receive(peers->context, run->share->bytes);
    if (due)
        grow_old(run->share);
    if (due || length > 0)
        hear(run, length);
    if (due)
        peers->send(peers->context, done, run->share->bytes, mi_tree_exchange_send(run));
}

/* ---- ways to what waits ---- */

/* Do they cost no more than the peer's answers? */
static bool are_cheap(const struct mi_run *run)
{
    return run->evaluator->tell_peers && !run->share->dear;
}

/* The visits from which on a node is worth a way to it. */
static uint32_t often(const struct mi_run *run)
{
    if (are_cheap(run))
        return 1;
    uint32_t visits = mi_node_visits(mi_tree_node(&run->mcts->tree, run->mcts->tree.root));
    return visits / OFTEN > FEW ? visits / OFTEN : FEW;
}

/* The next way that is worth it, or NULL.  In a graph an edge may grow, and not the node. */
static const struct mi_guide *next_way(struct mi_tree_exchange *share, uint32_t least)
{
    while (share->next_guide < share->waiting_count) {
        struct mi_waiting *waiting = &share->waiting[share->next_guide++];
        if (waiting->growth.visits >= least || waiting->growth.edge >= least) {
            waiting->tries++;
            return &waiting->way;
        }
    }
    return NULL;
}

/* When all ways have been gone, what waited at their ends is added. */
const struct mi_guide *mi_mcts_take_guide(struct mi_run *run)
{
    struct mi_tree_exchange *share = run->share;
    if (!share || share->waiting_count == 0 || knows_all(share))
        return NULL;
    const struct mi_guide *way = next_way(share, often(run));
    if (way || share->settled || !run->evaluator->tell_peers)
        return way;
    mi_tree_exchange_settle(run);
    share->settled = true;
    share->next_guide = share->waiting_count;
    return NULL;
}

void mi_mcts_return_guide(struct mi_run *run)
{
    run->share->waiting[--run->share->next_guide].tries--;
}

void mi_mcts_count_guided_evaluation(struct mi_run *run)
{
    run->share->dear = true;
}
