/* Candidate moves, known results, and the expected length of the game. */
#include "knowledge.h"

enum {
    OPENING_SIDE = 7, /* smallest board for which the opening moves below are balanced */
    EDGE_DISTANCE = 2 /* distance from every edge from which a first move is known to win */
};

/* ---- the swap rule ---- */

/* Balanced first moves, as far as known: next to the acute corner, and others at that distance,
 * each with its image under a half turn. */
static int list_openings(const struct mi_hex *b, miai_move *list)
{
    int n = 0, side = b->width;
    const miai_move points[] = {side, 2 * side, (side - 2) * side, 3 * side + 1, side + 2};
    for (int i = 0; i < 5; i++) {
        list[n++] = points[i];
        list[n++] = side * side - 1 - points[i];
    }
    return n;
}

/* Is the only stone a winning one, which should be swapped?  On solved boards, up to side 9, all
 * first moves away from the edges win. */
static bool should_swap(const struct mi_hex *b)
{
    int x = b->last[!b->turn] % HEX_SPAN - 1, y = b->last[!b->turn] / HEX_SPAN - 1;
    return b->swap == HEX_SWAP_NOW && x >= EDGE_DISTANCE && x < b->width - EDGE_DISTANCE &&
           y >= EDGE_DISTANCE && y < b->height - EDGE_DISTANCE;
}

/* ---- candidates ---- */

/* Points that are not filled. */
static int list_open_points(const struct mi_hex *b, miai_move *list)
{
    uint16_t empty[HEX_MAX_POINTS + 1];
    int n = mi_hex_list_empty(b, b->decided >= 0, empty);
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
        return list_openings(b, list);
    if (should_swap(b)) {
        list[0] = hex_swap_move(b);
        return 1;
    }
    return list_open_points(b, list);
}

/* ---- known results ---- */

/* The certain winner, whoever moves next, or -1.  A stone that can still be swapped decides nothing:
 * the centre of 3x3 is joined to both edges. */
static int find_winner(const struct mi_hex *b)
{
    if (b->swap != HEX_SWAP_GONE)
        return -1;
    if (b->decided >= 0)
        return b->decided;
    for (int player = 0; player < 2; player++)
        if (mi_hex_is_connected(b, player))
            return player;
    return -1;
}

bool mi_hex_known(const void *pos, int *min_result, int *max_result, int *plies)
{
    const struct mi_hex *b = pos;
    int winner = find_winner(b);
    if (winner < 0)
        return false;
    *min_result = *max_result = winner == HEX_FIRST ? 1 : -1;
    *plies = 2 * mi_hex_distance(b, winner) - (b->turn == winner);
    return true;
}

/* The expected number of moves that are left: most games fill about two fifths of the board. */
int mi_hex_moves_left(const void *pos)
{
    enum { MOVES_LEFT_MIN = 6 };
    const struct mi_hex *b = pos;
    int points = b->width * b->height, left = (2 * points / 5 - (points - b->empty)) / 2;
    return left > MOVES_LEFT_MIN ? left : MOVES_LEFT_MIN;
}
