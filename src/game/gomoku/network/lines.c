/* Lines as inputs, and merged rows that combine a line with its pair of shapes. */
#include "network.h"

enum { NO_SIDE = 255 }; /* impossible: a gap in the border */

/* The index of a side from its points, nearest first.  Sides with all points on the board come
 * first, then those with fewer and fewer.  Within a class it is a ternary number. */
static uint8_t side_index(const bool *own, const bool *other)
{
    int side = 0, class_start = 0, on_board = 0;
    while (on_board < INPUT_REACH && !(own[on_board] && other[on_board])) {
        side = 3 * side + (own[on_board] ? 1 : other[on_board] ? 2 : 0);
        on_board++;
    }
    for (int i = INPUT_REACH, class_size = 81; i > on_board; i--, class_size /= 3) {
        if (!own[i - 1] || !other[i - 1])
            return NO_SIDE;
        class_start += class_size;
    }
    return (uint8_t)(class_start + side);
}

/* The same from bits.  farthest: the lowest bit is the farthest point, not the nearest. */
static uint8_t side_index_of_bits(int bits, bool farthest)
{
    bool own[INPUT_REACH], other[INPUT_REACH];
    for (int i = 0; i < INPUT_REACH; i++) {
        int bit = farthest ? INPUT_REACH - 1 - i : i;
        own[i] = bits >> bit & 1;
        other[i] = bits >> (INPUT_REACH + bit) & 1;
    }
    return side_index(own, other);
}

static void list_sides(struct mi_gomoku_sides *sides)
{
    for (int bits = 0; bits < 1 << 2 * INPUT_REACH; bits++) {
        sides->lower[bits] = side_index_of_bits(bits, true);
        sides->higher[bits] = side_index_of_bits(bits, false);
    }
}

/* Merges one line with its pair of shapes. */
static void merge_line_with_pair(struct mi_gomoku_net *net, int own, int other)
{
    enum { SIDE = (1 << INPUT_REACH) - 1 };
    int lower = net->sides.lower[(own & SIDE) | (other & SIDE) << INPUT_REACH];
    int higher = net->sides.higher[own >> INPUT_REACH | (other & ~SIDE)];
    if (lower == NO_SIDE || higher == NO_SIDE)
        return;
    int line = both_sides(lower, higher);
    int pair = mi_gomoku_shapes()->near_pair[own << 2 * INPUT_REACH | other];
    const int16_t *pair_row = net->input[(pair & 15) * SHAPES + (pair >> 4)];
    const int16_t *line_row = net->input[INPUT_LINES + line];
    for (int i = 0; i < NET_CHANNELS; i++)
        net->input[NET_MERGED + line][i] = (int16_t)(line_row[i] + pair_row[i]);
}

void mi_gomoku_net_merge(struct mi_gomoku_net *net)
{
    enum { COMBINATIONS = 1 << 2 * INPUT_REACH };
    _Static_assert((int)INPUT_REACH == (int)REACH_NEAR, "freestyle's shapes see as far");
    list_sides(&net->sides);
    for (int own = 0; own < COMBINATIONS; own++)
        for (int other = 0; other < COMBINATIONS; other++)
            merge_line_with_pair(net, own, other);
}
