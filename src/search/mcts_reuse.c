/* The tree lives from move to move: from the root of the last run to the root of this one.
 *
 *   line      a ----- b ----- c ----- d          the root of the last run
 *   ancestor  oldest                  plies
 *
 * The new line has a beginning in common with the old one.  If the node at its end is still in
 * memory, the root goes up to it (undo), and from there down by the rest of the new line (moves
 * played).  Any node may become the root, since a path says all that matters about it. */
#include "mcts.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_STEP = 1024 };

bool mi_mcts_make_room(struct mi_mcts *mcts, int plies)
{
    if (plies < mcts->capacity)
        return true;
    int capacity = (plies / PLIES_STEP + 1) * PLIES_STEP;
    struct mi_ply *line = realloc(mcts->line, (size_t)capacity * sizeof *line);
    if (line)
        mcts->line = line;
    struct mi_ancestor *ancestor =
        line ? realloc(mcts->ancestor, (size_t)capacity * sizeof *ancestor) : NULL;
    if (!ancestor)
        return false;
    mcts->ancestor = ancestor;
    mcts->capacity = capacity;
    return true;
}

static int common_plies(const struct mi_mcts *mcts, const struct mi_root *root)
{
    int n = 0;
    while (n < mcts->plies && n < root->plies && mcts->line[n].move == root->line[n].move &&
           mcts->line[n].player == root->line[n].player)
        n++;
    return n;
}

/* Tells the parent what its child has learnt since the root went down to it. */
static void credit(const struct mi_tree *tree, const struct mi_ancestor *above,
                   const struct mi_ancestor *below)
{
    struct mi_node *parent = mi_tree_at(tree, above->node);
    const struct mi_node *child = mi_tree_at(tree, below->node);
    uint32_t visits = mi_node_visits(child) - below->visits;
    int64_t value = mi_node_value(child) - below->value;
    if (visits > MI_VISITS_MOST - mi_node_visits(parent))
        return;
    if (mi_node_mover(parent) != mi_node_mover(child))
        value = (int64_t)visits * MI_UNIT - value;
    atomic_fetch_add_explicit(&parent->visits, visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&parent->value, value, memory_order_relaxed);
}

static void go_up(struct mi_mcts *mcts, int plies)
{
    for (; mcts->plies > plies; mcts->plies--)
        credit(&mcts->tree, &mcts->ancestor[mcts->plies - 1], &mcts->ancestor[mcts->plies]);
}

static bool go_down(struct mi_mcts *mcts, const struct mi_root *root)
{
    while (mcts->plies < root->plies) {
        const struct mi_ply *ply = &root->line[mcts->plies];
        uint32_t child =
            mi_tree_child(&mcts->tree, mcts->ancestor[mcts->plies].node, ply->move, ply->player);
        if (child == 0)
            return false;
        const struct mi_node *node = mi_tree_at(&mcts->tree, child);
        mcts->line[mcts->plies++] = *ply;
        mcts->ancestor[mcts->plies] =
            (struct mi_ancestor){child, mi_node_visits(node), mi_node_value(node)};
    }
    return true;
}

/* May the node be the root of a search for that player?  Not where it was a leaf by the rules, or
 * the turn was changed from outside. */
static bool fits(const struct mi_node *node, int turn)
{
    unsigned state = mi_node_state(node);
    if (state & (MI_NODE_TERMINAL | MI_NODE_REPEATED | MI_NODE_ILLEGAL))
        return false;
    return !(state & MI_NODE_KNOWN) || (state & MI_NODE_TURN ? 1 : 0) == turn;
}

static bool reuse(struct mi_mcts *mcts, const struct mi_root *root, int turn)
{
    int common = common_plies(mcts, root);
    if (mcts->tree.root == 0 || common < mcts->oldest)
        return false;
    go_up(mcts, common);
    if (!go_down(mcts, root))
        return false;
    uint32_t node = mcts->ancestor[mcts->plies].node;
    if (!fits(mi_tree_at(&mcts->tree, node), turn))
        return false;
    mcts->tree.root = node;
    return true;
}

void mi_mcts_forget_ancestors(struct mi_mcts *mcts)
{
    mcts->oldest = mcts->plies;
    mcts->ancestor[mcts->plies].node = mcts->tree.root;
}

void mi_mcts_begin(struct mi_run *run)
{
    const struct mi_root *root = run->root;
    struct mi_mcts *mcts = run->mcts;
    mi_tree_begin(&mcts->tree, root->game->turn(root->pos));
    if (root->plies > 0)
        memcpy(mcts->line, root->line, (size_t)root->plies * sizeof *root->line);
    mcts->plies = root->plies;
    mi_mcts_forget_ancestors(mcts);
}

void mi_mcts_place_root(struct mi_run *run, uint64_t key)
{
    struct mi_mcts *mcts = run->mcts;
    int turn = run->root->game->turn(run->root->pos);
    bool kept = run->settings->reuse && mcts->key == key && reuse(mcts, run->root, turn);
    mcts->key = key;
    if (!kept)
        mi_mcts_begin(run);
    else
        mi_node_know(mi_tree_at(&mcts->tree, mcts->tree.root), turn);
}
