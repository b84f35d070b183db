/* Certain results: fives, and wins by fours. */
#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/win.h"

static bool set_winner(int player, int *min_result, int *max_result)
{
    *min_result = *max_result = player == 0 ? 1 : -1;
    return true;
}

/* Does the opponent threaten two fives, or one on a point forbidden to the side to move? */
static bool loses_at_once(const struct mi_gomoku *g)
{
    miai_move five[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find_points(g, others(g->colour), KIND_FIVE, five);
    return n > 1 || (n == 1 && !may_play_at(g, five[0], g->colour));
}

static bool gomoku_known(const void *pos, int *min_result, int *max_result, int *plies)
{
    const struct mi_gomoku *g = pos;
    const uint16_t *own = g->kinds[g->colour], *their = g->kinds[others(g->colour)];
    int player = mi_gomoku_turn(g);
    if (g->opening != OPENING_OVER)
        return false;
    *plies = 1;
    if (own[KIND_FIVE] > 0)
        return set_winner(player, min_result, max_result);
    if (needs_open_end(g))
        return false;
    *plies = 2;
    if (their[KIND_FIVE] > 0 && loses_at_once(g))
        return set_winner(!player, min_result, max_result);
    if (gomoku_count_points(g, g->colour, KIND_FOUR) > 0 && mi_gomoku_wins_by_fours(g, plies))
        return set_winner(player, min_result, max_result);
    *plies = 0;
    return false;
}

const miai_solver mi_gomoku_solver = {
    .bytes = sizeof(miai_solver),
    .known = gomoku_known,
    .find_win = mi_gomoku_find_win,
};
