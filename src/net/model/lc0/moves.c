#include "moves.h"

#include <stdlib.h>

int mi_lc0_reaches(int from, int to)
{
    int across = abs(from % MI_LC0_SIDE - to % MI_LC0_SIDE);
    int along = abs(from / MI_LC0_SIDE - to / MI_LC0_SIDE);
    return from != to && (across == 0 || along == 0 || across == along || across * along == 2);
}

static struct mi_lc0_move move_of(int from, int to, int promotion)
{
    return (struct mi_lc0_move){(signed char)from, (signed char)to, (signed char)promotion};
}

void mi_lc0_moves(struct mi_lc0_move move[MI_LC0_MOVES])
{
    for (int from = 0; from < MI_LC0_SQUARES; from++)
        for (int to = 0; to < MI_LC0_SQUARES; to++)
            if (mi_lc0_reaches(from, to))
                *move++ = move_of(from, to, MI_LC0_NONE);
    const int last = MI_LC0_SQUARES - MI_LC0_SIDE;
    for (int from = last - MI_LC0_SIDE; from < last; from++)
        for (int to = last; to < MI_LC0_SQUARES; to++)
            for (int to_what = 0; abs(to - from - MI_LC0_SIDE) <= 1 && to_what < MI_LC0_PROMOTIONS;
                 to_what++)
                *move++ = move_of(from, to, to_what);
}

enum { FIRST_KNIGHT = 56, FIRST_PROMOTION = 64, DISTANCES = 7 };

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

int mi_lc0_plane(struct mi_lc0_move move)
{
    /* Queen directions by [1 + ahead][1 + right]; knight moves by [2 + right]. */
    static const signed char direction[3][3] = {{5, 4, 3}, {6, -1, 2}, {7, 0, 1}};
    static const signed char ahead[5] = {6, 7, -1, 0, 1}, back[5] = {5, 4, -1, 3, 2};
    int right = move.to % MI_LC0_SIDE - move.from % MI_LC0_SIDE;
    int up = move.to / MI_LC0_SIDE - move.from / MI_LC0_SIDE;
    if (move.promotion != MI_LC0_NONE)
        return FIRST_PROMOTION + 3 * (right + 1) +
               (move.promotion + MI_LC0_PROMOTIONS - 1) % MI_LC0_PROMOTIONS;
    if (abs(right * up) == 2)
        return FIRST_KNIGHT + (up > 0 ? ahead : back)[right + 2];
    int distance = abs(right) > abs(up) ? abs(right) : abs(up);
    return direction[sign(up) + 1][sign(right) + 1] * DISTANCES + distance - 1;
}
