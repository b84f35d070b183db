/* The tree read as a result, also while other threads work on it. */
#include "choice.h"
#include "mcts.h"

enum { MANY = 10 }; /* a tenth of the best move's visits are enough to trust a value */

static struct mi_choice choice_of(const struct mi_node *node)
{
    static const double proven[] = {[MI_LOSS] = 0.0, [MI_DRAW] = 0.5, [MI_WIN] = 1.0};
    uint32_t visits = mi_node_visits(node);
    struct mi_choice choice = {.move = node->move, .visits = visits, .value = 0.5};
    choice.proof = mi_node_proof(node);
    if (choice.proof != MI_UNPROVEN)
        choice.value = proven[choice.proof];
    else if (visits > 0)
        choice.value = (double)mi_node_value(node) / ((double)visits * MI_UNIT);
    return choice;
}

static bool is_open(const struct mi_node *node)
{
    return !(mi_node_state(node) & (MI_NODE_ILLEGAL | MI_NODE_MASKED));
}

static void collect(const struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    int n;
    const struct mi_node *child = mi_children(tree, mi_tree_at(tree, tree->root), &n);
    result->choice_count = 0;
    for (int i = 0; i < n; i++)
        if (is_open(&child[i]))
            result->choice[result->choice_count++] = choice_of(&child[i]);
    mi_choices_finish(result, run->settings->final);
}

void mi_mcts_standing(const struct mi_run *run, struct mi_standing *standing)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *child, *root = mi_tree_at(tree, tree->root);
    struct mi_choice best = {.visits = 0};
    double top = 0;
    int n;
    *standing = (struct mi_standing){.second = 0};
    child = mi_children(tree, root, &n);
    for (int i = 0; i < n; i++) {
        struct mi_choice choice = choice_of(&child[i]);
        if (!is_open(&child[i]) || choice.proof == MI_LOSS)
            continue;
        bool first = choice.visits > best.visits;
        uint64_t behind = first ? best.visits : choice.visits;
        standing->second = behind > standing->second ? behind : standing->second;
        best = first ? choice : best;
    }
    for (int i = 0; i < n; i++) {
        struct mi_choice choice = choice_of(&child[i]);
        if (is_open(&child[i]) && choice.visits > best.visits / MANY && choice.value > top)
            top = choice.value;
    }
    standing->best = best.visits;
    standing->torn = top > best.value;
    standing->gained = atomic_load_explicit(&run->playouts, memory_order_relaxed);
}

/* The child that the mover would choose; NULL if none was visited. */
static const struct mi_node *best_child(const struct mi_run *run, const struct mi_node *node)
{
    int n;
    const struct mi_node *child = mi_children(&run->mcts->tree, node, &n), *best = NULL;
    struct mi_choice most = {.visits = 0};
    for (int i = 0; i < n; i++) {
        struct mi_choice choice = choice_of(&child[i]);
        bool known = mi_node_state(&child[i]) & MI_NODE_KNOWN;
        if (!known || !is_open(&child[i]) || choice.visits == 0)
            continue;
        if (!best || mi_choice_order(&choice, &most, run->settings->final) < 0) {
            best = &child[i];
            most = choice;
        }
    }
    return best;
}

static void principal_variation(const struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *root = mi_tree_at(tree, tree->root), *node;
    uint32_t first =
        mi_tree_child(tree, tree->root, result->move, (mi_node_state(root) & MI_NODE_TURN) != 0);
    result->pv_length = 0;
    for (node = first ? mi_tree_at(tree, first) : NULL; node && result->pv_length < MI_PV_MAX;
         node = best_child(run, node))
        result->pv[result->pv_length++] = node->move;
}

static void sum_counters(const struct mi_run *run, struct mi_result *result)
{
    result->nodes = result->leaves = 0;
    result->depth = 0;
    for (int i = 0; i < run->threads; i++) {
        const struct mi_worker *worker = run->worker[i];
        int longest = atomic_load_explicit(&worker->longest, memory_order_relaxed);
        result->nodes += atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        result->leaves += atomic_load_explicit(&worker->leaves, memory_order_relaxed);
        result->depth = longest > result->depth ? longest : result->depth;
    }
}

void mi_mcts_result(struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    collect(run, result);
    principal_variation(run, result);
    sum_counters(run, result);
    result->playouts = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    result->reused_visits = run->reused_visits;
    result->tree_nodes = atomic_load_explicit(&tree->used, memory_order_relaxed) - 1;
    result->full = tree->limit ? (int)(result->tree_nodes * 1000 / tree->limit) : 0;
    result->tree_bytes = run->overhead + (result->tree_nodes + 1) * sizeof *tree->node;
    result->held_bytes = run->overhead + (uint64_t)mi_tree_touched(tree) * sizeof *tree->node;
    result->limit_bytes = run->settings->memory;
}
