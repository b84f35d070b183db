/* What is certain: fives, and wins by fours. */
#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/win.h"

static bool certain(int player, int *least, int *most)
{
    *least = *most = player == 0 ? 1 : -1;
    return true;
}

/* Two points where the other makes five are one too many, and so is one that is forbidden. */
static bool loses_at_once(const struct mi_gomoku *g)
{
    miai_move five[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find(g, others(g->colour), KIND_FIVE, five);
    return n > 1 || (n == 1 && !may_stand(g, five[0], g->colour));
}

static bool known(const void *pos, int *least, int *most, int *plies)
{
    const struct mi_gomoku *g = pos;
    const uint16_t *own = g->kinds[g->colour], *their = g->kinds[others(g->colour)];
    int player = mi_gomoku_turn(g);
    if (g->opening != OPENING_OVER)
        return false;
    *plies = 1;
    if (own[KIND_FIVE] > 0)
        return certain(player, least, most);
    if (needs_open_end(g))
        return false;
    *plies = 2;
    if (their[KIND_FIVE] > 0 && loses_at_once(g))
        return certain(!player, least, most);
    if (gomoku_count(g, g->colour, KIND_FOUR) > 0 && mi_gomoku_wins_by_fours(g, plies))
        return certain(player, least, most);
    *plies = 0;
    return false;
}

const miai_solver mi_gomoku_solver = {
    .bytes = sizeof(miai_solver),
    .known = known,
    .find_win = mi_gomoku_find_win,
};
