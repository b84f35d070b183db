/* Handicap points and star points. */
#include "go.h"

/* The line of the handicap points, from 0: the third line on boards smaller than 13, otherwise the
 * fourth. */
static int handicap_line(int side)
{
    return side < 13 ? 2 : 3;
}

/* Maximum number of fixed handicap stones: 0 on a small board, 9 if there is a centre point. */
static int max_handicap(const miai_setup *setup)
{
    int w = setup->width, h = setup->height;
    if (w < 7 || h < 7)
        return 0;
    return w >= 9 && h >= 9 && w % 2 == 1 && h % 2 == 1 ? 9 : 4;
}

/* The order of the GTP specification: opposite corners, the middles of the left and right sides,
 * then of the lower and upper.  Odd numbers from 5 up include the centre. */
int mi_go_handicap(const miai_setup *setup, int n, miai_move *list)
{
    if (n < 2 || n > max_handicap(setup))
        return 0;
    int w = setup->width, h = setup->height;
    int x0 = handicap_line(w), x1 = w / 2, x2 = w - 1 - x0, y0 = handicap_line(h), y1 = h / 2,
        y2 = h - 1 - y0;
    int place[8][2] = {{x0, y0}, {x2, y2}, {x0, y2}, {x2, y0},
                       {x0, y1}, {x2, y1}, {x1, y0}, {x1, y2}};
    int paired = n >= 5 ? n - n % 2 : n;
    for (int i = 0; i < paired; i++)
        list[i] = place[i][1] * w + place[i][0];
    if (paired < n)
        list[paired] = y1 * w + x1;
    return n;
}

bool mi_go_is_star(int width, int height, int x, int y)
{
    miai_setup setup = {.width = width, .height = height};
    miai_move list[9];
    int count = max_handicap(&setup);
    if (count == 9 && (width < 13 || height < 13))
        count = 5;
    int n = mi_go_handicap(&setup, count, list);
    while (n > 0)
        if (list[--n] == y * width + x)
            return true;
    return false;
}
