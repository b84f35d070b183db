/* Threats, for alpha-beta. */
#include "find.h"
#include "gomoku.h"

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
static bool may_pass(const void *pos)
{
    const struct mi_gomoku *g = pos;
    return g->opening == OPENING_OVER && !gomoku_is_threatened(g);
}

static const miai_margins margins = {
    .bytes = sizeof(miai_margins),
};

const miai_tactics mi_gomoku_tactics = {
    .bytes = sizeof(miai_tactics),
    .threatened = threatened,
    .threatens = threatens,
    .may_pass = may_pass,
    .margins = &margins,
};
