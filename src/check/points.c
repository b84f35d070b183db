/* What stands on the points of a board, and whose they are. */
#include "check.h"

struct points {
    int8_t piece[MIAI_MAX_POINTS], owner[MIAI_MAX_POINTS], safe[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
};

static void check_owner(struct mi_check *check, const char *function, int point, int owner)
{
    if (owner < -1 || owner > 1)
        mi_fault(check, function, "() says %d of point %d, not -1, 0 or 1", owner, point);
}

/* A chain is named by its lowest point, and all its stones are one player's. */
static bool is_chain(const struct points *points, int point)
{
    int chain = points->chain[point];
    if (chain < 0)
        return points->piece[point] == -1;
    return chain <= point && points->chain[chain] == chain &&
           points->piece[chain] == points->piece[point];
}

static void fill_in(struct mi_check *check, struct points *points)
{
    const miai_scoring *scoring = mi_scoring(check->game);
    if (mi_editing(check->game)->board)
        mi_editing(check->game)->board(check->pos, points->piece);
    mi_check_unchanged(check, "editing.board");
    if (scoring->ownership)
        scoring->ownership(check->pos, points->owner);
    mi_check_unchanged(check, "scoring.ownership");
    if (scoring->safe)
        scoring->safe(check->pos, points->safe);
    mi_check_unchanged(check, "scoring.safe");
    if (scoring->chains)
        scoring->chains(check->pos, points->chain);
    mi_check_unchanged(check, "scoring.chains");
}

void mi_check_points(struct mi_check *check)
{
    struct points points = {.piece = {0}};
    int count = check->setup.width * check->setup.height;
    bool chains = mi_scoring(check->game)->chains && mi_editing(check->game)->board;
    if (count > MIAI_MAX_POINTS)
        return;
    fill_in(check, &points);
    for (int i = 0; i < count; i++) {
        check_owner(check, "editing.board", i, points.piece[i]);
        check_owner(check, "scoring.ownership", i, points.owner[i]);
        check_owner(check, "scoring.safe", i, points.safe[i]);
        if (chains && !is_chain(&points, i))
            mi_fault(check, "scoring.chains",
                     "() says %d of point %d: it is the lowest point of "
                     "the chain of one player, or -1 where nothing stands",
                     points.chain[i], i);
    }
}
