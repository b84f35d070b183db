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
    miai_ply *line = realloc(mcts->line, (size_t)capacity * sizeof *line);
    if (line)
        mcts->line = line;
    struct mi_ancestor *ancestor =
        line ? realloc(mcts->tree.ancestor, (size_t)capacity * sizeof *ancestor) : NULL;
    if (!ancestor)
        return false;
    mcts->tree.ancestor = ancestor;
    mcts->capacity = capacity;
    return true;
}

static int common_plies(const struct mi_mcts *mcts, const struct mi_root *root)
{
    int n = 0;
    while (n < mcts->tree.plies && n < root->plies && mcts->line[n].move == root->line[n].move &&
           mcts->line[n].player == root->line[n].player)
        n++;
    return n;
}

/* Tells the parent what its child has learnt since the root went down to it. */
static void credit(const struct mi_tree *tree, const struct mi_ancestor *above,
                   const struct mi_ancestor *below)
{
    struct mi_node *parent = mi_tree_node(tree, above->node);
    const struct mi_node *child = mi_tree_node(tree, below->node);
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
    struct mi_tree *tree = &mcts->tree;
    for (; tree->plies > plies; tree->plies--) {
        credit(tree, &tree->ancestor[tree->plies - 1], &tree->ancestor[tree->plies]);
        mi_tree_unpin(tree, tree->ancestor[tree->plies].node);
    }
}

/* Only along moves of the player whose turn it was, as the nodes have it. */
static bool go_down(struct mi_mcts *mcts, const struct mi_root *root)
{
    struct mi_tree *tree = &mcts->tree;
    while (tree->plies < root->plies) {
        const miai_ply *ply = &root->line[tree->plies];
        uint32_t at = tree->ancestor[tree->plies].node;
        uint32_t child = mi_tree_child(tree, at, ply->move);
        if (child == 0 || mi_node_turn(mi_tree_node(tree, at)) != ply->player)
            return false;
        const struct mi_node *node = mi_tree_node(tree, child);
        mi_tree_pin(tree, child);
        mcts->line[tree->plies++] = *ply;
        tree->ancestor[tree->plies] =
            (struct mi_ancestor){child, mi_node_visits(node), mi_node_value(node)};
    }
    return true;
}

/* May the node be the root of a search for that player?  Not where the game was over by the rules,
 * or the turn was changed from outside. */
static bool fits(const struct mi_node *node, int turn)
{
    return !(mi_node_state(node) & MI_NODE_TERMINAL) && mi_node_turn(node) == turn;
}

static bool reuse(struct mi_mcts *mcts, const struct mi_root *root, int turn)
{
    struct mi_tree *tree = &mcts->tree;
    if (tree->root == 0)
        return false;
    int common = common_plies(mcts, root);
    if (common < tree->oldest)
        return false;
    go_up(mcts, common);
    if (!go_down(mcts, root))
        return false;
    uint32_t node = tree->ancestor[tree->plies].node;
    if (!fits(mi_tree_node(tree, node), turn))
        return false;
    tree->root = node;
    return true;
}

void mi_mcts_begin(struct mi_run *run)
{
    const struct mi_root *root = run->root;
    struct mi_mcts *mcts = run->mcts;
    if (root->plies > 0)
        memcpy(mcts->line, root->line, (size_t)root->plies * sizeof *root->line);
    mi_tree_begin(&mcts->tree, root->plies, root->game->turn(root->pos),
                  run->formula.rave_inverse > 0);
    if (run->squares)
        atomic_init(&mi_tree_node(&mcts->tree, mcts->tree.root)->squares, 0);
}

void mi_mcts_place_root(struct mi_run *run, uint64_t key)
{
    struct mi_mcts *mcts = run->mcts;
    int turn = run->root->game->turn(run->root->pos);
    bool kept = run->settings->reuse && mcts->key == key && reuse(mcts, run->root, turn);
    mcts->key = key;
    if (!kept)
        mi_mcts_begin(run);
}
