/* Fill-in: dead and captured points, which count as stones.
 *
 * A point is dead if no stone on it can be on a shortest path of either player, however the
 * surrounding points are filled.  This is the case if the surrounding points can never form two or
 * more runs of each colour.  A player has captured two neighbouring points if, whenever the
 * opponent plays on one of them, playing on the other makes the first one dead.  A dead point may
 * count for either player, captured points for the capturing player.  This never changes the result
 * of the game (Hayward and van Rijswijck 2006, "Hex and combinatorics"). */
#include "position.h"

/* A set of colourings of the six neighbours: bit c of the set is the colouring in which neighbour i
 * is the first player's if bit i of c is set. */
typedef uint64_t colourings;

/* The colourings in which neighbour i is the first player's, the second player's, or either's. */
static const colourings colourings_with[3][6] = {
    {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
     0xffff0000ffff0000, 0xffffffff00000000},
    {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
     0x0000ffff0000ffff, 0x00000000ffffffff},
    {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
};

/* The colourings with two or more runs of each colour. */
static const colourings separating = 0x04747f742efe2e20;

/* The colourings with two runs of each colour that are still possible around a place. */
static inline colourings possible_separations(const struct mi_hex *b, int place)
{
    const uint8_t *p = b->place + place;
    colourings left = separating;
    for (int i = 0; i < 6; i++)
        left &= colourings_with[p[hex_step[i]] & HEX_COLOUR][i];
    return left;
}

/* Does the player capture the place together with its i-th neighbour? */
static bool is_captured_pair(const struct mi_hex *b, int place, colourings left, int i, int player)
{
    int other = place + hex_step[i];
    return (left & colourings_with[player][i]) == 0 && hex_colour(b, other) == HEX_EMPTY &&
           (possible_separations(b, other) & colourings_with[player][(i + 3) % 6]) == 0;
}

/* Places whose neighbours must be checked. */
struct fill_queue {
    uint16_t place[HEX_MAX_POINTS + 1];
    int n;
};

static void fill_place(struct mi_hex *b, struct fill_queue *fill_queue, int place, int player)
{
    b->place[place] = (uint8_t)(HEX_FILLED | player);
    mi_hex_update_connections(b, place);
    fill_queue->place[fill_queue->n++] = (uint16_t)place;
}

/* Checks an empty place, and fills it if it is dead or captured. */
static void check_place(struct mi_hex *b, struct fill_queue *fill_queue, int place)
{
    colourings left = possible_separations(b, place);
    if (left == 0) {
        fill_place(b, fill_queue, place, HEX_FIRST);
        return;
    }
    for (int i = 0; i < 6; i++)
        for (int player = 0; player < 2; player++)
            if (is_captured_pair(b, place, left, i, player)) {
                fill_place(b, fill_queue, place, player);
                fill_place(b, fill_queue, place + hex_step[i], player);
                return;
            }
}

void mi_hex_fill_in(struct mi_hex *b, int place)
{
    struct fill_queue fill_queue = {.n = 1};
    fill_queue.place[0] = (uint16_t)place;
    while (fill_queue.n > 0) {
        int from = fill_queue.place[--fill_queue.n];
        for (int i = 0; i < 6; i++)
            if (b->place[from + hex_step[i]] == HEX_EMPTY)
                check_place(b, &fill_queue, from + hex_step[i]);
    }
}
