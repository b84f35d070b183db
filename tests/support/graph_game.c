#include "graph_game.h"

#include <string.h>

enum { WIDTH = 3, NODES = 12 };

struct graph {
    uint64_t seed;
    uint32_t node, ply;
    uint8_t turn, over, levels, strict;
    int8_t score;
};

static uint64_t draw_hash(const struct graph *g, uint64_t what)
{
    return miai_mix(g->seed ^ miai_mix(((uint64_t)g->node << 32 | g->ply) * 64 + what));
}

static void settle_node(struct graph *g)
{
    bool last = g->levels && g->ply == GRAPH_LEVELS;
    g->over = last || ((g->ply > 0 || g->node > 0) && draw_hash(g, 1) % 6 == 0);
    g->score = (int8_t)(g->over ? (int)(draw_hash(g, 2) % 5) - 2 : 0);
    if (!g->strict && g->levels)
        g->turn = draw_hash(g, 3) % 2;
}

static size_t graph_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct graph);
}

static int graph_move_count(const miai_setup *setup)
{
    (void)setup;
    return WIDTH;
}

static void graph_init(void *pos, const miai_setup *setup)
{
    struct graph *g = pos;
    memset(g, 0, sizeof *g);
    g->seed = miai_mix((uint64_t)setup->komi);
    g->strict = (setup->rules & GRAPH_STRICT) != 0;
    g->levels = !(setup->rules & GRAPH_LOOPS);
}

static int graph_turn(const void *pos)
{
    return ((const struct graph *)pos)->turn;
}

static int graph_moves(const void *pos, miai_move *list)
{
    int n = 1 + (int)(draw_hash(pos, 4) % WIDTH);
    for (int i = 0; i < n; i++)
        list[i] = (i + (int)(draw_hash(pos, 5) % WIDTH)) % WIDTH;
    return n;
}

static bool graph_legal(const void *pos, miai_move move)
{
    miai_move list[WIDTH];
    int n = ((const struct graph *)pos)->over ? 0 : graph_moves(pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void graph_play(void *pos, miai_move move)
{
    struct graph *g = pos;
    g->node = (uint32_t)(draw_hash(g, 8 + (uint64_t)move) % NODES);
    g->turn = !g->turn;
    if (g->levels)
        g->ply++;
    else
        g->node = g->node / 2 * 2 + g->turn;
    settle_node(g);
}

static bool graph_outcome(const void *pos, int *score)
{
    const struct graph *g = pos;
    *score = g->score;
    return g->over;
}

uint64_t graph_hash(const void *pos)
{
    const struct graph *g = pos;
    return miai_mix((uint64_t)g->node << 32 | g->ply << 8 | g->turn);
}

static int graph_text(const void *pos, char *text, size_t size)
{
    (void)pos;
    if (size)
        text[0] = '\0';
    return 0;
}

static int graph_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)move;
    return graph_text(pos, text, size);
}

int graph_evaluate(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    return (int)(draw_hash(pos, 6) % 400) - 200;
}

int graph_forbids(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_ILLEGAL;
}

int graph_draws(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_DRAW;
}

const miai_game graph_game = {
    .bytes = sizeof(miai_game),
    .name = "graph",
    .size = graph_size,
    .move_count = graph_move_count,
    .init = graph_init,
    .turn = graph_turn,
    .moves = graph_moves,
    .legal = graph_legal,
    .play = graph_play,
    .outcome = graph_outcome,
    .hash = graph_hash,
    .move_text = graph_move_text,
    .text = graph_text,
};
