/* The moves worth a search, who has won already, and how long the game will be. */
#include "knowledge.h"

enum {
    OPENING_SIDE = 7, /* boards from which on the first moves below are fair */
    LINE = 2          /* lines from an edge, from 0; what is as far from all edges wins */
};

/* ---- with swapping ---- */

/* First moves that are neither won nor lost by much, as far as is known: the one on the side near
 * the acute corner, and others at that distance, each with the one that it becomes when the board
 * is turned by half a circle. */
static int openings(const struct mi_hex *b, miai_move *list)
{
    int n = 0, side = b->width;
    const miai_move points[] = {side, 2 * side, (side - 2) * side, 3 * side + 1, side + 2};
    for (int i = 0; i < 5; i++) {
        list[n++] = points[i];
        list[n++] = side * side - 1 - points[i];
    }
    return n;
}

/* Is the only stone one that wins, so that it is to be taken?  On boards that have been solved, up
 * to nine points a side, all those away from the edges do. */
static bool is_to_swap(const struct mi_hex *b)
{
    int x = b->last[!b->turn] % HEX_SPAN - 1, y = b->last[!b->turn] / HEX_SPAN - 1;
    return b->swap == HEX_SWAP_NOW && x >= LINE && x < b->width - LINE && y >= LINE &&
           y < b->height - LINE;
}

/* ---- candidates ---- */

/* Those that are not as good as taken. */
static int open_points(const struct mi_hex *b, miai_move *list)
{
    uint16_t empty[HEX_MAX_POINTS + 1];
    int n = mi_hex_empty(b, b->decided >= 0, empty);
    for (int i = 0; i < n; i++)
        list[i] = hex_move(b, empty[i]);
    if (b->swap == HEX_SWAP_NOW)
        list[n++] = hex_swap_move(b);
    return n;
}

int mi_hex_candidates(const void *pos, miai_move *list)
{
    const struct mi_hex *b = pos;
    if (b->swap == HEX_SWAP_LATER && b->width >= OPENING_SIDE)
        return openings(b, list);
    if (is_to_swap(b)) {
        list[0] = hex_swap_move(b);
        return 1;
    }
    return open_points(b, list);
}

/* ---- what is known ---- */

/* Who wins whoever moves next, or -1. */
static int find_winner(const struct mi_hex *b)
{
    if (b->decided >= 0 || b->swap != HEX_SWAP_GONE)
        return b->decided;
    for (int player = 0; player < 2; player++)
        if (mi_hex_is_joined(b, player))
            return player;
    return -1;
}

bool mi_hex_known(const void *pos, int *least, int *most, int *plies)
{
    const struct mi_hex *b = pos;
    int winner = find_winner(b);
    if (winner < 0)
        return false;
    *least = *most = winner == HEX_FIRST ? 1 : -1;
    *plies = 2 * mi_hex_distance(b, winner) - (b->turn == winner);
    return true;
}

/* Most games take about two points of five. */
int mi_hex_moves_left(const void *pos)
{
    enum { LEAST = 6 };
    const struct mi_hex *b = pos;
    int points = b->width * b->height, left = (2 * points / 5 - (points - b->empty)) / 2;
    return left > LEAST ? left : LEAST;
}
