#include "prover.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEN_VISITS = 300 };

static const struct gomoku_threats_bits threats_bits = {.table = 20, .failed = 18, .habit = 18};

bool prover_open(struct prover *prover, struct mi_gomoku_net *net, miai_engine *engine)
{
    memset(prover, 0, sizeof *prover);
    prover->net = net;
    prover->engine = engine;
    prover->habit = calloc(HABITS, sizeof *prover->habit);
    prover->position = calloc(1, sizeof *prover->position);
    size_t size = (sizeof *prover->memory + 63) / 64 * 64;
    prover->memory = mi_aligned_alloc(64, size);
    if (prover->memory)
        memset(prover->memory, 0, size);
    return mi_gomoku_threats_open(&prover->threats, threats_bits) && tree_open(&prover->tree) &&
           prover->habit && prover->position && prover->memory;
}

void prover_close(struct prover *prover)
{
    tree_close(&prover->tree);
    mi_gomoku_threats_close(&prover->threats);
    free(prover->habit);
    free(prover->position);
    mi_aligned_free(prover->memory);
}

/* ---- habits ---- */

static uint64_t key_of_black(const struct stones *stones, int *symmetry)
{
    struct stones black = *stones;
    black.n[WHITE] = 0;
    return stones_normalise(&black, symmetry);
}

int prover_habit(const struct prover *prover, const struct stones *stones)
{
    int symmetry;
    uint64_t key = key_of_black(stones, &symmetry);
    const struct habit *habit = &prover->habit[key >> 1 & (HABITS - 1)];
    return habit->key == key ? stones_turned_back(habit->move, symmetry) : -1;
}

static void store_winning_move(struct prover *prover, const struct stones *stones, int move)
{
    int symmetry;
    uint64_t key = key_of_black(stones, &symmetry);
    prover->habit[key >> 1 & (HABITS - 1)] =
        (struct habit){key, (uint8_t)stones_turned(move, symmetry)};
}

/* ---- down ---- */

/* Marks in favoured[] the moves that won against White's other moves, in the orientation of the
 * position after each move; the position to be searched has its own: see turn_favours(). */
static void note_favours(struct prover *prover, const struct node *node,
                         const struct stones *stones)
{
    enum { MOST = 60 };
    int seen = 0;
    memset(prover->favoured, 0, sizeof prover->favoured);
    for (int i = 0; i < node->edges && seen < MOST; i++) {
        const struct node *child = tree_child(&prover->tree, node, i);
        if (child->proof > 0 || !child->expanded)
            continue;
        struct stones after = *stones;
        int symmetry;
        stones_add(&after, tree_edge(&prover->tree, node, i)->move, WHITE);
        stones_normalise(&after, &symmetry);
        prover->favoured[stones_turned_back(child->move, symmetry)] = true;
        seen++;
    }
}

static void turn_favours(struct prover *prover, int symmetry)
{
    bool before[POINTS];
    memcpy(before, prover->favoured, sizeof before);
    for (int point = 0; point < POINTS; point++)
        prover->favoured[stones_turned(point, symmetry)] = before[point];
}

/* Descends by one node; false at the end of the line. */
static bool descend_one_node(struct prover *prover)
{
    struct line *line = &prover->line;
    const struct stones *stones = &line->stones[line->depth];
    struct node *node = &prover->tree.node[line->node[line->depth]];
    bool black_moves = stones_black_moves(stones);
    if (++node->visits == WIDEN_VISITS && black_moves)
        prover_widen(prover, line->node[line->depth], stones);
    node = &prover->tree.node[line->node[line->depth]];
    int best = node->expanded ? tree_most_proving(&prover->tree, node, black_moves) : -1;
    if (best < 0)
        return false;
    if (!black_moves)
        note_favours(prover, node, stones);
    struct edge edge = *tree_edge(&prover->tree, node, best);
    line->depth++;
    line->stones[line->depth] = *stones;
    stones_add(&line->stones[line->depth], edge.move, black_moves ? BLACK : WHITE);
    stones_normalise(&line->stones[line->depth], &line->symmetry);
    if (!black_moves)
        turn_favours(prover, line->symmetry);
    line->node[line->depth] = edge.child;
    return true;
}

/* ---- up ---- */

static void back_up(struct prover *prover)
{
    const struct line *line = &prover->line;
    for (int depth = line->depth; depth >= 0; depth--) {
        struct node *node = &prover->tree.node[line->node[depth]];
        const struct stones *stones = &line->stones[depth];
        bool was_open = node->proof > 0;
        tree_update(&prover->tree, node, stones_black_moves(stones));
        if (was_open && node->proof == 0 && stones_black_moves(stones))
            store_winning_move(prover, stones, node->move);
    }
}

uint32_t prover_root(struct prover *prover, struct stones *stones)
{
    bool is_new;
    uint32_t root = tree_node(&prover->tree, stones_normalise(stones, NULL), &is_new);
    if (root > 0 && is_new)
        prover->tree.node[root].proof = prover->tree.node[root].disproof = 1;
    return root;
}

bool prover_step(struct prover *prover, uint32_t root, const struct stones *stones)
{
    const struct node *node = &prover->tree.node[root];
    if (node->proof == 0 || node->disproof == 0)
        return false;
    struct line *line = &prover->line;
    line->depth = 0;
    line->symmetry = 0;
    line->stones[0] = *stones;
    line->node[0] = root;
    memset(prover->favoured, 0, sizeof prover->favoured);
    while (descend_one_node(prover))
        ;
    /* If the last node was expanded, its children were settled after another move, whose wins are
     * recorded now. */
    if (!prover->tree.node[line->node[line->depth]].expanded) {
        prover_expand(prover);
        prover->expanded++;
    }
    back_up(prover);
    return !prover->failed;
}
