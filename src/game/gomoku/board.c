/* Stones, and what they make of the points around them. */
#include "gomoku.h"

#include <string.h>

/* What a shape adds to the sum from which a kind is told: how many lines have at least that. */
enum {
    HAS_TWO = 1,
    HAS_HALF = 1 << 4,
    HAS_THREE = 1 << 8,
    HAS_FOUR = 1 << 12,
    HAS_WIN = 1 << 16,
    HAS_FIVE = 1 << 20,
    HAS_OVERLINE = 1 << 24
};

static const uint32_t has[SHAPES + 2] = {
    [SHAPE_LOOSE_TWO] = HAS_TWO,
    [SHAPE_OPEN_TWO] = HAS_TWO,
    [SHAPE_THREE] = HAS_HALF,
    [SHAPE_LOOSE_THREE] = HAS_THREE,
    [SHAPE_OPEN_THREE] = HAS_THREE,
    [SHAPE_FOUR] = HAS_FOUR,
    [SHAPE_TWO_FOURS] = HAS_WIN + 2 * HAS_FOUR,
    [SHAPE_OPEN_FOUR] = HAS_WIN + HAS_FOUR,
    [SHAPE_FIVE] = HAS_FIVE,
    [SHAPE_OVERLINE] = HAS_OVERLINE,
};

static inline int count_of(uint32_t sum, uint32_t unit)
{
    return sum / unit & 15;
}

/* For one who may do all. */
static enum gomoku_kind free_kind(uint32_t sum)
{
    int twos = count_of(sum, HAS_TWO), halves = count_of(sum, HAS_HALF);
    int threes = count_of(sum, HAS_THREE), fours = count_of(sum, HAS_FOUR);
    bool more = twos + halves > 0;
    if (count_of(sum, HAS_FIVE) > 0)
        return KIND_FIVE;
    if (count_of(sum, HAS_WIN) > 0 || fours > 1)
        return KIND_WIN;
    if (fours > 0)
        return threes > 0 ? KIND_FOUR_THREE : more ? KIND_FOUR_MORE : KIND_FOUR;
    if (threes > 0)
        return threes > 1 ? KIND_THREES : more ? KIND_THREE_MORE : KIND_THREE;
    if (halves > 0)
        return halves > 1 || twos > 0 ? KIND_HALF_TWO : KIND_HALF;
    return twos > 1 ? KIND_TWOS : twos > 0 ? KIND_TWO : KIND_NONE;
}

/* For black in renju. */
static enum gomoku_kind bound_kind(uint32_t sum)
{
    bool doubtful = count_of(sum, HAS_OVERLINE) > 0 || count_of(sum, HAS_FOUR) > 1 ||
                    count_of(sum, HAS_THREE) > 1;
    return doubtful && count_of(sum, HAS_FIVE) == 0 ? KIND_DOUBTFUL : free_kind(sum);
}

static enum gomoku_kind kind_of(const struct mi_gomoku *g, uint16_t shapes, int colour)
{
    uint32_t sum = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        sum += has[shape_in(shapes, direction)];
    return g->rules == RULES_RENJU && colour == BLACK ? bound_kind(sum) : free_kind(sum);
}

static inline void set_kind(struct mi_gomoku *g, int point, int colour, enum gomoku_kind kind)
{
    uint8_t *place = &gomoku_kind(g, colour)[point];
    g->kinds[colour][*place]--;
    g->kinds[colour][kind]++;
    *place = (uint8_t)kind;
}

static inline void set_shape(struct mi_gomoku *g, int point, int colour, int direction, int shape)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    int before = shape_in(*place, direction);
    if (before == shape)
        return;
    g->shapes[colour][before]--;
    g->shapes[colour][shape]++;
    *place ^= (uint16_t)((before ^ shape) << 4 * direction);
    set_kind(g, point, colour, kind_of(g, *place, colour));
}

/* ---- a line ---- */

/* The shapes of the empty points among some of a line, by their windows. */
static inline void look_at_points(struct mi_gomoku *g, const struct gomoku_place *place, int point,
                                  int direction, int reach, const uint16_t *code,
                                  const uint8_t *black_shape, const uint8_t *white_shape)
{
    uint32_t black = g->line[place->line][BLACK], white = g->line[place->line][WHITE];
    uint32_t mask = ((uint32_t)2 << 2 * reach) - 1;
    uint32_t empty = ~(black | white) & mask << (place->bit - reach);
    uint32_t black_stones = black & ~white, white_stones = white & ~black;
    for (; empty; empty &= empty - 1) {
        int bit = __builtin_ctz(empty), low = bit - reach;
        int at = point + (bit - place->bit) * place->step;
        int black_code = code[black_stones >> low & mask] + 2 * code[white >> low & mask];
        int white_code = code[white_stones >> low & mask] + 2 * code[black >> low & mask];
        set_shape(g, at, BLACK, direction, black_shape[black_code]);
        set_shape(g, at, WHITE, direction, white_shape[white_code]);
    }
}

static void look_at_line(struct mi_gomoku *g, const struct gomoku_place *place, int point,
                         int direction)
{
    const struct mi_gomoku_shapes *s = mi_gomoku_shapes();
    if (g->rules == RULES_FREESTYLE)
        look_at_points(g, place, point, direction, REACH_NEAR, s->near_code, s->near_shape,
                       s->near_shape);
    else
        look_at_points(g, place, point, direction, REACH_FAR, s->far_code,
                       s->far_shape[five_of(g->rules, BLACK)],
                       s->far_shape[five_of(g->rules, WHITE)]);
}

/* ---- stones ---- */

/* An occupied point is good for nothing. */
static void forget_point(struct mi_gomoku *g, int point, int colour)
{
    uint16_t *place = &gomoku_shape(g, colour)[point];
    for (int direction = 0; direction < DIRECTIONS; direction++)
        g->shapes[colour][shape_in(*place, direction)]--;
    g->shapes[colour][SHAPE_NONE] += DIRECTIONS;
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
            if ((!far_x && !far_y) || dx == 0 || dy == 0 || dx * dx == dy * dy)
                near[(y + dy) * g->width + x + dx] += (uint8_t)one;
        }
}

static inline void flip_stone(struct mi_gomoku *g, int point, int colour, int one)
{
    int y = row_of(g, point), x = point - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_place place = place_of(g, direction, x, y);
        g->line[place.line][colour] ^= (uint32_t)1 << place.bit;
        look_at_line(g, &place, point, direction);
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
    for (int point = 0; point < points; point++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct gomoku_place place = place_of(g, direction, point % width, point / width);
            look_at_line(g, &place, point, direction);
        }
}
