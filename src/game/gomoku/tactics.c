/* Threats, for alpha-beta. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"

static bool threatened(const void *pos)
{
    return gomoku_is_threatened(pos);
}

/* A four or an open three. */
static bool threatens(const void *pos, miai_move move)
{
    const struct mi_gomoku *g = pos;
    return move < g->points && g->opening == OPENING_OVER &&
           gomoku_kind(g, g->colour)[move] >= KIND_THREE;
}

/* A stone never does harm, but in renju. */
static bool may_null_move(const void *pos)
{
    const struct mi_gomoku *g = pos;
    return g->opening == OPENING_OVER && !gomoku_is_threatened(g);
}

static int quiet_score(const void *pos, miai_move move)
{
    enum { UNIT = 60, USUAL = 50, MOST = 250 };
    const struct mi_gomoku *g = pos;
    int looks = move < g->points ? mi_gomoku_looks(g, move) : USUAL;
    return UNIT * ((looks < MOST ? looks : MOST) - USUAL);
}

/* The point alone: what stands around it is nearly the same in a search's positions. */
static int move_kind(const void *pos, miai_move move)
{
    (void)pos;
    return move;
}

static const miai_margins margins = {
    .bytes = sizeof(miai_margins),
};

const miai_tactics mi_gomoku_tactics = {
    .bytes = sizeof(miai_tactics),
    .in_check = threatened,
    .gives_check = threatens,
    .may_null_move = may_null_move,
    .kinds = GOMOKU_MAX_POINTS + 2,
    .move_kind = move_kind,
    .margins = &margins,
    .quiet_score = quiet_score,
};
