/* Lookup tables of the solver. */
#include "endgame.h"

#define LEFT_COLUMN  0x0101010101010101u
#define RIGHT_COLUMN 0x8080808080808080u

static void set_quarters(struct mi_othello_endgame *e, const struct mi_othello *o)
{
    for (int i = 0; i < MI_OTHELLO_SQUARES; i++) {
        int right = i % MI_OTHELLO_SIDE >= o->width / 2, low = i / MI_OTHELLO_SIDE >= o->height / 2;
        e->quarter[i] = (uint8_t)(1 << (2 * low + right));
        for (int quarters = 0; quarters < 16; quarters++)
            if (quarters & e->quarter[i])
                e->odd[quarters] |= (uint64_t)1 << i;
    }
}

static void set_neighbours(struct mi_othello_endgame *e)
{
    for (int i = 0; i < MI_OTHELLO_SQUARES; i++) {
        uint64_t bit = (uint64_t)1 << i;
        uint64_t row = bit | (bit << 1 & ~LEFT_COLUMN) | (bit >> 1 & ~RIGHT_COLUMN);
        e->neighbours[i] = (row | row << MI_OTHELLO_SIDE | row >> MI_OTHELLO_SIDE) & ~bit;
    }
}

/* The number of discs between a square of a line and the nearest own disc on either side. */
static int count_enclosed(int square, unsigned own)
{
    unsigned above = own >> (square + 1), below = own & ((1u << square) - 1);
    int up = above ? __builtin_ctz(above) : 0;
    return up + (below ? square - 1 - (31 - __builtin_clz(below)) : 0);
}

void mi_othello_init_tables(struct mi_othello_endgame *e, const struct mi_othello *o)
{
    set_quarters(e, o);
    set_neighbours(e);
    for (int square = 0; square < MI_OTHELLO_SIDE; square++)
        for (unsigned line = 0; line < 256; line++)
            e->enclosed[square][line] = (uint8_t)count_enclosed(square, line);
}

int mi_othello_parity(const struct mi_othello_endgame *e, uint64_t empty)
{
    int parity = 0;
    for (; empty; empty &= empty - 1)
        parity ^= e->quarter[mi_othello_first(empty)];
    return parity;
}
