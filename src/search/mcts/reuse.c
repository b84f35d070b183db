/* The tree lives from move to move: from the root of the last run to the root of this one.
 *
 *   line      a ----- b ----- c ----- d          the root of the last run
 *   ancestor  oldest                  plies
 *
 * The new line has a beginning in common with the old one.  If the node at its end is still in
 * memory, the root goes up to it (undo), and from there down by the rest of the new line (moves
 * played).  Any node may become the root, since a path says all that matters about it.
 *
 * Going up, what was searched below is heard, but not counted: nobody chose those visits from
 * above.  The values above are made anew, each the mean of what the moves are worth by now, over
 * the visits of their edges (as in Wu's "Monte-Carlo Graph Search from First Principles", of
 * KataGo). */
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
    uint32_t *ancestor =
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

/* ---- values made anew ---- */

/* Sums over visits, in the view of who is to move. */
struct sums {
    uint64_t visits;
    double value, squares; /* squares: of (value - 1/2) */
};

/* Adds what a move says.  draw: the player has one for certain, see backup.c. */
static void add(struct sums *sums, const struct mi_node *child, uint32_t visits, bool draw,
                bool squares)
{
    double mean = mi_node_mean(child, 0.5);
    sums->visits += visits;
    sums->value += visits * (draw && mean < 0.5 ? 0.5 : mean);
    if (squares)
        sums->squares += mi_node_squares(child) * mi_node_part(child, visits);
}

static struct sums sum_moves(const struct mi_tree *tree, const struct mi_node *node, bool squares)
{
    struct sums sums = {0};
    unsigned state = mi_node_state(node);
    bool draw = state & MI_NODE_BOUNDS && mi_bounds_of(state, mi_node_turn(node)).least == MI_DRAW;
    const struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            const struct mi_node *child = mi_is_node(link) ? mi_tree_node(tree, link) : NULL;
            if (child && mi_node_visits(child) > 0)
                add(&sums, child, mi_edge_visits(&edges->edge[i]), draw, squares);
        }
    return sums;
}

/* Adds the visits that no edge has: the first, of which the node knows what it brought, or those of
 * edges that are no more, as they were. */
static void add_rest(struct sums *sums, const struct mi_node *node, bool own, bool squares)
{
    double rest = (double)mi_node_visits(node) - (double)sums->visits,
           mean = mi_node_mean(node, 0.5);
    bool turned = mi_node_turn(node) != mi_node_mover(node);
    double square = squares ? mi_node_squares(node) / mi_node_visits(node) : 0;
    mean = turned ? 1 - mean : mean;
    if (own && rest == 1 && mi_node_own(node) >= 0) {
        mean = mi_node_turn(node) ? 1 - mi_node_own(node) : mi_node_own(node);
        square = (mean - 0.5) * (mean - 0.5);
    }
    sums->value += rest * mean;
    sums->squares += rest * square;
}

/* The value of a node by what its moves are worth now; its visits stay. */
static void remake(const struct mi_run *run, struct mi_node *node)
{
    uint32_t visits = mi_node_visits(node);
    struct sums sums = sum_moves(&run->mcts->tree, node, run->squares);
    if (sums.visits == 0 || sums.visits > visits)
        return;
    add_rest(&sums, node, run->tree_policy.implicit <= 0, run->squares);
    double value = mi_node_turn(node) == mi_node_mover(node) ? sums.value : visits - sums.value;
    atomic_store_explicit(&node->value, (int64_t)(value * MI_UNIT + 0.5), memory_order_relaxed);
    if (run->squares)
        mi_node_set_squares(node, sums.squares);
    mi_mcts_remake_told(run, node);
}

/* ---- a root that had some moves alone ----
 *
 * Its visits speak for these moves among each other, not beside those that were left out, and its
 * mean may be that of a bad move: neither it nor what lies above it goes on with them. */

static bool opens_others(const struct mi_mcts *mcts, const struct mi_root *root)
{
    if (root->only_count == 0)
        return true;
    for (int i = 0; i < root->only_count; i++)
        if (!mi_is_listed(mcts->only, mcts->only_count, root->only[i]))
            return true;
    return false;
}

/* common: plies that the root's line shares with the old one. */
static bool is_one_sided(const struct mi_mcts *mcts, const struct mi_root *root, int common)
{
    if (mcts->only_count == 0 || common > mcts->only_plies)
        return false;
    return common < mcts->only_plies || (root->plies == common && opens_others(mcts, root));
}

static void note_only(struct mi_mcts *mcts, const struct mi_root *root)
{
    if (root->only_count == 0 || root->only_best)
        return;
    memcpy(mcts->only, root->only, (size_t)root->only_count * sizeof *root->only);
    mcts->only_count = root->only_count;
    mcts->only_plies = root->plies;
}

/* ---- along the line ---- */

static void go_up(const struct mi_run *run, int plies)
{
    struct mi_tree *tree = &run->mcts->tree;
    while (tree->plies > plies) {
        mi_tree_unpin(tree, tree->ancestor[tree->plies--]);
        struct mi_node *node = mi_tree_node(tree, tree->ancestor[tree->plies]);
        remake(run, node);
        if (run->tree_policy.implicit > 0)
            mi_mcts_update_implicit(tree, node);
    }
}

/* Only along moves of the player whose turn it was, as the nodes have it. */
static bool go_down(struct mi_mcts *mcts, const struct mi_root *root)
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

/* May the node be the root of a search for that player?  Not where the game was over by the rules,
 * or the turn was changed from outside. */
static bool fits(const struct mi_node *node, int turn)
{
    return !(mi_node_state(node) & MI_NODE_TERMINAL) && mi_node_turn(node) == turn;
}

static bool reuse(const struct mi_run *run, int turn)
{
    struct mi_mcts *mcts = run->mcts;
    struct mi_tree *tree = &mcts->tree;
    if (tree->root == 0 || mcts->playouts > MI_VISITS_MOST / 2)
        return false;
    int common = common_plies(mcts, run->root);
    if (common < tree->oldest || is_one_sided(mcts, run->root, common))
        return false;
    go_up(run, common);
    if (!go_down(mcts, run->root))
        return false;
    uint32_t node = tree->ancestor[tree->plies];
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
                  run->tree_policy.rave_inverse > 0 || run->settings->human.in_tree,
                  run->evaluator->tells);
    mcts->playouts = 0;
    if (run->squares)
        atomic_init(&mi_tree_node(&mcts->tree, mcts->tree.root)->squares, 0);
}

void mi_mcts_place_root(struct mi_run *run, uint64_t key)
{
    struct mi_mcts *mcts = run->mcts;
    int turn = run->root->game->turn(run->root->pos);
    bool kept = run->settings->reuse && mcts->key == key && reuse(run, turn);
    mcts->key = key;
    if (!kept) {
        mi_mcts_begin(run);
        mcts->only_count = 0;
    }
    note_only(mcts, run->root);
}
