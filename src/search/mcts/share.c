/* Exchanging with peers: when, and what is known already. */
#include "share.h"

#include <stdlib.h>

/* Where others went as often as this part of the root's visits, and a few times, a playout goes,
 * too: it costs one that would have been spent where this tree looks. */
enum { OFTEN = 50, FEW = 4 };

/* ---- what is known ---- */

static uint32_t index_of(const struct mi_tree *tree, const struct mi_node *node)
{
    return (uint32_t)((size_t)((const unsigned char *)node - tree->pool.base) / MI_CELL);
}

static struct mi_known_sums *find(struct mi_share *share, uint64_t key)
{
    const int most = MI_SHARE_KNOWN / 4 * 3;
    size_t i = miai_mix(key) % MI_SHARE_KNOWN;
    while (share->known[i].key != 0 && share->known[i].key != key)
        i = (i + 1) % MI_SHARE_KNOWN;
    if (share->known[i].key == key)
        return &share->known[i];
    if (share->known_count >= most)
        return NULL;
    share->known_count++;
    share->known[i] = (struct mi_known_sums){.key = key};
    return &share->known[i];
}

/* A move of edges is less than MI_EDGE_MASKED. */
struct mi_known_sums *mi_share_node(struct mi_share *share, const struct mi_tree *tree,
                                    const struct mi_node *node)
{
    return find(share, (uint64_t)index_of(tree, node) << 16 | MI_EDGE_MASKED);
}

struct mi_known_sums *mi_share_edge(struct mi_share *share, const struct mi_tree *tree,
                                    const struct mi_node *node, unsigned move)
{
    return find(share, (uint64_t)index_of(tree, node) << 16 | move);
}

/* ---- the run's ---- */

size_t mi_mcts_share_bytes(const struct mi_run *run)
{
    return run->settings->peers ? sizeof(struct mi_share) : 0;
}

/* Without memory the run goes on alone. */
void mi_mcts_open_share(struct mi_run *run)
{
    if (!run->settings->peers)
        return;
    run->share = calloc(1, sizeof *run->share);
    if (run->share)
        mi_share_begin(run);
}

void mi_mcts_close_share(struct mi_run *run)
{
    free(run->share);
    run->share = NULL;
}

uint64_t mi_mcts_heard(const struct mi_run *run)
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

void mi_mcts_hear(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    size_t length;
    if (!run->share)
        return;
    mi_share_hear_waiting(run);
    while ((length = peers->receive(peers->context, run->share->bytes)) > 0)
        mi_share_hear(run, length);
    heed_bound(run);
}

void mi_mcts_exchange(struct mi_run *run)
{
    const struct mi_peers *peers = run->settings->peers;
    uint64_t done = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    if (!run->share || !peers->due(peers->context, done))
        return;
    mi_mcts_hear(run);
    size_t length = mi_share_tell(run);
    peers->send(peers->context, done, run->share->bytes, length);
}

const struct mi_guide *mi_mcts_take_guide(struct mi_run *run)
{
    struct mi_share *share = run->share;
    if (!share || share->next_guide >= share->waiting_count)
        return NULL;
    uint32_t visits = mi_node_visits(mi_tree_node(&run->mcts->tree, run->mcts->tree.root));
    uint32_t often = visits / OFTEN > FEW ? visits / OFTEN : FEW;
    while (share->next_guide < share->waiting_count) {
        struct mi_waiting *waiting = &share->waiting[share->next_guide++];
        if (waiting->growth.visits >= often) {
            waiting->tries++;
            return &waiting->way;
        }
    }
    return NULL;
}
