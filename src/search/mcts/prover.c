/* Proof numbers beside the playouts.
 *
 * Playouts find what is good, and are slow to prove it; proof numbers (proof.c) prove, and do not
 * know where it pays to look.  So Monte Carlo orders what is to be proven: whenever a node has been
 * visited so often again, it gets a slice of proof-number search, and what is proven is written
 * into the tree, where the solver backs it up.  As in the hybrids of Baier and Winands (2013,
 * "Monte-Carlo Tree Search and Minimax Hybrids", MCTS-MS), which begin an alpha-beta search where a
 * node has visits enough; proof numbers have a memory, and go on where they were.
 *
 * Work is counted in positions, not in seconds, so that the same search does the same. */
#include "base/clock.h"
#include "search/common/limits.h"
#include "mcts.h"
#include "search/proof/proof.h"

#include <string.h>

enum {
    EVERY = 1024,        /* visits from one slice of a node to the next */
    NODES_A_PLAYOUT = 8, /* which take about as long */
    TRUST = 8,           /* slices in vain until the share is half of what it was; a proof makes up
                            for as many */
    FORGET = 8,          /* the part of them that is forgotten with each move */
    MEMORY_PART = 8,
    MEMORY_LEAST = 1 << 20, /* bytes: a small tree is not the smaller for it; and so few that */
    MEMORY_MOST = 32 << 20  /* they are wiped in no time, for half a million positions */
};

/* ---- room ---- */

size_t mi_mcts_prover_bytes(const struct mi_run *run)
{
    const struct mi_settings *settings = run->settings;
    size_t bytes = settings->memory / MEMORY_PART;
    bool wanted = run->solver && settings->prover > 0 && bytes >= MEMORY_LEAST;
    if (!wanted || run->judges || !mi_provable(run->root))
        return 0;
    return bytes < MEMORY_MOST ? bytes : MEMORY_MOST;
}

void mi_mcts_drop_prover(struct mi_mcts *mcts)
{
    mi_prover_close(mcts->proving.prover);
    mcts->proving.prover = NULL;
}

void mi_mcts_clear_prover(struct mi_mcts *mcts)
{
    if (mcts->proving.prover)
        mi_prover_clear(mcts->proving.prover);
    mcts->proving.tries = mcts->proving.proofs = 0;
}

/* What is left out somewhere in the tree makes it another game, which the prover does not know. */
void mi_mcts_open_prover(struct mi_run *run, bool kept)
{
    struct mi_proving *proving = &run->mcts->proving;
    size_t bytes = mi_mcts_prover_bytes(run);
    if (proving->bytes != bytes)
        mi_mcts_drop_prover(run->mcts);
    proving->bytes = bytes;
    if (bytes > 0 && !proving->prover)
        proving->prover = mi_prover_open(bytes);
    run->proves = proving->prover != NULL && run->limits->avoid_count == 0;
    if (!kept)
        mi_mcts_clear_prover(run->mcts);
    proving->spent = 0;
    proving->tries -= proving->tries / FORGET; /* the game goes on */
    proving->proofs -= proving->proofs / FORGET;
}

/* ---- a slice ---- */

struct slice {
    const struct mi_run *run;
    uint64_t most, nodes; /* positions */
};

static bool is_over(void *context, uint64_t nodes, double part)
{
    struct slice *slice = context;
    const struct mi_run *run = slice->run;
    slice->nodes = nodes;
    (void)part;
    return nodes >= slice->most || mi_flag(&run->finished) ||
           mi_limits_over(run->limits, mi_clock());
}

/* Which question: whether the one wins for whom the root looks better, as long as that is open. */
static int goal_of(const struct mi_run *run, struct mi_bounds bounds)
{
    const struct mi_node *root = mi_tree_node(&run->mcts->tree, run->mcts->tree.root);
    bool second = 2 * mi_node_value(root) < (int64_t)mi_node_visits(root) * MI_UNIT;
    if (mi_node_mover(root))
        second = !second;
    if (bounds.most <= MI_DRAW)
        return 0;
    return bounds.least >= MI_DRAW ? 1 : !second;
}

