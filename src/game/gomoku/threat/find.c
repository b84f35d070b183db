#include "find.h"

#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/board/weights.h"

#include <string.h>

/* Is any of eight consecutive kinds `min_kind` or better?  Compares eight bytes in one word; kinds
 * are below 128. */
static inline bool any_of_eight(const uint8_t *kind, int min_kind)
{
    const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
    uint64_t eight;
    memcpy(&eight, kind, sizeof eight);
    return ((eight + ones * (uint64_t)(128 - min_kind)) & tops) != 0;
}

int mi_gomoku_find_points(const struct mi_gomoku *g, int colour, int min_kind, miai_move *list)
{
    const uint8_t *kind = gomoku_kind(g, colour);
    int n = 0, left = gomoku_count_points(g, colour, min_kind);
    for (int i = 0; left > n && i < g->padded; i += 8) {
        if (!any_of_eight(kind + i, min_kind))
            continue;
        for (int point = i; point < i + 8; point++)
            if (kind[point] >= min_kind && kind[point] != KIND_MAYBE_FORBIDDEN)
                list[n++] = point;
    }
    return n;
}

int mi_gomoku_move_score(const struct mi_gomoku *g, int point)
{
    int own = g->colour, other = others(own), looks = 0;
    uint16_t own_shapes = gomoku_shape(g, own)[point], their_shapes = gomoku_shape(g, other)[point];
    for (int direction = 0; direction < DIRECTIONS; direction++)
        looks += mi_gomoku_order_of_shape[shape_in(own_shapes, direction)][0] +
                 mi_gomoku_order_of_shape[shape_in(their_shapes, direction)][1];
    return looks + mi_gomoku_order_of_kind[gomoku_kind(g, own)[point]][0] +
           mi_gomoku_order_of_kind[gomoku_kind(g, other)[point]][1];
}

/* ---- candidates ---- */

static bool makes_four(uint16_t shapes)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int shape = shape_in(shapes, direction);
        if (shape >= SHAPE_FOUR && shape <= SHAPE_FIVE)
            return true;
    }
    return false;
}

/* Own fours, and moves that take a four from the opponent.  Other stones cannot stop an open
 * four. */
int mi_gomoku_defences(const struct mi_gomoku *g, int own, miai_move *list)
{
    const uint16_t *own_shapes = gomoku_shape(g, own), *their_shapes = gomoku_shape(g, others(own));
    int n = 0;
    for (int point = 0; point < g->points; point++)
        if ((own_shapes[point] | their_shapes[point]) != 0 &&
            (makes_four(own_shapes[point]) || makes_four(their_shapes[point])) &&
            may_play_at(g, point, own))
            list[n++] = point;
    return n;
}

static int drop_forbidden(const struct mi_gomoku *g, miai_move *list, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (may_play_at(g, list[i], g->colour))
            list[kept++] = list[i];
    return kept;
}

/* Points near stones where a five is still possible. */
static int list_near_moves(const struct mi_gomoku *g, miai_move *list)
{
    const uint16_t *own = gomoku_shape(g, g->colour), *their = gomoku_shape(g, others(g->colour));
    const uint8_t *near = gomoku_near(g);
    int n = 0;
    for (int point = 0; point < g->points; point++)
        if (near[point] > 0 && (own[point] | their[point]) != 0 && stone_on(g, point) < 0 &&
            may_play_at(g, point, g->colour))
            list[n++] = point;
    return n;
}

/* The centre of an empty board; a larger part of it during the opening. */
static int list_first_moves(const struct mi_gomoku *g, miai_move *list)
{
    int far = g->opening != OPENING_OVER ? 2 : 0, n = 0;
    int middle_x = g->width / 2, middle_y = g->height / 2;
    for (int y = middle_y - far; y <= middle_y + far; y++)
        for (int x = middle_x - far; x <= middle_x + far; x++)
            list[n++] = y * g->width + x;
    return n;
}

/* The moves of the most urgent class that is not empty, otherwise moves near stones. */
static int list_urgent_or_near(const struct mi_gomoku *g, miai_move *list)
{
    int own = g->colour, other = others(own);
    if (g->kinds[own][KIND_FIVE] > 0)
        return mi_gomoku_find_points(g, own, KIND_FIVE, list) > 0;
    if (needs_open_end(g))
        return g->stones == 0 ? list_first_moves(g, list) : list_near_moves(g, list);
    if (g->kinds[other][KIND_FIVE] > 0)
        return drop_forbidden(g, list, mi_gomoku_find_points(g, other, KIND_FIVE, list));
    if (g->kinds[own][KIND_WIN] > 0)
        return mi_gomoku_find_points(g, own, KIND_WIN, list) > 0;
    if (g->kinds[other][KIND_WIN] > 0)
        return mi_gomoku_defences(g, own, list);
    return g->stones == 0 ? list_first_moves(g, list) : list_near_moves(g, list);
}

int mi_gomoku_candidates(const void *pos, miai_move *list)
{
    const struct mi_gomoku *g = pos;
    int n = list_urgent_or_near(g, list);
    if (g->opening != OPENING_OVER)
        n = mi_gomoku_add_choices(g, list, n);
    return n > 0 ? n : mi_gomoku_moves(g, list);
}
