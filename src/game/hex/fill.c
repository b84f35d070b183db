/* Points that are as good as taken.
 *
 * A point is dead when no stone on it can be part of a shortest way of either player, whatever the
 * points around it become: when these cannot be two runs or more of each colour.  Two neighbours
 * are captured by a player who, when the other takes one of them, takes the second and makes the
 * first one dead.  Both then count as stones, the dead of anybody, the captured of who captures
 * them: the result of the game stays the same (Hayward and van Rijswijck 2006, "Hex and
 * combinatorics"), also while it goes on elsewhere. */
#include "position.h"

/* A set of ways to colour the six points around a place, a bit each: bit c stands for the colouring
 * in which the i-th of them is the first player's where bit i of c is set. */
typedef uint64_t ways;

/* The colourings with the first player's, the second player's, or any stone on the i-th. */
static const ways coloured[3][6] = {
    {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
     0xffff0000ffff0000, 0xffffffff00000000},
    {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
     0x0000ffff0000ffff, 0x00000000ffffffff},
    {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
};

/* Those with two runs or more of each colour. */
static const ways parting = 0x04747f742efe2e20;

/* The colourings that may come about around a place, as far as they part it. */
static inline ways around(const struct mi_hex *b, int place)
{
    const uint8_t *p = b->place + place;
    ways left = parting;
    for (int i = 0; i < 6; i++)
        left &= coloured[p[hex_step[i]] & HEX_COLOUR][i];
    return left;
}

/* Does the player capture the place and its i-th neighbour? */
static bool is_captured(const struct mi_hex *b, int place, ways left, int i, int player)
{
    int other = place + hex_step[i];
    return (left & coloured[player][i]) == 0 && hex_colour(b, other) == HEX_EMPTY &&
           (around(b, other) & coloured[player][(i + 3) % 6]) == 0;
}

/* Places taken, around which there may be more. */
struct todo {
    uint16_t place[HEX_MAX_POINTS + 1];
    int n;
};

static void take(struct mi_hex *b, struct todo *todo, int place, int player)
{
    b->place[place] = (uint8_t)(HEX_FILLED | player);
    mi_hex_join(b, place);
    todo->place[todo->n++] = (uint16_t)place;
}

/* Looks at an empty place. */
static void look_at(struct mi_hex *b, struct todo *todo, int place)
{
    ways left = around(b, place);
    if (left == 0) {
        take(b, todo, place, HEX_FIRST);
        return;
    }
    for (int i = 0; i < 6; i++)
        for (int player = 0; player < 2; player++)
            if (is_captured(b, place, left, i, player)) {
                take(b, todo, place, player);
                take(b, todo, place + hex_step[i], player);
                return;
            }
}

void mi_hex_fill(struct mi_hex *b, int place)
{
    struct todo todo = {.n = 1};
    todo.place[0] = (uint16_t)place;
    while (todo.n > 0) {
        int from = todo.place[--todo.n];
        for (int i = 0; i < 6; i++)
            if (b->place[from + hex_step[i]] == HEX_EMPTY)
                look_at(b, &todo, from + hex_step[i]);
    }
}
