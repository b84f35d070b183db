/* Reuse of the tree: moves the root from that of the last run to that of this one.
 *
 *   line      a ----- b ----- c ----- d          the root of the last run
 *   ancestor  oldest                  plies
 *
 * The new line and the old one begin with the same moves.  If the node at the end of that common
 * part is still in memory, the root moves up to it (undo) and then down by the rest of the new line
 * (moves played).  Any node can become the root, since its path determines its position and
 * history.
 *
 * Visits below are not added to the nodes above when moving up: they were not chosen from
 * above. Only the values above are recomputed: each is the mean of the current values of the moves,
 * weighted by their edges' visits (Wu, "Monte-Carlo Graph Search from First Principles", in
 * KataGo's docs). */
#include "mcts.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_STEP = 1024 };

bool mi_mcts_reserve_line(struct mi_mcts *mcts, int plies)
{
    if (plies < mcts->capacity)
        return true;
    int capacity = (plies / PLIES_STEP + 1) * PLIES_STEP;
    miai_ply *line = realloc(mcts->line, (size_t)capacity * sizeof *line);
    if (line)
        mcts->line = line;
    uint32_t *ancestor =
        line ? realloc(mcts->tree.ancestor, (size_t)capacity * sizeof *ancestor) : NULL;
    if (!ancestor)
        return false;
    mcts->tree.ancestor = ancestor;
    mcts->capacity = capacity;
    return true;
}

static int count_common_plies(const struct mi_mcts *mcts, const struct mi_root *root)
{
    int n = 0;
    while (n < mcts->tree.plies && n < root->plies && mcts->line[n].move == root->line[n].move &&
           mcts->line[n].player == root->line[n].player)
        n++;
    return n;
}

/* ---- recomputed values ---- */

/* Sums over visits, in the view of the side to move. */
struct child_sums {
    uint64_t visits;
    double value, squares; /* squares: of (value - 1/2) */
};

/* Adds a move.  draw: the player has a certain draw, see backup.c. */
static void add_child(struct child_sums *sums, const struct mi_node *child, uint32_t visits,
                      bool draw, bool squares)
{
    double mean = mi_node_mean(child, 0.5);
    sums->visits += visits;
    sums->value += visits * (draw && mean < 0.5 ? 0.5 : mean);
    if (squares)
        sums->squares += mi_node_squares(child) * mi_node_part(child, visits);
}

static struct child_sums sum_children(const struct mi_tree *tree, const struct mi_node *node,
                                      bool squares)
{
    struct child_sums sums = {0};
    unsigned state = mi_node_state(node);
    bool draw = state & MI_NODE_BOUNDS && mi_bounds_of(state, mi_node_turn(node)).min == MI_DRAW;
    const struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            const struct mi_node *child = mi_is_node(link) ? mi_tree_node(tree, link) : NULL;
            if (child && mi_node_visits(child) > 0)
                add_child(&sums, child, mi_edge_visits(&edges->edge[i]), draw, squares);
        }
    return sums;
}

/* Adds the visits that belong to no edge: the first visit, whose value is stored in the node, or
 * the visits of deleted edges, at the node's mean. */
static void add_visits_without_edge(struct child_sums *sums, const struct mi_node *node, bool own,
                                    bool squares)
{
    double rest = (double)mi_node_visits(node) - (double)sums->visits,
           mean = mi_node_mean(node, 0.5);
    bool turned = mi_node_turn(node) != mi_node_mover(node);
    double square = squares ? mi_node_squares(node) / mi_node_visits(node) : 0;
    mean = turned ? 1 - mean : mean;
    if (own && rest == 1 && mi_node_position_value(node) >= 0) {
        mean = mi_node_turn(node) ? 1 - mi_node_position_value(node) : mi_node_position_value(node);
        square = (mean - 0.5) * (mean - 0.5);
    }
    sums->value += rest * mean;
    sums->squares += rest * square;
}

/* Recomputes the value of a node from its moves' current values; its visits do not change. */
static void recompute_node(const struct mi_run *run, struct mi_node *node)
{
    uint32_t visits = mi_node_visits(node);
    struct child_sums sums = sum_children(&run->mcts->tree, node, run->squares);
    if (sums.visits == 0 || sums.visits > visits)
        return;
    add_visits_without_edge(&sums, node, run->tree_policy.implicit <= 0, run->squares);
    double value = mi_node_turn(node) == mi_node_mover(node) ? sums.value : visits - sums.value;
    atomic_store_explicit(&node->value, (int64_t)(value * MI_UNIT + 0.5), memory_order_relaxed);
    if (run->squares)
        mi_node_set_squares(node, sums.squares);
    mi_mcts_recompute_leaf_stats(run, node);
}

