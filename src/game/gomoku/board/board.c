/* Placing and removing stones, and updating the shapes and kinds around them. */
#include "kind.h"
#include "position.h"

#include <string.h>

static inline void set_point_kind(struct mi_gomoku *g, int point, int colour, enum gomoku_kind kind)
{
    uint8_t *place = &gomoku_kind(g, colour)[point];
    g->kinds[colour][*place]--;
    g->kinds[colour][kind]++;
    *place = (uint8_t)kind;
}

/* The tables for the position's rules. */
struct tables {
    const uint8_t *kind[COLOURS];
    const uint8_t *pair;  /* used if five or more win; otherwise code and shape: */
    const uint16_t *code; /* code of a window's bits */
    const uint8_t *shape[COLOURS];
};

static struct tables select_tables(const struct mi_gomoku *g)
{
    const struct mi_gomoku_shape_table *s = mi_gomoku_shapes();
    const struct mi_gomoku_kind_table *k = mi_gomoku_kinds();
    struct tables tables = {.pair = s->near_pair, .code = s->far_code};
    for (int colour = 0; colour < COLOURS; colour++) {
        bool restricted = g->rules == RULES_RENJU && colour == BLACK;
        tables.shape[colour] = s->far_shape[five_of(g->rules, colour)];
        tables.kind[colour] = restricted ? k->bound : k->free;
    }
    return tables;
}

/* Saves a point before it changes. */
static inline void undo_save_point(const struct mi_gomoku *g, int point, int colour,
                                   struct gomoku_undo *undo)
{
    undo->before[undo->count++] = (struct gomoku_before){.point = (uint16_t)point,
                                                         .shape = gomoku_shape(g, colour)[point],
                                                         .colour = (uint8_t)colour,
                                                         .kind = gomoku_kind(g, colour)[point]};
}

/* Updates one shape of a point and its kind.  Saves the old state in undo unless it is NULL. */
static inline void set_shape(struct mi_gomoku *g, const struct tables *tables, int point,
                             int colour, int direction, int shape, struct gomoku_undo *undo)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    int before = shape_in(*place, direction);
    if (before == shape)
        return;
    if (undo)
        undo_save_point(g, point, colour, undo);
    g->shapes[colour][before]--;
    g->shapes[colour][shape]++;
    *place ^= (uint16_t)((before ^ shape) << 4 * direction);
    set_point_kind(g, point, colour, tables->kind[colour][*place]);
}

/* ---- a line ---- */

/* The empty points of a line within `reach` of one of its points. */
static inline uint32_t empty_within(const struct mi_gomoku *g,
                                    const struct gomoku_line_position *place, int reach)
{
    uint32_t mask = ((uint32_t)2 << 2 * reach) - 1;
    uint32_t stones = g->line[place->line][BLACK] | g->line[place->line][WHITE];
    return ~stones & mask << (place->bit - reach);
}

/* The window around an empty bit, without that bit. */
static inline unsigned window_bits(uint32_t line, int bit)
{
    enum { LOWER = (1 << REACH_NEAR) - 1 };
    return (line >> (bit - REACH_NEAR) & LOWER) | (line >> (bit + 1) & LOWER) << REACH_NEAR;
}

/* Updates the shapes of the empty points near a point of a line, if five or more win. */
static inline void update_shapes_near(struct mi_gomoku *g, const struct tables *tables,
                                      const struct gomoku_line_position *place, int point,
                                      int direction, struct gomoku_undo *undo)
{
    uint32_t black = g->line[place->line][BLACK], white = g->line[place->line][WHITE];
    for (uint32_t empty = empty_within(g, place, REACH_NEAR); empty; empty &= empty - 1) {
        int bit = __builtin_ctz(empty);
        int at = point + (bit - place->bit) * place->step;
        int pair =
            tables->pair[window_bits(black, bit) << 2 * REACH_NEAR | window_bits(white, bit)];
        set_shape(g, tables, at, BLACK, direction, pair & 15, undo);
        set_shape(g, tables, at, WHITE, direction, pair >> 4, undo);
    }
}

/* The same for the other rules. */
static inline void update_shapes_far(struct mi_gomoku *g, const struct tables *tables,
                                     const struct gomoku_line_position *place, int point,
                                     int direction, struct gomoku_undo *undo)
{
    uint32_t black = g->line[place->line][BLACK], white = g->line[place->line][WHITE];
    uint32_t black_stones = black & ~white, white_stones = white & ~black;
    const uint32_t mask = ((uint32_t)2 << 2 * REACH_FAR) - 1;
    const uint16_t *code = tables->code;
    for (uint32_t empty = empty_within(g, place, REACH_FAR); empty; empty &= empty - 1) {
        int bit = __builtin_ctz(empty), low = bit - REACH_FAR;
        int at = point + (bit - place->bit) * place->step;
        int black_code = code[black_stones >> low & mask] + 2 * code[white >> low & mask];
        int white_code = code[white_stones >> low & mask] + 2 * code[black >> low & mask];
        set_shape(g, tables, at, BLACK, direction, tables->shape[BLACK][black_code], undo);
        set_shape(g, tables, at, WHITE, direction, tables->shape[WHITE][white_code], undo);
    }
}

static inline void update_line(struct mi_gomoku *g, const struct tables *tables,
                               const struct gomoku_line_position *place, int point, int direction,
                               struct gomoku_undo *undo)
{
    if (g->rules == RULES_FREESTYLE)
        update_shapes_near(g, tables, place, point, direction, undo);
    else
        update_shapes_far(g, tables, place, point, direction, undo);
}

/* ---- stones ---- */

