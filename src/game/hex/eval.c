/* Evaluation by the distance between a player's edges.
 *
 * A bridge is as good as a step to a neighbour.  The distance of a point from an edge is the number
 * of stones needed to reach it by steps and bridges, its own stone included.  The player who needs
 * fewer stones from edge to edge is ahead.  The more points lie on such shortest paths, the harder
 * that player is to stop. */
#include "knowledge.h"

#include <string.h>

enum {
    FAR = 100,
    STONE_VALUE = MIAI_POINT_SCORE,
    POINT_VALUE = 4,
    TURN_VALUE = MIAI_POINT_SCORE / 2
};

/* A breadth-first search from an edge. */
struct wave {
    const struct mi_hex *b;
    int player, level;
    int now, next; /* numbers of places at the current and the next distance */
    uint16_t place[2][HEX_PLACES];
    uint8_t *distance;
};

/* Reaches a place by a step or a bridge. */
static void wave_reach(struct wave *w, int place)
{
    int colour = hex_colour(w->b, place);
    if (colour == w->player && w->distance[place] > w->level) {
        w->distance[place] = (uint8_t)w->level;
        w->place[w->level & 1][w->now++] = (uint16_t)place;
    } else if (colour == HEX_EMPTY && w->distance[place] > w->level + 1) {
        w->distance[place] = (uint8_t)(w->level + 1);
        w->place[~w->level & 1][w->next++] = (uint16_t)place;
    }
}

/* Extends from a place in directions first to first + ways - 1; two ways mean inward from the
 * border. */
static void wave_extend(struct wave *w, int from, int first, int directions)
{
    const uint8_t *p = w->b->place + from;
    for (int i = first; i < first + directions; i++)
        wave_reach(w, from + hex_step[i]);
    for (int i = first; i < first + (directions == 2 ? 1 : 6); i++)
        if ((p[hex_step[i]] & HEX_COLOUR) == HEX_EMPTY &&
            (p[hex_step[i + 1]] & HEX_COLOUR) == HEX_EMPTY)
            wave_reach(w, from + hex_step[i] + hex_step[i + 1]);
}

/* Computes the distances of all places from one of the player's edges.  Border places get a
 * distance only at that edge. */
static void compute_distances(const struct mi_hex *b, int player, bool end, uint8_t *distance)
{
    static const int inward[2][2] = {{4, 1}, {0, 3}};
    struct wave w = {.b = b, .player = player, .distance = distance};
    int edge = player == HEX_FIRST ? b->width : b->height;
    memset(distance, FAR, HEX_PLACES);
    for (int i = 0; i < edge; i++) {
        int place = player == HEX_FIRST ? hex_place_at(i, end ? b->height : -1)
                                        : hex_place_at(end ? b->width : -1, i);
        wave_extend(&w, place, inward[player][end], 2);
    }
    do {
        while (w.now > 0) {
            int from = w.place[w.level & 1][--w.now];
            if (!(b->place[from] & HEX_BORDER))
                wave_extend(&w, from, 0, 6);
        }
        w.level++;
        w.now = w.next;
        w.next = 0;
    } while (w.now > 0);
}

/* Scores the player's shortest paths by their length and their number of empty points. */
static int path_score(const struct mi_hex *b, int player)
{
    uint8_t begin[HEX_PLACES], end[HEX_PLACES];
    int min_stones = 2 * FAR, points = 0;
    compute_distances(b, player, false, begin);
    compute_distances(b, player, true, end);
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move), colour = hex_colour(b, place);
        int stones = begin[place] + end[place] - (colour == HEX_EMPTY);
        if (colour == !player || stones > min_stones)
            continue;
        if (stones < min_stones)
            points = 0;
        points += colour == HEX_EMPTY;
        min_stones = stones;
    }
    return points * POINT_VALUE - min_stones * STONE_VALUE;
}

int mi_hex_evaluate(const void *weights, void *memory, const void *pos)
{
    const struct mi_hex *b = pos;
    (void)weights;
    (void)memory;
    return path_score(b, HEX_FIRST) - path_score(b, HEX_SECOND) +
           (b->turn == HEX_FIRST ? TURN_VALUE : -TURN_VALUE);
}
