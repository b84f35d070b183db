#include "shape.h"

#include <pthread.h>
#include <stdbool.h>

static struct mi_gomoku_shape_table shapes;

enum content { NOTHING, OWN, BLOCKED };

enum { UNKNOWN = 0xff };

/* A window of a line around a stone in the middle. */
struct window {
    enum gomoku_five five;
    int reach;
    uint8_t point[WINDOW_FAR + 2]; /* window points */
    int code;
    uint8_t *memo; /* shape of each code, UNKNOWN at first */
};

static int digit_of(int reach, int i)
{
    return i > reach ? i - reach - 1 : 2 * reach - 1 - i;
}

static int power_of_3(int digit)
{
    int value = 1;
    while (digit-- > 0)
        value *= 3;
    return value;
}

/* Point i of the window.  Points beyond its ends count as empty: if more than five win, they are
 * too far away to matter; otherwise they cannot be part of the five. */
static int window_point(const struct window *w, int i)
{
    return i < 0 || i > 2 * w->reach ? NOTHING : w->point[i];
}

/* Finds the row of own stones through the middle. */
static void find_middle_row(const struct window *w, int *first, int *last)
{
    *first = *last = w->reach;
    while (window_point(w, *first - 1) == OWN)
        --*first;
    while (window_point(w, *last + 1) == OWN)
        ++*last;
}

/* SHAPE_FIVE or SHAPE_OVERLINE for a finished row, otherwise SHAPE_NONE. */
static enum gomoku_shape shape_of_row(const struct window *w, int first, int last)
{
    int length = last - first + 1;
    bool exactly = w->five == FIVE_EXACTLY || w->five == FIVE_OPEN_EXACTLY;
    bool open = w->five == FIVE_OPEN || w->five == FIVE_OPEN_EXACTLY;
    bool closed = window_point(w, first - 1) == BLOCKED && window_point(w, last + 1) == BLOCKED;
    if (length < 5)
        return SHAPE_NONE;
    if (length > 5)
        return exactly ? SHAPE_OVERLINE : SHAPE_FIVE;
    return open && closed ? SHAPE_NONE : SHAPE_FIVE;
}

static enum gomoku_shape shape_of(struct window *w);

static enum gomoku_shape shape_with_stone(struct window *w, int i)
{
    int step = power_of_3(digit_of(w->reach, i));
    w->point[i] = OWN;
    w->code += step;
    enum gomoku_shape shape = shape_of(w);
    w->point[i] = NOTHING;
    w->code -= step;
    return shape;
}

/* Is it four in a row with a five at either end? */
static bool is_straight(struct window *w, int first, int last)
{
    return last - first == 3 && window_point(w, first - 1) == NOTHING &&
           window_point(w, last + 1) == NOTHING && shape_with_stone(w, first - 1) == SHAPE_FIVE &&
           shape_with_stone(w, last + 1) == SHAPE_FIVE;
}

/* The shape by the number of moves that lead to each better shape. */
static enum gomoku_shape shape_by_moves(struct window *w, const int *moves_to, int first, int last)
{
    int threes = moves_to[SHAPE_LOOSE_THREE] + moves_to[SHAPE_OPEN_THREE];
    if (moves_to[SHAPE_FIVE] >= 2)
        return is_straight(w, first, last) ? SHAPE_OPEN_FOUR : SHAPE_TWO_FOURS;
    if (moves_to[SHAPE_FIVE] == 1)
        return SHAPE_FOUR;
    if (moves_to[SHAPE_OPEN_FOUR] > 0)
        return moves_to[SHAPE_OPEN_FOUR] > 1 ? SHAPE_OPEN_THREE : SHAPE_LOOSE_THREE;
    if (moves_to[SHAPE_FOUR] + moves_to[SHAPE_TWO_FOURS] > 0)
        return SHAPE_THREE;
    if (threes > 0)
        return threes > 2 ? SHAPE_OPEN_TWO : SHAPE_LOOSE_TWO;
    if (moves_to[SHAPE_THREE] > 0)
        return SHAPE_TWO;
    if (moves_to[SHAPE_LOOSE_TWO] + moves_to[SHAPE_OPEN_TWO] > 0)
        return SHAPE_OPEN_ONE;
    return moves_to[SHAPE_TWO] > 0 ? SHAPE_ONE : SHAPE_NONE;
}

static enum gomoku_shape find_shape(struct window *w)
{
    int moves_to[SHAPES] = {0}, first, last;
    find_middle_row(w, &first, &last);
    enum gomoku_shape shape = shape_of_row(w, first, last);
    if (shape != SHAPE_NONE)
        return shape;
    for (int i = 0; i <= 2 * w->reach; i++)
        if (w->point[i] == NOTHING)
            moves_to[shape_with_stone(w, i)]++;
    return shape_by_moves(w, moves_to, first, last);
}

static enum gomoku_shape shape_of(struct window *w)
{
    uint8_t *memo = &w->memo[w->code];
    if (*memo == UNKNOWN)
        *memo = (uint8_t)find_shape(w);
    return (enum gomoku_shape) * memo;
}

static void fill_shapes(enum gomoku_five five, int reach, int codes, uint8_t *memo)
{
    struct window w = {.five = five, .reach = reach, .memo = memo};
    for (int code = 0; code < codes; code++)
        memo[code] = UNKNOWN;
    for (w.code = 0; w.code < codes; w.code++) {
        for (int i = 0; i <= 2 * reach; i++)
            w.point[i] = (uint8_t)(i == reach ? OWN : w.code / power_of_3(digit_of(reach, i)) % 3);
        shape_of(&w);
    }
}

static void fill_codes(int reach, uint16_t *code)
{
    for (int bits = 0; bits < 1 << (2 * reach + 1); bits++) {
        code[bits] = 0;
        for (int i = 0; i <= 2 * reach; i++)
            if (i != reach && bits >> i & 1)
                code[bits] = (uint16_t)(code[bits] + power_of_3(digit_of(reach, i)));
    }
}

/* Inserts the empty middle bit into a window's bits. */
static int insert_middle_bit(int bits)
{
    enum { LOWER = (1 << REACH_NEAR) - 1 };
    return (bits & LOWER) | (bits & ~LOWER) << 1;
}

/* Intermediate tables for near_pair, analogous to far_code and far_shape. */
static uint16_t near_code[1 << WINDOW_NEAR];
static uint8_t near_shape[CODES_NEAR];

static int near_shape_of(int own, int other)
{
    own = insert_middle_bit(own);
    other = insert_middle_bit(other);
    return near_shape[near_code[own & ~other] + 2 * near_code[other]];
}

static void fill_pairs(void)
{
    enum { SIDE = 1 << 2 * REACH_NEAR };
    fill_codes(REACH_NEAR, near_code);
    fill_shapes(FIVE_OR_MORE, REACH_NEAR, CODES_NEAR, near_shape);
    for (int black = 0; black < SIDE; black++)
        for (int white = 0; white < SIDE; white++)
            shapes.near_pair[black * SIDE + white] =
                (uint8_t)(near_shape_of(black, white) | near_shape_of(white, black) << 4);
}

static void fill_tables(void)
{
    fill_pairs();
    fill_codes(REACH_FAR, shapes.far_code);
    for (int five = 0; five < FIVE_KINDS; five++)
        fill_shapes((enum gomoku_five)five, REACH_FAR, CODES_FAR, shapes.far_shape[five]);
}

const struct mi_gomoku_shape_table *mi_gomoku_shapes(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
    return &shapes;
}
