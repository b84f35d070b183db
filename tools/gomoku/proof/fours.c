#include "fours.h"

#include "game/gomoku/threat/find.h"
#include "rows.h"

enum { PLIES_MOST = 100 };

static bool attack(struct fours *fours, int ply);

static bool win_at(struct fours *fours, int move)
{
    fours->move = move;
    zone_add(&fours->zone, move);
    return true;
}

static bool try_four(struct fours *fours, int ply, int move)
{
    struct mi_gomoku *g = fours->g;
    miai_move five[POINTS];
    struct gomoku_undo undo, answered;
    mi_gomoku_try(g, move, BLACK, &undo);
    int n = mi_gomoku_find(g, BLACK, KIND_FIVE, five);
    bool won = n > 1 && g->kinds[WHITE][KIND_FIVE] == 0;
    if (won) {
        zone_add(&fours->zone, five[0]);
        zone_add(&fours->zone, five[1]);
    } else if (n == 1 && g->kinds[WHITE][KIND_FIVE] == 0) {
        mi_gomoku_try(g, five[0], WHITE, &answered);
        won = attack(fours, ply + 2);
        if (won) {
            zone_add(&fours->zone, five[0]);
            rows_add_through(g, five[0], 3, &fours->zone);
        }
        mi_gomoku_undo(g, &answered);
    }
    mi_gomoku_undo(g, &undo);
    return won && win_at(fours, move);
}

/* Black is to move: does he win by fours alone? */
static bool attack(struct fours *fours, int ply)
{
    struct mi_gomoku *g = fours->g;
    const uint16_t *own = g->kinds[BLACK];
    miai_move list[POINTS];
    if (own[KIND_FIVE] > 0)
        return mi_gomoku_find(g, BLACK, KIND_FIVE, list) > 0 && win_at(fours, list[0]);
    if (--fours->nodes < 0 || ply > PLIES_MOST)
        return false;
    if (g->kinds[WHITE][KIND_FIVE] > 0)
        return mi_gomoku_find(g, WHITE, KIND_FIVE, list) == 1 &&
               gomoku_kind(g, BLACK)[list[0]] >= KIND_FOUR && try_four(fours, ply, list[0]);
    if (gomoku_count(g, BLACK, KIND_FOUR) == 0)
        return false;
    if (own[KIND_WIN] > 0 && mi_gomoku_find(g, BLACK, KIND_WIN, list) > 0 &&
        try_four(fours, ply, list[0]))
        return true;
    uint64_t key = miai_mix(g->hash) | 1;
    uint64_t *failed = &fours->failed[key >> (64 - FOURS_FAILED_BITS)];
    if (*failed == key)
        return false;
    int n = mi_gomoku_find(g, BLACK, KIND_FOUR, list);
    for (int wanted = KIND_WIN; wanted >= KIND_FOUR; wanted--)
        for (int i = 0; i < n && fours->nodes >= 0; i++)
            if (gomoku_kind(g, BLACK)[list[i]] == wanted && try_four(fours, ply, list[i]))
                return true;
    if (fours->nodes >= 0)
        *failed = key;
    return false;
}

bool fours_win(struct fours *fours)
{
    return attack(fours, 0);
}