/* ---- roots limited to some moves ----
 *
 * Visits below such a root do not compare these moves with the others, and its mean may be that of
 * a bad move.  So a search that allows other moves does not reuse it, nor do nodes above it. */

static bool allows_other_moves(const struct mi_mcts *mcts, const struct mi_root *root)
{
    if (root->only_count == 0)
        return true;
    for (int i = 0; i < root->only_count; i++)
        if (!mi_is_listed(mcts->only, mcts->only_count, root->only[i]))
            return true;
    return false;
}

/* Would this search reuse a root that was limited to some moves? common: number of plies that the
 * old line and the root's line share. */
static bool reuses_limited_root(const struct mi_mcts *mcts, const struct mi_root *root, int common)
{
    if (mcts->only_count == 0 || common > mcts->only_plies)
        return false;
    return common < mcts->only_plies || (root->plies == common && allows_other_moves(mcts, root));
}

static void store_limited_root(struct mi_mcts *mcts, const struct mi_root *root)
{
    if (root->only_count == 0 || root->only_best)
        return;
    memcpy(mcts->only, root->only, (size_t)root->only_count * sizeof *root->only);
    mcts->only_count = root->only_count;
    mcts->only_plies = root->plies;
}

/* ---- moving along the line ---- */

static void move_root_up(const struct mi_run *run, int plies)
{
    struct mi_tree *tree = &run->mcts->tree;
    while (tree->plies > plies) {
        mi_tree_unpin(tree, tree->ancestor[tree->plies--]);
        struct mi_node *node = mi_tree_node(tree, tree->ancestor[tree->plies]);
        recompute_node(run, node);
        if (run->tree_policy.implicit > 0)
            mi_mcts_update_implicit(tree, node);
    }
}

/* Stops if the line's player is not the side to move in the node. */
static bool move_root_down(struct mi_mcts *mcts, const struct mi_root *root)
{
    struct mi_tree *tree = &mcts->tree;
    while (tree->plies < root->plies) {
        const miai_ply *ply = &root->line[tree->plies];
        uint32_t at = tree->ancestor[tree->plies];
        uint32_t child = mi_tree_child(tree, at, ply->move);
        if (child == 0 || mi_node_turn(mi_tree_node(tree, at)) != ply->player)
            return false;
        mi_tree_pin(tree, child);
        mcts->line[tree->plies++] = *ply;
        tree->ancestor[tree->plies] = child;
    }
    return true;
}

/* Can the node be the root for this player?  Not if the game is over by the rules, or if the side
 * to move was changed by a client. */
static bool can_be_root(const struct mi_node *node, int turn)
{
    return !(mi_node_state(node) & MI_NODE_TERMINAL) && mi_node_turn(node) == turn;
}

static bool reuse_tree(const struct mi_run *run, int turn)
{
    struct mi_mcts *mcts = run->mcts;
    struct mi_tree *tree = &mcts->tree;
    if (tree->root == 0 || mcts->playouts > MI_MAX_VISITS / 2)
        return false;
    int common = count_common_plies(mcts, run->root);
    if (common < tree->oldest || reuses_limited_root(mcts, run->root, common))
        return false;
    move_root_up(run, common);
    if (!move_root_down(mcts, run->root))
        return false;
    uint32_t node = tree->ancestor[tree->plies];
    if (!can_be_root(mi_tree_node(tree, node), turn))
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
                  run->tree_policy.rave_inverse > 0 || run->settings->human.in_tree,
                  run->evaluator->reports_outputs);
    mcts->playouts = 0;
    if (run->squares)
        atomic_init(&mi_tree_node(&mcts->tree, mcts->tree.root)->squares, 0);
}

void mi_mcts_place_root(struct mi_run *run, uint64_t key)
{
    struct mi_mcts *mcts = run->mcts;
    int turn = run->root->game->turn(run->root->pos);
    bool kept = run->settings->reuse && mcts->key == key && reuse_tree(run, turn);
    mcts->key = key;
    if (!kept) {
        mi_mcts_begin(run);
        mcts->only_count = 0;
    }
    store_limited_root(mcts, run->root);
}
