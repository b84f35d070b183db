/* Connections to edges: each stone knows which of its player's edges it is connected to. */
#include "position.h"

/* The edges to which a player's stone on the place would be connected by its neighbours. */
static unsigned edges_around(const struct mi_hex *b, int place, int player)
{
    unsigned joined = 0;
    for (int i = 0; i < 6; i++) {
        unsigned near = b->place[place + hex_step[i]];
        joined |= (near & HEX_COLOUR) == (unsigned)player ? near : 0;
    }
    return joined & HEX_CONNECTED;
}

/* Is it a stone of the player that lacks some of these connections? */
static inline bool lacks_connection(uint8_t near, int player, unsigned joined)
{
    return (near & (HEX_COLOUR | HEX_BORDER)) == player && (joined & ~(unsigned)near) != 0;
}

/* Each stone gains connections at most twice per game, which bounds the work. */
void mi_hex_update_connections(struct mi_hex *b, int place)
{
    uint16_t stack[2 * HEX_MAX_POINTS];
    int n = 0, player = hex_colour(b, place);
    unsigned joined = edges_around(b, place, player);
    if (joined == 0)
        return;
    b->place[place] |= (uint8_t)joined;
    stack[n++] = (uint16_t)place;
    while (n > 0) {
        int from = stack[--n];
        for (int i = 0; i < 6; i++) {
            int to = from + hex_step[i];
            if (!lacks_connection(b->place[to], player, joined))
                continue;
            b->place[to] |= (uint8_t)joined;
            stack[n++] = (uint16_t)to;
        }
    }
    if (joined == HEX_CONNECTED)
        b->decided = (int8_t)player;
}
