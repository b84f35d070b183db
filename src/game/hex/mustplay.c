/* What H-search says of a position: who wins, and which moves are left to whoever is to move. */
#include "knowledge.h"
#include "links.h"

enum { PAIRS_STUDY = 50000 /* that H-search may try for a player: about half a millisecond */ };

/* For a win before a search: anew with more, as long as there is time. */
static const int pairs_win[] = {PAIRS_STUDY, 400000, 2000000};

static int score_of(int winner)
{
    return winner == HEX_FIRST ? 1 : -1;
}

/* Leaves those of the listed moves that are in the set; all of them, if none is. */
static int keep(const struct mi_hex *b, const struct hex_set *set, miai_move *list, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (list[i] != hex_swap_move(b) && mi_hex_set_has(set, list[i]))
            list[kept++] = list[i];
    return kept > 0 ? kept : n;
}

bool mi_hex_mustplay(const void *pos, int *least, int *most, miai_move *list, int *n)
{
    const struct mi_hex *b = pos;
    struct hex_crossing own, other;
    if (b->swap != HEX_SWAP_GONE || !mi_hex_find_crossing(b, b->turn, PAIRS_STUDY, false, &own))
        return false;
    if (own.linked != HEX_UNLINKED) {
        *least = *most = score_of(b->turn);
        return true;
    }
    if (!mi_hex_find_crossing(b, !b->turn, PAIRS_STUDY, true, &other))
        return false;
    if (other.linked == HEX_FULL)
        *least = *most = score_of(!b->turn);
    else if (other.linked == HEX_SEMI)
        *n = keep(b, &other.must, list, *n);
    return other.linked == HEX_FULL;
}

/* One position is all it takes.  Who has a full link wins with any move, and rather chooses one
 * that shortens the game. */
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
