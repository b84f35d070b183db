/* Checks pieces, ownership and the life of stones. */
#include "check.h"

#include <string.h>

struct points {
    int8_t piece[MIAI_MAX_POINTS], owner[MIAI_MAX_POINTS], life[2][MIAI_MAX_POINTS];
};

static void check_owner(struct mi_check *check, const char *function, int point, int owner)
{
    if (owner < -1 || owner > 1)
        mi_report_fault(check, function, "() is %d for point %d, not -1, 0 or 1", owner, point);
}

static void read_points(struct mi_check *check, struct points *points)
{
    if (mi_editing(check->game)->board)
        mi_editing(check->game)->board(check->pos, points->piece);
    mi_check_unchanged(check, "editing.board");
    if (mi_scoring(check->game)->ownership)
        mi_scoring(check->game)->ownership(check->pos, points->owner);
    mi_check_unchanged(check, "scoring.ownership");
}

/* Checks judge(), with the ownership of the current position as the result of one game, and with
 * all points neutral. */
static void check_judge(struct mi_check *check, struct points *points, int count, bool all_neutral)
{
    enum { POSITIONS = 1000 };
    int owner[MIAI_MAX_POINTS], neutral[MIAI_MAX_POINTS];
    for (int i = 0; i < count; i++) {
        neutral[i] = all_neutral || points->owner[i] == 0;
        owner[i] = all_neutral ? 0 : points->owner[i];
    }
    const miai_mean_ownership mean = {
        .bytes = sizeof mean, .games = 1, .owner = owner, .nobody = neutral, .other = owner};
    bool sure[2];
    for (int k = 0; k < 2; k++)
        sure[k] = mi_scoring(check->game)->judge(check->pos, &mean, POSITIONS, points->life[k]);
    if (!mi_check_unchanged(check, "scoring.judge"))
        return;
    if (sure[0] != sure[1] || memcmp(points->life[0], points->life[1], (size_t)count) != 0)
        mi_report_fault(check, "scoring.judge", "() returns something else the second time");
    for (int i = 0; i < count; i++)
        if (points->life[0][i] < MIAI_ALIVE || points->life[0][i] > MIAI_SEKI ||
            (points->piece[i] < 0 && points->life[0][i] != MIAI_ALIVE))
            mi_report_fault(check, "scoring.judge",
                            "() is %d for point %d: stones are MIAI_ALIVE to MIAI_SEKI, and empty "
                            "points MIAI_ALIVE",
                            points->life[0][i], i);
}

void mi_check_points(struct mi_check *check)
{
    struct points points = {.piece = {0}};
    int count = check->setup.width * check->setup.height;
    if (count > MIAI_MAX_POINTS)
        return;
    read_points(check, &points);
    for (int i = 0; i < count; i++) {
        check_owner(check, "editing.board", i, points.piece[i]);
        check_owner(check, "scoring.ownership", i, points.owner[i]);
    }
    for (int all_neutral = 0; all_neutral < 2 && mi_scoring(check->game)->judge; all_neutral++)
        check_judge(check, &points, count, all_neutral);
}
