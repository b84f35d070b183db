#include "network.h"

#include <string.h>

/* ---- the cached position ---- */

static uint64_t position_key(const struct mi_gomoku *g)
{
    uint64_t setup = (uint64_t)g->width << 24 | (uint64_t)g->height << 16 |
                     (uint64_t)g->rules << 8 | (uint64_t)g->colour << 4;
    return (g->hash ^ miai_mix(setup)) | 1;
}

static void forget_position(struct mi_gomoku_net_memory *memory)
{
    for (int i = 0; i < memory->seen; i++)
        memset(memory->point[memory->cell[i]], 0, sizeof *memory->point);
    memory->seen = 0;
}

/* ---- the first layer ---- */

/* Lists the rows of the first layer that a point adds up; returns how many. */
static int list_inputs(const struct mi_gomoku_net *net, const struct mi_gomoku *g, int point, int x,
                       int y, uint16_t *input)
{
    if (is_set(g, g->colour, x, y) || is_set(g, others(g->colour), x, y)) {
        input[0] = is_set(g, g->colour, x, y) ? INPUT_OWN : INPUT_OTHER;
        return 1;
    }
    uint16_t *line = input + 1, *pair = line + DIRECTIONS;
    bool merged = g->rules == RULES_FREESTYLE;
    input[0] = input_of_kinds(g, point);
    list_lines(g, &net->sides, x, y, line);
    for (int d = 0; d < DIRECTIONS; d++)
        line[d] = (uint16_t)(line[d] + (merged ? NET_MERGED : INPUT_LINES));
    if (merged)
        return INPUT_SHAPES;
    list_pairs(g, point, pair);
    return INPUT_PARTS;
}

static void compute_first_layer(const struct mi_gomoku_net *net,
                                struct mi_gomoku_net_memory *memory, const struct mi_gomoku *g)
{
    const uint8_t *near = gomoku_near(g);
    uint16_t input[INPUT_PARTS];
    for (int y = 0, point = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++, point++) {
            if (near[point] == 0)
                continue;
            int cell = (y + NET_FRAME) * NET_STRIDE + x + NET_FRAME;
            int n = list_inputs(net, g, point, x, y, input);
            net->kernel->add_inputs(net, input, n, memory->point[cell]);
            memory->place[point] = (uint16_t)memory->seen;
            memory->cell[memory->seen++] = (uint16_t)cell;
        }
}

static void update_memory(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                          const struct mi_gomoku *g)
{
    uint64_t key = position_key(g);
    if (memory->key == key)
        return;
    forget_position(memory);
    compute_first_layer(net, memory, g);
    net->kernel->mix(net, memory);
    memory->key = key;
}

/* ---- outputs ---- */

int32_t mi_gomoku_net_value(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                            const struct mi_gomoku *g)
{
    update_memory(net, memory, g);
    return net->kernel->value(net, memory);
}

int32_t mi_gomoku_net_policy(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                             const struct mi_gomoku *g, int point)
{
    if (gomoku_near(g)[point] == 0)
        return INT32_MIN;
    update_memory(net, memory, g);
    return net->kernel->policy(net, memory, memory->place[point]);
}
