/* Black's forbidden moves in renju, directly by the rules (Renju International Federation, 9.2,
 * 9.3). */
#include "plain.h"

enum { REACH = 4 };

static int step_to(const struct plain *pos, int point, int d, int n)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    int x = point % pos->width + n * dx[d], y = point / pos->width + n * dy[d];
    return x < 0 || y < 0 || x >= pos->width || y >= pos->height ? -1 : y * pos->width + x;
}

static bool is_black(const struct plain *pos, int point)
{
    return point >= 0 && pos->stone[point] == 'X';
}

static bool is_empty(const struct plain *pos, int point)
{
    return point >= 0 && pos->stone[point] == '.';
}

/* The ends of the row of black stones through the point, in steps from it. */
static void row_ends(const struct plain *pos, int point, int d, int *first, int *last)
{
    *first = *last = 0;
    while (is_black(pos, step_to(pos, point, d, *last + 1)))
        ++*last;
    while (is_black(pos, step_to(pos, point, d, *first - 1)))
        --*first;
}

static bool is_five(const struct plain *pos, int point, int d)
{
    int first, last;
    row_ends(pos, point, d, &first, &last);
    return last - first == 4;
}

/* Would a stone n steps away make a five that contains the point? */
static bool makes_five(struct plain *pos, int point, int d, int n)
{
    int other = step_to(pos, point, d, n);
    if (!is_empty(pos, other))
        return false;
    pos->stone[other] = 'X';
    int first, last;
    row_ends(pos, point, d, &first, &last);
    bool five = last - first == 4 && first <= n && n <= last;
    pos->stone[other] = '.';
    return five;
}

/* Counts the fours; a straight four counts once, although it can be completed at both ends. */
static int count_fours(struct plain *pos, int point, int d)
{
    int n = 0, first, last;
    for (int i = -REACH; i <= REACH; i++)
        n += makes_five(pos, point, d, i);
    row_ends(pos, point, d, &first, &last);
    bool orthogonal_lines = last - first == 3 && n == 2;
    return orthogonal_lines ? 1 : n;
}

static bool straight_four(struct plain *pos, int point, int d)
{
    int first, last;
    row_ends(pos, point, d, &first, &last);
    return last - first == 3 && makes_five(pos, point, d, first - 1) &&
           makes_five(pos, point, d, last + 1);
}

/* Can another stone, which is not forbidden, turn this into a straight four? */
static bool is_three(struct plain *pos, int point, int d)
{
    if (count_fours(pos, point, d) > 0)
        return false;
    for (int n = -REACH; n <= REACH; n++) {
        int next = step_to(pos, point, d, n), first, last;
        if (!is_empty(pos, next))
            continue;
        pos->stone[next] = 'X';
        row_ends(pos, point, d, &first, &last);
        bool orthogonal_lines = first <= n && n <= last && straight_four(pos, point, d);
        pos->stone[next] = '.';
        if (orthogonal_lines && !plain_renju_forbids(pos, next))
            return true;
    }
    return false;
}

bool plain_renju_forbids(const struct plain *before, int point)
{
    struct plain pos = *before;
    int length[4], four = 0, three = 0;
    bool overline = false;
    plain_rows_at(&pos, point, 'X', length);
    pos.stone[point] = 'X';
    for (int d = 0; d < 4; d++) {
        if (is_five(&pos, point, d))
            return false;
        overline |= length[d] > 5;
        four += count_fours(&pos, point, d);
    }
    if (overline || four > 1)
        return true;
    for (int d = 0; d < 4; d++)
        three += is_three(&pos, point, d);
    return three > 1;
}
