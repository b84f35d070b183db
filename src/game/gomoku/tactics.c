/* Threats, for the alpha-beta search. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"

static bool gomoku_is_in_danger(const void *pos)
{
    return gomoku_is_threatened(pos);
}

/* Does the move make a four or an open three? */
static bool gomoku_move_threatens(const void *pos, miai_move move)
{
    const struct mi_gomoku *g = pos;
    return move < g->points && g->opening == OPENING_OVER &&
           gomoku_kind(g, g->colour)[move] >= KIND_THREE;
}

/* An extra stone never harms, except in renju, so a null move is safe unless there is a threat. */
static bool gomoku_may_null_move(const void *pos)
{
    const struct mi_gomoku *g = pos;
    return g->opening == OPENING_OVER && !gomoku_is_threatened(g);
}

static int gomoku_quiet_score(const void *pos, miai_move move)
{
    enum { UNIT = 60, AVERAGE_LOOKS = 50, LOOKS_MAX = 250 };
    const struct mi_gomoku *g = pos;
    int looks = move < g->points ? mi_gomoku_move_score(g, move) : AVERAGE_LOOKS;
    return UNIT * ((looks < LOOKS_MAX ? looks : LOOKS_MAX) - AVERAGE_LOOKS);
}

/* The history index is the point: its neighbourhood hardly changes within one search. */
static int gomoku_move_kind(const void *pos, miai_move move)
{
    (void)pos;
    return move;
}

static const miai_margins margins = {
    .bytes = sizeof(miai_margins),
};

const miai_tactics mi_gomoku_tactics = {
    .bytes = sizeof(miai_tactics),
    .in_check = gomoku_is_in_danger,
    .gives_check = gomoku_move_threatens,
    .may_null_move = gomoku_may_null_move,
    .kinds = GOMOKU_MAX_POINTS + 2,
    .move_kind = gomoku_move_kind,
    .margins = &margins,
    .quiet_score = gomoku_quiet_score,
};
