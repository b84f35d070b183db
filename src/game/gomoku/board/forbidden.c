/* Moves forbidden to Black in renju: overlines, double fours and double threes, unless the move
 * makes five.  A three counts only if it can become a straight four by a move that is not forbidden
 * itself (Renju International Federation, rules 9.2 and 9.3).  So the definition is recursive. */
#include "forbidden.h"

static int count_fours(uint16_t shapes)
{
    int n = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int shape = shape_in(shapes, direction);
        n += shape == SHAPE_TWO_FOURS ? 2 : shape == SHAPE_FOUR || shape == SHAPE_OPEN_FOUR;
    }
    return n;
}

static bool has_shape(uint16_t shapes, int shape)
{
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (shape_in(shapes, direction) == shape)
            return true;
    return false;
}

static bool is_three(int shape)
{
    return shape == SHAPE_LOOSE_THREE || shape == SHAPE_OPEN_THREE;
}

static bool is_forbidden(struct mi_gomoku *g, int point);

/* Can Black extend to a straight four on this line through the stone? */
static bool can_make_straight_four(struct mi_gomoku *g, int point, int direction)
{
    int y = row_of(g, point), x = point - y * g->width;
    struct gomoku_line_position place = line_position_of(g, direction, x, y);
    uint32_t stones[COLOURS] = {g->line[place.line][BLACK], g->line[place.line][WHITE]};
    for (int bit = place.bit - REACH_NEAR; bit <= place.bit + REACH_NEAR; bit++) {
        int next = point + (bit - place.bit) * place.step;
        if (((stones[BLACK] | stones[WHITE]) >> bit & 1) == 0 &&
            shape_in(gomoku_shape(g, BLACK)[next], direction) == SHAPE_OPEN_FOUR &&
            !is_forbidden(g, next))
            return true;
    }
    return false;
}

/* Tries the move on the board. */
static bool makes_two_threes(struct mi_gomoku *g, int point)
{
    uint16_t shapes = gomoku_shape(g, BLACK)[point];
    int threes = 0;
    mi_gomoku_put(g, point, BLACK);
    for (int direction = 0; direction < DIRECTIONS && threes < 2; direction++)
        threes +=
            is_three(shape_in(shapes, direction)) && can_make_straight_four(g, point, direction);
    mi_gomoku_remove(g, point, BLACK);
    return threes > 1;
}

/* Changes the position temporarily. */
static bool is_forbidden(struct mi_gomoku *g, int point)
{
    uint16_t shapes = gomoku_shape(g, BLACK)[point];
    if (gomoku_kind(g, BLACK)[point] != KIND_MAYBE_FORBIDDEN)
        return false;
    return has_shape(shapes, SHAPE_OVERLINE) || count_fours(shapes) > 1 ||
           makes_two_threes(g, point);
}

bool mi_gomoku_forbidden(const struct mi_gomoku *g, int point)
{
    union gomoku_position_copy copy;
    if (g->rules != RULES_RENJU || gomoku_kind(g, BLACK)[point] != KIND_MAYBE_FORBIDDEN)
        return false;
    gomoku_copy(&copy.position, g);
    return is_forbidden(&copy.position, point);
}

const char *mi_gomoku_why_forbidden(const struct mi_gomoku *g, int point)
{
    uint16_t shapes = gomoku_shape(g, BLACK)[point];
    if (!mi_gomoku_forbidden(g, point))
        return NULL;
    return has_shape(shapes, SHAPE_OVERLINE) ? "six or more in a row"
           : count_fours(shapes) > 1         ? "two fours at once"
                                             : "two threes at once";
}
