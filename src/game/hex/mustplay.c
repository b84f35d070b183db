/* Results of H-search: the winner, or the must-play region of the side to move. */
#include "knowledge.h"
#include "links.h"

enum { PAIRS_STUDY = 50000 /* pairs per player; about half a millisecond */ };

/* Budgets of repeated attempts to find a win before the main search. */
static const int pairs_win[] = {PAIRS_STUDY, 400000, 2000000};

static int winner_score(int winner)
{
    return winner == HEX_FIRST ? 1 : -1;
}

/* Keeps the listed moves that are in the set, or all if none is. */
static int keep_moves_in(const struct mi_hex *b, const struct hex_set *set, miai_move *list, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (list[i] != hex_swap_move(b) && mi_hex_set_has(set, list[i]))
            list[kept++] = list[i];
    return kept > 0 ? kept : n;
}

bool mi_hex_mustplay(const void *pos, int *min_result, int *max_result, miai_move *list, int *n)
{
    const struct mi_hex *b = pos;
    struct hex_crossing own, other;
    if (b->swap != HEX_SWAP_GONE || !mi_hex_find_crossing(b, b->turn, PAIRS_STUDY, false, &own))
        return false;
    if (own.linked != HEX_UNLINKED) {
        *min_result = *max_result = winner_score(b->turn);
        return true;
    }
    if (!mi_hex_find_crossing(b, !b->turn, PAIRS_STUDY, true, &other))
        return false;
    if (other.linked == HEX_FULL)
        *min_result = *max_result = winner_score(!b->turn);
    else if (other.linked == HEX_SEMI)
        *n = keep_moves_in(b, &other.must, list, *n);
    return other.linked == HEX_FULL;
}

/* One H-search needs one position.  A player with a full link wins with any move; leave it to the
 * main search to choose a move that shortens the game. */
miai_move mi_hex_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg), void *arg)
{
    const struct mi_hex *b = pos;
    struct hex_crossing own = {.cut = true};
    if (b->swap != HEX_SWAP_GONE || positions < 1)
        return MIAI_NO_MOVE;
    for (size_t i = 0; own.cut && i < sizeof pairs_win / sizeof *pairs_win; i++) {
        if (!go_on(arg) || !mi_hex_find_crossing(b, b->turn, pairs_win[i], false, &own))
            return MIAI_NO_MOVE;
        if (own.linked == HEX_SEMI)
            return own.key;
    }
    return MIAI_NO_MOVE;
}
