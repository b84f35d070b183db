/* What stands on the points of a board, whose they are, and which stones live. */
#include "check.h"

#include <string.h>

struct points {
    int8_t piece[MIAI_MAX_POINTS], owner[MIAI_MAX_POINTS], life[2][MIAI_MAX_POINTS];
};

static void check_owner(struct mi_check *check, const char *function, int point, int owner)
{
    if (owner < -1 || owner > 1)
        mi_fault(check, function, "() says %d of point %d, not -1, 0 or 1", owner, point);
}

static void fill_in(struct mi_check *check, struct points *points)
{
    if (mi_editing(check->game)->board)
        mi_editing(check->game)->board(check->pos, points->piece);
    mi_check_unchanged(check, "editing.board");
    if (mi_scoring(check->game)->ownership)
        mi_scoring(check->game)->ownership(check->pos, points->owner);
    mi_check_unchanged(check, "scoring.ownership");
}

/* The stones are judged as if one game had been played on, to what the board is now; and as if all
 * points came to be nobody's. */
static void judge(struct mi_check *check, struct points *points, int count, bool nobodys)
{
    enum { POSITIONS = 1000 };
    int owner[MIAI_MAX_POINTS], nobody[MIAI_MAX_POINTS];
    for (int i = 0; i < count; i++) {
        nobody[i] = nobodys || points->owner[i] == 0;
        owner[i] = nobodys ? 0 : points->owner[i];
    }
    const miai_mean_ownership mean = {
        .bytes = sizeof mean, .games = 1, .owner = owner, .nobody = nobody, .other = owner};
    bool sure[2];
    for (int k = 0; k < 2; k++)
        sure[k] = mi_scoring(check->game)->judge(check->pos, &mean, POSITIONS, points->life[k]);
    if (!mi_check_unchanged(check, "scoring.judge"))
        return;
    if (sure[0] != sure[1] || memcmp(points->life[0], points->life[1], (size_t)count) != 0)
        mi_fault(check, "scoring.judge", "() says something else the second time");
    for (int i = 0; i < count; i++)
        if (points->life[0][i] < MIAI_ALIVE || points->life[0][i] > MIAI_SEKI ||
            (points->piece[i] < 0 && points->life[0][i] != MIAI_ALIVE))
            mi_fault(check, "scoring.judge",
                     "() says %d of point %d: it is MIAI_ALIVE ... of a stone, and MIAI_ALIVE "
                     "where nothing stands",
                     points->life[0][i], i);
}

void mi_check_points(struct mi_check *check)
{
    struct points points = {.piece = {0}};
    int count = check->setup.width * check->setup.height;
    if (count > MIAI_MAX_POINTS)
        return;
    fill_in(check, &points);
    for (int i = 0; i < count; i++) {
        check_owner(check, "editing.board", i, points.piece[i]);
        check_owner(check, "scoring.ownership", i, points.owner[i]);
    }
    for (int nobodys = 0; nobodys < 2 && mi_scoring(check->game)->judge; nobodys++)
        judge(check, &points, count, nobodys);
}