/* The position at depth of the way. */
static struct mi_root root_at(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    const struct mi_run *run = worker->run;
    struct mi_root root = *run->root;
    memcpy(worker->scratch, root.pos, root.size);
    for (int d = 0; d < depth; d++)
        root.game->play(worker->scratch, descent->line[d]);
    root.pos = worker->scratch;
    root.only_count = 0;
    if (run->repeat_rule != MIAI_REPEAT_FREE) {
        root.keys = descent->keys;
        root.key_count += depth;
    }
    return root;
}

/* A slice of so many positions for the node at depth of the way. */
static void prove(struct mi_worker *worker, const struct mi_descent *descent, int depth,
                  uint64_t most)
{
    struct mi_run *run = worker->run;
    struct mi_proving *proving = &run->mcts->proving;
    struct mi_node *node = mi_tree_node(&run->mcts->tree, descent->path[depth]);
    struct mi_root root = root_at(worker, descent, depth);
    struct slice slice = {run, most, 0};
    const miai_watch watch = {.bytes = sizeof watch, .over = is_over, .context = &slice};
    int goal = goal_of(run, mi_bounds_of(mi_node_state(node), 0));
    struct mi_score_bounds found;
    mi_prover_ask(proving->prover, &root, goal, &watch, &found);
    proving->spent += slice.nodes;
    bool tried = slice.nodes > 0; /* else it knew */
    proving->tries += tried;
    unsigned state = mi_state_of_scores(found.least, found.most);
    if (!(state & ~(unsigned)atomic_fetch_or(&node->state, (uint16_t)state)))
        return;
    proving->proofs += tried;
    mi_mcts_back_up_proof(worker, descent, depth);
}

/* ---- when ---- */

/* The positions that are as much work as so many playouts' share of it. */
static double positions_for(const struct mi_run *run, double playouts)
{
    double share = run->settings->prover;
    return share / (1 - share) * NODES_A_PLAYOUT * playouts;
}

/* Is another slice within the prover's share, which is the less the less has come of it? */
static bool has_share(const struct mi_run *run)
{
    const struct mi_proving *proving = &run->mcts->proving;
    double worth = (double)(TRUST + TRUST * proving->proofs) / (double)(TRUST + proving->tries);
    double playouts = (double)atomic_load_explicit(&run->playouts, memory_order_relaxed);
    double all = positions_for(run, playouts) * (worth < 1 ? worth : 1);
    return (double)proving->spent + positions_for(run, EVERY) <= all;
}

static bool is_open(const struct mi_node *node)
{
    return mi_proof_of(mi_bounds_of(mi_node_state(node), 0)) == MI_UNPROVEN;
}

static bool is_due(const struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    const struct mi_node *node = mi_tree_node(&worker->run->mcts->tree, descent->path[depth]);
    uint32_t visits = mi_node_visits(node), before = visits - descent->playouts;
    return visits / EVERY != before / EVERY && is_open(node);
}

/* The prover serves one thread at a time; for the others there are playouts. */
static void prove_in_turn(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    const struct mi_run *run = worker->run;
    if (pthread_mutex_trylock(&run->mcts->proving.lock) != 0)
        return;
    if (worker->wanted || has_share(run))
        prove(worker, descent, depth, (uint64_t)positions_for(run, EVERY));
    pthread_mutex_unlock(&run->mcts->proving.lock);
}

void mi_mcts_prove_visited(struct mi_worker *worker, const struct mi_descent *descent)
{
    if (!worker->run->proves)
        return;
    for (int d = 1; d <= descent->depth; d++)
        if (is_due(worker, descent, d) || (d == 1 && worker->wanted))
            prove_in_turn(worker, descent, d);
}

/* ---- what is known at the beginning ---- */

bool mi_mcts_is_known(struct mi_worker *worker, const struct mi_edge *edge)
{
    const struct mi_run *run = worker->run;
    uint32_t link = mi_edge_link(edge);
    if (edge->move & MI_EDGE_MASKED || link == MI_LINK_FORBIDDEN ||
        (mi_is_node(link) && !is_open(mi_tree_node(&run->mcts->tree, link))))
        return false;
    memcpy(worker->scratch, run->root->pos, run->root->size);
    run->root->game->play(worker->scratch, edge->move);
    return mi_prover_knows(run->mcts->proving.prover, run->root, worker->scratch);
}