/* Clears the shapes and kind of a point that becomes occupied. */
static void clear_point(struct mi_gomoku *g, int point, int colour)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    for (int direction = 0; direction < DIRECTIONS; direction++)
        g->shapes[colour][shape_in(*place, direction)]--;
    g->shapes[colour][SHAPE_NONE] = (uint16_t)(g->shapes[colour][SHAPE_NONE] + DIRECTIONS);
    *place = 0;
    set_point_kind(g, point, colour, KIND_NONE);
}

/* The points near a stone: within two points in any direction, or three along a line. */
enum { NEAR_ROWS = 2 * GOMOKU_NEAR + 1 };
static const uint8_t near_row[NEAR_ROWS][8] = {
    {1, 0, 0, 1, 0, 0, 1}, {0, 1, 1, 1, 1, 1, 0}, {0, 1, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 1, 1, 1},
    {0, 1, 1, 1, 1, 1, 0}, {0, 1, 1, 1, 1, 1, 0}, {1, 0, 0, 1, 0, 0, 1},
};

/* The fast case: everything is on the board, with one more point in each row. */
static void add_near_interior(uint8_t *corner, int width, int delta)
{
    for (int row = 0; row < NEAR_ROWS; row++, corner += width)
        for (int i = 0; i < 8; i++)
            corner[i] = (uint8_t)(corner[i] + delta * near_row[row][i]);
}

static void add_near_at_border(const struct mi_gomoku *g, uint8_t *near, int x, int y, int delta)
{
    for (int row = 0; row < NEAR_ROWS; row++)
        for (int i = 0; i < NEAR_ROWS; i++) {
            int at_x = x + i - GOMOKU_NEAR, at_y = y + row - GOMOKU_NEAR;
            if (at_x < 0 || at_x >= g->width || at_y < 0 || at_y >= g->height)
                continue;
            uint8_t *count = &near[at_y * g->width + at_x];
            *count = (uint8_t)(*count + delta * near_row[row][i]);
        }
}

static void add_near(struct mi_gomoku *g, int x, int y, int delta)
{
    uint8_t *near = gomoku_near(g);
    bool inside = x >= GOMOKU_NEAR && x + GOMOKU_NEAR + 1 < g->width && y >= GOMOKU_NEAR &&
                  y + GOMOKU_NEAR < g->height;
    if (inside)
        add_near_interior(&near[(y - GOMOKU_NEAR) * g->width + x - GOMOKU_NEAR], g->width, delta);
    else
        add_near_at_border(g, near, x, y, delta);
}

__attribute__((always_inline)) static inline void
flip_on_lines(struct mi_gomoku *g, int point, int colour, struct gomoku_undo *undo)
{
    const struct tables tables = select_tables(g);
    int y = row_of(g, point), x = point - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_line_position place = line_position_of(g, direction, x, y);
        g->line[place.line][colour] ^= (uint32_t)1 << place.bit;
        update_line(g, &tables, &place, point, direction, undo);
    }
}

static void count_stone(struct mi_gomoku *g, int point, int colour, int delta)
{
    g->hash ^= hash_of_stone(point, colour);
    g->stones = (uint16_t)(g->stones + delta);
}

static void flip_stone(struct mi_gomoku *g, int point, int colour, int delta)
{
    flip_on_lines(g, point, colour, NULL);
    add_near(g, column_of(g, point), row_of(g, point), delta);
    count_stone(g, point, colour, delta);
}

void mi_gomoku_put(struct mi_gomoku *g, int point, int colour)
{
    clear_point(g, point, BLACK);
    clear_point(g, point, WHITE);
    flip_stone(g, point, colour, 1);
}

void mi_gomoku_remove(struct mi_gomoku *g, int point, int colour)
{
    flip_stone(g, point, colour, -1);
}

void mi_gomoku_try(struct mi_gomoku *g, int point, int colour, struct gomoku_undo *undo)
{
    undo->point = point;
    undo->colour = colour;
    undo->count = 0;
    memcpy(undo->kinds, g->kinds, sizeof undo->kinds);
    memcpy(undo->shapes, g->shapes, sizeof undo->shapes);
    undo_save_point(g, point, BLACK, undo);
    undo_save_point(g, point, WHITE, undo);
    clear_point(g, point, BLACK);
    clear_point(g, point, WHITE);
    flip_on_lines(g, point, colour, undo);
    count_stone(g, point, colour, 1);
}

void mi_gomoku_undo(struct mi_gomoku *g, const struct gomoku_undo *undo)
{
    int y = row_of(g, undo->point), x = undo->point - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_line_position place = line_position_of(g, direction, x, y);
        g->line[place.line][undo->colour] ^= (uint32_t)1 << place.bit;
    }
    for (int i = 0; i < undo->count; i++) {
        const struct gomoku_before *before = &undo->before[i];
        gomoku_shape(g, before->colour)[before->point] = before->shape;
        gomoku_kind(g, before->colour)[before->point] = before->kind;
    }
    memcpy(g->kinds, undo->kinds, sizeof undo->kinds);
    memcpy(g->shapes, undo->shapes, sizeof undo->shapes);
    count_stone(g, undo->point, undo->colour, -1);
}

/* ---- the empty board ---- */

static void clear_lines(struct mi_gomoku *g)
{
    memset(g->line, 0xff, sizeof g->line);
    for (int point = 0; point < g->points; point++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct gomoku_line_position place =
                line_position_of(g, direction, point % g->width, point / g->width);
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
    const struct tables tables = select_tables(g);
    for (int point = 0; point < points; point++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct gomoku_line_position place =
                line_position_of(g, direction, point % width, point / width);
            update_line(g, &tables, &place, point, direction, NULL);
        }
}
