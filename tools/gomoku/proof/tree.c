#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tree_open(struct tree *tree)
{
    memset(tree, 0, sizeof *tree);
    tree->mask = (1 << 20) - 1;
    tree->slot = calloc((size_t)tree->mask + 1, sizeof *tree->slot);
    tree->nodes = 1;
    return tree->slot != NULL;
}

void tree_close(struct tree *tree)
{
    free(tree->node);
    free(tree->edge);
    free(tree->slot);
}

/* Makes space in *items for one more than count. */
static bool grow_array(void **items, uint64_t count, uint64_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    uint64_t more = *capacity + *capacity / 2 + (1 << 16);
    void *bigger = realloc(*items, (size_t)more * size);
    if (!bigger)
        return false;
    *items = bigger;
    *capacity = more;
    return true;
}

static uint64_t slot_of(const struct tree *tree, uint64_t key)
{
    uint64_t i = key >> 1 & tree->mask;
    while (tree->slot[i] && tree->node[tree->slot[i]].key != key)
        i = (i + 1) & tree->mask;
    return i;
}

static bool widen_slots(struct tree *tree)
{
    if (2 * tree->nodes < tree->mask)
        return true;
    uint64_t mask = 2 * tree->mask + 1;
    uint32_t *slot = calloc((size_t)mask + 1, sizeof *slot);
    if (!slot)
        return false;
    free(tree->slot);
    tree->slot = slot;
    tree->mask = mask;
    for (uint32_t i = 1; i < tree->nodes; i++)
        slot[slot_of(tree, tree->node[i].key)] = i;
    return true;
}

uint32_t tree_node(struct tree *tree, uint64_t key, bool *is_new)
{
    uint64_t place = slot_of(tree, key);
    *is_new = tree->slot[place] == 0;
    if (!*is_new)
        return tree->slot[place];
    if (!grow_array((void **)&tree->node, tree->nodes, &tree->node_capacity, sizeof *tree->node) ||
        !widen_slots(tree))
        return 0;
    uint32_t node = (uint32_t)tree->nodes++;
    memset(&tree->node[node], 0, sizeof tree->node[node]);
    tree->node[node].key = key;
    tree->slot[slot_of(tree, key)] = node;
    return node;
}

bool tree_reopen(struct tree *tree, uint32_t node)
{
    struct node *n = &tree->node[node];
    uint64_t first = tree->edges;
    for (int i = 0; i < n->edges; i++) {
        if (!grow_array((void **)&tree->edge, tree->edges, &tree->edge_capacity,
                        sizeof *tree->edge))
            return false;
        tree->edge[tree->edges++] = *tree_edge(tree, n, i);
    }
    n->first = first;
    return true;
}

bool tree_add_edge(struct tree *tree, uint32_t node, const struct edge *edge)
{
    struct node *n = &tree->node[node];
    for (int i = 0; i < n->edges; i++)
        if (tree_edge(tree, n, i)->child == edge->child) {
            tree_edge(tree, n, i)->doubt = edge->doubt;
            return true;
        }
    if (!grow_array((void **)&tree->edge, tree->edges, &tree->edge_capacity, sizeof *tree->edge))
        return false;
    if (n->edges == 0)
        n->first = tree->edges;
    tree->edge[tree->edges++] = *edge;
    n->edges++;
    return true;
}

void tree_settle(struct node *node, bool won)
{
    node->proof = won ? 0 : GOMOKU_PROOF_INFINITE;
    node->disproof = won ? GOMOKU_PROOF_INFINITE : 0;
}

static uint32_t clamp_number(uint64_t number)
{
    return number < GOMOKU_PROOF_INFINITE ? (uint32_t)number : GOMOKU_PROOF_INFINITE - 1;
}

/* The number that the side to move minimizes: the proof number for Black, the disproof number for
 * White. */
static uint32_t own_number(const struct node *node, bool black_moves)
{
    return black_moves ? node->proof : node->disproof;
}

void tree_update(struct tree *tree, struct node *node, bool black_moves)
{
    uint64_t sum = 0;
    uint32_t least = GOMOKU_PROOF_INFINITE;
    int met = 0;
    if (!node->expanded || node->proof == 0 || node->disproof == 0)
        return;
    for (int i = 0; i < node->edges; i++) {
        const struct node *child = tree_child(tree, node, i);
        uint32_t own = own_number(child, black_moves);
        sum += own_number(child, !black_moves);
        met += child->proof == 0;
        if (own == 0)
            node->move = tree_edge(tree, node, i)->move;
        least = own < least ? own : least;
    }
    node->met = (uint8_t)met;
    if (least == 0 || least >= GOMOKU_PROOF_INFINITE) {
        tree_settle(node, black_moves == (least == 0));
        return;
    }
    node->proof = black_moves ? least : clamp_number(sum);
    node->disproof = black_moves ? clamp_number(sum) : least;
}

/* Black's child's proof number, increased by its doubt, and by its visits unless many of White's
 * moves are refuted.  A move that needs so much effort is probably wrong.  Without this, a long
 * line of threats with a low proof number would hold the search for ever. */
static uint32_t adjusted_proof(const struct node *child, int doubt)
{
    const double usual = 2000,
                 some = 32; /* visits that double it; refuted answers that double the former */
    double times = child->visits / (usual * (1 + child->met / some));
    double number = child->proof * (1 + times) * exp2(doubt / (double)DOUBT_ONE);
    return child->proof < GOMOKU_PROOF_INFINITE
               ? clamp_number((uint64_t)fmin(number, GOMOKU_PROOF_INFINITE))
               : GOMOKU_PROOF_INFINITE;
}

/* The number by which children are compared; the smallest is searched. */
static uint32_t number_of(const struct tree *tree, const struct node *node, int i, bool black_moves)
{
    const struct node *child = tree_child(tree, node, i);
    if (black_moves)
        return adjusted_proof(child, tree_edge(tree, node, i)->doubt);
    if (node->threat)
        return child->disproof;
    return child->visits > 0 ? 0 : child->proof;
}

int tree_most_proving(const struct tree *tree, const struct node *node, bool black_moves)
{
    uint32_t least = GOMOKU_PROOF_INFINITE;
    int best = -1;
    for (int i = 0; i < node->edges; i++) {
        const struct node *child = tree_child(tree, node, i);
        uint32_t number = number_of(tree, node, i, black_moves);
        if (own_number(child, !black_moves) > 0 && number < least) {
            least = number;
            best = i;
        }
    }
    return best;
}
