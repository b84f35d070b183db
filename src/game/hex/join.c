/* What stones are joined to: each knows which edges of its player. */
#include "position.h"

/* What a player's stone on the place would be joined to by its neighbours. */
static unsigned joined_around(const struct mi_hex *b, int place, int player)
{
    unsigned joined = 0;
    for (int i = 0; i < 6; i++) {
        unsigned near = b->place[place + hex_step[i]];
        joined |= (near & HEX_COLOUR) == (unsigned)player ? near : 0;
    }
    return joined & HEX_JOINED;
}

/* Is it a stone of the player that does not know all that it is joined to? */
static inline bool is_to_learn(uint8_t near, int player, unsigned joined)
{
    return (near & (HEX_COLOUR | HEX_BORDER)) == player && (joined & ~(unsigned)near) != 0;
}

/* A stone learns at most twice in a game, which bounds the work. */
void mi_hex_join(struct mi_hex *b, int place)
{
    uint16_t stack[2 * HEX_MAX_POINTS];
    int n = 0, player = hex_colour(b, place);
    unsigned joined = joined_around(b, place, player);
    if (joined == 0)
        return;
    b->place[place] |= (uint8_t)joined;
    stack[n++] = (uint16_t)place;
    while (n > 0) {
        int from = stack[--n];
        for (int i = 0; i < 6; i++) {
            int to = from + hex_step[i];
            if (!is_to_learn(b->place[to], player, joined))
                continue;
            b->place[to] |= (uint8_t)joined;
            stack[n++] = (uint16_t)to;
        }
    }
    if (joined == HEX_JOINED)
        b->decided = (int8_t)player;
}
