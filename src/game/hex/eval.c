/* How far both players are from joining their edges.
 *
 * A bridge is as good as a neighbour: so the distance of a point from an edge is the number of
 * stones that it takes to come there by steps and bridges, the stone on the point among them.  Who
 * needs fewer stones from edge to edge is ahead, and who has more points on such shortest ways is
 * harder to stop. */
#include "knowledge.h"

#include <string.h>

enum {
    FAR = 100,
    WORTH_STONE = MIAI_POINT_SCORE,
    WORTH_POINT = 4,
    WORTH_TURN = MIAI_POINT_SCORE / 2
};

/* The places in the order of their distance. */
struct wave {
    const struct mi_hex *b;
    int player, level;
    int now, next; /* how many */
    uint16_t place[2][HEX_PLACES];
    uint8_t *distance;
};

/* Comes to a place by a step or a bridge. */
static void come(struct wave *w, int place)
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

/* Goes on from a place in the ways from first on; from the border there are two, inward. */
static void go_on(struct wave *w, int from, int first, int ways)
{
    const uint8_t *p = w->b->place + from;
    for (int i = first; i < first + ways; i++)
        come(w, from + hex_step[i]);
    for (int i = first; i < first + (ways == 2 ? 1 : 6); i++)
        if ((p[hex_step[i]] & HEX_COLOUR) == HEX_EMPTY &&
            (p[hex_step[i + 1]] & HEX_COLOUR) == HEX_EMPTY)
            come(w, from + hex_step[i] + hex_step[i + 1]);
}

/* The distances of all places from one of the player's edges.  The border has none but there. */
static void measure(const struct mi_hex *b, int player, bool end, uint8_t *distance)
{
    static const int inward[2][2] = {{4, 1}, {0, 3}};
    struct wave w = {.b = b, .player = player, .distance = distance};
    int edge = player == HEX_FIRST ? b->width : b->height;
    memset(distance, FAR, HEX_PLACES);
    for (int i = 0; i < edge; i++) {
        int place = player == HEX_FIRST ? hex_place_at(i, end ? b->height : -1)
                                        : hex_place_at(end ? b->width : -1, i);
        go_on(&w, place, inward[player][end], 2);
    }
    do {
        while (w.now > 0) {
            int from = w.place[w.level & 1][--w.now];
            if (!(b->place[from] & HEX_BORDER))
                go_on(&w, from, 0, 6);
        }
        w.level++;
        w.now = w.next;
        w.next = 0;
    } while (w.now > 0);
}

/* Scores the player's shortest ways by their length and by the empty points on them. */
static int worth_of_ways(const struct mi_hex *b, int player)
{
    uint8_t begin[HEX_PLACES], end[HEX_PLACES];
    int least = 2 * FAR, points = 0;
    measure(b, player, false, begin);
    measure(b, player, true, end);
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move), colour = hex_colour(b, place);
        int stones = begin[place] + end[place] - (colour == HEX_EMPTY);
        if (colour == !player || stones > least)
            continue;
        if (stones < least)
            points = 0;
        points += colour == HEX_EMPTY;
        least = stones;
    }
    return points * WORTH_POINT - least * WORTH_STONE;
}

int mi_hex_evaluate(const void *weights, void *memory, const void *pos)
{
    const struct mi_hex *b = pos;
    (void)weights;
    (void)memory;
    return worth_of_ways(b, HEX_FIRST) - worth_of_ways(b, HEX_SECOND) +
           (b->turn == HEX_FIRST ? WORTH_TURN : -WORTH_TURN);
}
