/* Stones, and what they make of the points around them. */
#include "kind.h"
#include "position.h"

#include <string.h>

static inline void set_kind(struct mi_gomoku *g, int point, int colour, enum gomoku_kind kind)
{
    uint8_t *place = &gomoku_kind(g, colour)[point];
    g->kinds[colour][*place]--;
    g->kinds[colour][kind]++;
    *place = (uint8_t)kind;
}

/* The tables for a position's rules. */
struct tables {
    const uint16_t *code; /* of a window's bits */
    const uint8_t *shape[COLOURS], *kind[COLOURS];
};

static struct tables tables_of(const struct mi_gomoku *g)
{
    const struct mi_gomoku_shape_table *s = mi_gomoku_shapes();
    const struct mi_gomoku_kind_table *k = mi_gomoku_kinds();
    bool near = g->rules == RULES_FREESTYLE;
    struct tables tables = {.code = near ? s->near_code : s->far_code};
    for (int colour = 0; colour < COLOURS; colour++) {
        bool bound = g->rules == RULES_RENJU && colour == BLACK;
        tables.shape[colour] = near ? s->near_shape : s->far_shape[five_of(g->rules, colour)];
        tables.kind[colour] = bound ? k->bound : k->free;
    }
    return tables;
}

static inline void set_shape(struct mi_gomoku *g, const struct tables *tables, int point,
                             int colour, int direction, int shape)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    int before = shape_in(*place, direction);
    if (before == shape)
        return;
    g->shapes[colour][before]--;
    g->shapes[colour][shape]++;
    *place ^= (uint16_t)((before ^ shape) << 4 * direction);
    set_kind(g, point, colour, tables->kind[colour][*place]);
}

/* ---- a line ---- */

/* The shapes of the empty points of a line so far from one of its points, by their windows. */
static inline void look_at_points(struct mi_gomoku *g, const struct tables *tables,
                                  const struct gomoku_place *place, int point, int direction,
                                  int reach)
{
    uint32_t black = g->line[place->line][BLACK], white = g->line[place->line][WHITE];
    uint32_t mask = ((uint32_t)2 << 2 * reach) - 1;
    uint32_t empty = ~(black | white) & mask << (place->bit - reach);
    uint32_t black_stones = black & ~white, white_stones = white & ~black;
    const uint16_t *code = tables->code;
    for (; empty; empty &= empty - 1) {
        int bit = __builtin_ctz(empty), low = bit - reach;
        int at = point + (bit - place->bit) * place->step;
        int black_code = code[black_stones >> low & mask] + 2 * code[white >> low & mask];
        int white_code = code[white_stones >> low & mask] + 2 * code[black >> low & mask];
        set_shape(g, tables, at, BLACK, direction, tables->shape[BLACK][black_code]);
        set_shape(g, tables, at, WHITE, direction, tables->shape[WHITE][white_code]);
    }
}

static void look_at_line(struct mi_gomoku *g, const struct tables *tables,
                         const struct gomoku_place *place, int point, int direction)
{
    if (g->rules == RULES_FREESTYLE)
        look_at_points(g, tables, place, point, direction, REACH_NEAR);
    else
        look_at_points(g, tables, place, point, direction, REACH_FAR);
}

/* ---- stones ---- */

/* An occupied point is good for nothing. */
static void forget_point(struct mi_gomoku *g, int point, int colour)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    for (int direction = 0; direction < DIRECTIONS; direction++)
        g->shapes[colour][shape_in(*place, direction)]--;
    g->shapes[colour][SHAPE_NONE] = (uint16_t)(g->shapes[colour][SHAPE_NONE] + DIRECTIONS);
    *place = 0;
    set_kind(g, point, colour, KIND_NONE);
}

/* Within two points, or three on a line. */
static void add_near(struct mi_gomoku *g, int x, int y, int one)
{
    uint8_t *near = gomoku_near(g);
    int bottom = y < GOMOKU_NEAR ? -y : -GOMOKU_NEAR, left = x < GOMOKU_NEAR ? -x : -GOMOKU_NEAR;
    for (int dy = bottom; dy <= GOMOKU_NEAR && y + dy < g->height; dy++)
        for (int dx = left; dx <= GOMOKU_NEAR && x + dx < g->width; dx++) {
            int far_x = dx * dx == 9, far_y = dy * dy == 9;
            if ((!far_x && !far_y) || dx == 0 || dy == 0 || dx * dx == dy * dy) {
                uint8_t *count = &near[(y + dy) * g->width + x + dx];
                *count = (uint8_t)(*count + one);
            }
        }
}

static inline void flip_stone(struct mi_gomoku *g, int point, int colour, int one)
{
    const struct tables tables = tables_of(g);
    int y = row_of(g, point), x = point - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_place place = place_of(g, direction, x, y);
        g->line[place.line][colour] ^= (uint32_t)1 << place.bit;
        look_at_line(g, &tables, &place, point, direction);
    }
    add_near(g, x, y, one);
    g->hash ^= miai_mix((uint64_t)(2 * point + colour + 1));
    g->stones = (uint16_t)(g->stones + one);
}

void mi_gomoku_put(struct mi_gomoku *g, int point, int colour)
{
    forget_point(g, point, BLACK);
    forget_point(g, point, WHITE);
    flip_stone(g, point, colour, 1);
}

void mi_gomoku_take(struct mi_gomoku *g, int point, int colour)
{
    flip_stone(g, point, colour, -1);
}

/* ---- the empty board ---- */

static void clear_lines(struct mi_gomoku *g)
{
    memset(g->line, 0xff, sizeof g->line);
    for (int point = 0; point < g->points; point++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct gomoku_place place = place_of(g, direction, point % g->width, point / g->width);
            g->line[place.line][BLACK] &= ~((uint32_t)1 << place.bit);
            g->line[place.line][WHITE] &= ~((uint32_t)1 << place.bit);
        }
}

void mi_gomoku_clear(struct mi_gomoku *g, int width, int height, int rules)
{
    int points = width * height, padded = (points + 7) & ~7;
    memset(g, 0, sizeof *g + (size_t)(GOMOKU_ARRAYS * padded));
    g->width = (uint8_t)width;
    g->height = (uint8_t)height;
    g->rules = (uint8_t)rules;
    g->points = (uint16_t)points;
    g->padded = (uint16_t)padded;
    g->reciprocal = (uint16_t)(65535 / width + 1);
    clear_lines(g);
    for (int colour = 0; colour < COLOURS; colour++) {
        g->kinds[colour][KIND_NONE] = (uint16_t)points;
        g->shapes[colour][SHAPE_NONE] = (uint16_t)(DIRECTIONS * points);
    }
    const struct tables tables = tables_of(g);
    for (int point = 0; point < points; point++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct gomoku_place place = place_of(g, direction, point % width, point / width);
            look_at_line(g, &tables, &place, point, direction);
        }
}
