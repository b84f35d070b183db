/* Probes positions; a small search supplies what the tables leave out.
 *
 * If a capture is the best move, a WDL table may have any value that is not better.  DTZ tables may
 * do the same if a capture or a pawn move is best.  No table includes en passant captures. */
#include "syzygy.h"

int mi_syzygy_zeroing_dtz(int wdl)
{
    static const int dtz[] = {-1, -101, 0, 101, 1};
    return dtz[wdl - WDL_LOSS];
}

static int sign_of_dtz(int x)
{
    return (x > 0) - (x < 0);
}

static bool is_capture(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move);
    return p->piece[to] != NO_PIECE || (piece_type(p->piece[from]) == PAWN && to == p->en_passant);
}

static bool is_zeroing(const struct mi_chess *p, miai_move move)
{
    return piece_type(p->piece[move_from(move)]) == PAWN || is_capture(p, move);
}

/* The best of the tried moves. */
struct best_move {
    int wdl;
    int left; /* number of legal moves not tried */
    bool zeroing;
};

/* Tries all captures and, if `pawns` is set, all pawn moves. */
static bool try_zeroing_moves(struct mi_syzygy *syzygy, const struct mi_chess *p, bool pawns,
                              struct best_move *best)
{
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(p, list), wdl;
    *best = (struct best_move){WDL_LOSS - 1, n, false};
    for (int i = 0; i < n && best->wdl < WDL_WIN; i++) {
        if (!(pawns ? is_zeroing(p, list[i]) : is_capture(p, list[i])))
            continue;
        struct mi_chess after = *p;
        mi_chess_play(&after, list[i]);
        if (!mi_syzygy_probe_wdl(syzygy, &after, &wdl))
            return false;
        best->wdl = -wdl > best->wdl ? -wdl : best->wdl;
        best->left--;
    }
    return true;
}

/* Finds the outcome; sets best->zeroing if one of the tried moves achieves it. */
static bool probe_outcome(struct mi_syzygy *syzygy, const struct mi_chess *p, bool pawns,
                          struct best_move *best)
{
    int wdl = WDL_DRAW;
    if (count_squares(occupied(p)) == 2) {
        *best = (struct best_move){WDL_DRAW, 0, false};
        return true;
    }
    if (!try_zeroing_moves(syzygy, p, pawns, best))
        return false;
    bool only = best->left == 0 && best->wdl >= WDL_LOSS;
    if (best->wdl == WDL_WIN || only) {
        best->zeroing = true;
        return true;
    }
    if (!mi_syzygy_lookup_wdl(syzygy, p, &wdl))
        return false;
    best->zeroing = best->wdl >= wdl && best->wdl > WDL_DRAW;
    best->wdl = best->wdl >= wdl ? best->wdl : wdl;
    return true;
}

/* Is there a pseudo-legal capture? */
static bool may_capture(const struct mi_chess *p)
{
    bitboard others = p->of[!p->turn];
    if (p->en_passant != NO_SQUARE)
        return true;
    while (others)
        if (attackers(p, p->turn, pop_lsb(&others), occupied(p)))
            return true;
    return false;
}

bool mi_syzygy_probe_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl)
{
    struct best_move best;
    if (count_squares(occupied(p)) > 2 && !may_capture(p))
        return mi_syzygy_lookup_wdl(syzygy, p, wdl);
    if (!probe_outcome(syzygy, p, false, &best))
        return false;
    *wdl = best.wdl;
    return true;
}

/* ---- distances ---- */

bool mi_syzygy_probe_move_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, miai_move move,
                              int *dtz)
{
    struct mi_chess after = *p;
    int value;
    mi_chess_play(&after, move);
    if (is_zeroing(p, move)) {
        bool known = mi_syzygy_probe_wdl(syzygy, &after, &value);
        *dtz = known ? mi_syzygy_zeroing_dtz(-value) : 0;
        return known;
    }
    if (!mi_syzygy_probe_dtz(syzygy, &after, &value))
        return false;
    *dtz = -value - sign_of_dtz(value);
    if (*dtz == 2 && after.checkers && !mi_chess_has_move(&after))
        *dtz = 1;
    return true;
}

/* The table has the other side to move: takes the best of all moves that keep the outcome. */
static bool probe_moves(struct mi_syzygy *syzygy, const struct mi_chess *p, int wdl, int *dtz)
{
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(p, list), found;
    bool any = false;
    *dtz = -1; /* mated */
    for (int i = 0; i < n; i++) {
        if (!mi_syzygy_probe_move_dtz(syzygy, p, list[i], &found))
            return false;
        if (sign_of_dtz(found) != sign_of_dtz(wdl))
            continue;
        *dtz = !any || found < *dtz ? found : *dtz;
        any = true;
    }
    return true;
}

bool mi_syzygy_probe_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int *dtz)
{
    struct best_move best;
    *dtz = 0;
    if (!probe_outcome(syzygy, p, true, &best))
        return false;
    if (best.wdl == WDL_DRAW)
        return true;
    if (best.zeroing) {
        *dtz = mi_syzygy_zeroing_dtz(best.wdl);
        return true;
    }
    switch (mi_syzygy_lookup_dtz(syzygy, p, best.wdl, dtz)) {
    case DTZ_KNOWN:
        *dtz = mi_syzygy_zeroing_dtz(best.wdl) + (best.wdl > 0 ? *dtz : -*dtz);
        return true;
    case DTZ_OTHER_SIDE:
        return probe_moves(syzygy, p, best.wdl, dtz);
    case DTZ_FAILED:
        break;
    }
    return false;
}
