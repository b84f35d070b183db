/* Finds the line that won a game, from the board alone: a row of discs through the last one, or
 * a path between the two sides of a player.  If the last move did not put down exactly one disc,
 * there is no such line. */
#include "picture.h"

enum { MIN_ROW = 3, NO_POINT = -1 };

/* The point where the only new disc was put, or NONE. */
static int find_new_disc(const struct mi_picture *now, const struct mi_picture *before)
{
    int point = NO_POINT;
    miai_piece piece;
    for (int i = 0; now->pieces[i]; i++) {
        if (now->pieces[i] == before->pieces[i])
            continue;
        if (point != NO_POINT || before->pieces[i] != '.' ||
            !miai_piece_of(now->game, now->pieces[i], &piece) || piece.sign != 0)
            return NO_POINT;
        point = i;
    }
    return point;
}

/* ---- rows ---- */

static bool has_piece(const struct mi_picture *now, int x, int y, char letter)
{
    return x >= 0 && x < now->width && y >= 0 && y < now->height &&
           now->pieces[y * now->width + x] == letter;
}

/* Counts equal pieces in one direction. */
static int count_equal_pieces(const struct mi_picture *now, int point, int dx, int dy)
{
    int x = point % now->width, y = point / now->width, n = 0;
    while (has_piece(now, x + (n + 1) * dx, y + (n + 1) * dy, now->pieces[point]))
        n++;
    return n;
}

static int find_winning_rows(const struct mi_picture *now, int last, int *line)
{
    static const int step[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int n = 0, longest = MIN_ROW;
    for (int d = 0; d < 4; d++) {
        int dx = step[d][0], dy = step[d][1], step_size = dy * now->width + dx;
        int ahead = count_equal_pieces(now, last, dx, dy),
            behind = count_equal_pieces(now, last, -dx, -dy);
        if (ahead + behind + 1 < longest)
            continue;
        n = ahead + behind + 1 > longest ? 0 : n;
        longest = ahead + behind + 1;
        line[n++] = last - behind * step_size;
        line[n++] = last + ahead * step_size;
        line[n++] = MI_LINE_ENDS;
    }
    return n;
}

/* ---- paths ---- */

/* Lists the equal neighbours of a hexagon; returns their number. */
static int list_equal_neighbours(const struct mi_picture *now, int point, int neighbours[6])
{
    static const int step[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    int n = 0;
    for (int d = 0; d < 6; d++) {
        int x = point % now->width + step[d][0], y = point / now->width + step[d][1];
        if (has_piece(now, x, y, now->pieces[point]))
            neighbours[n++] = y * now->width + x;
    }
    return n;
}

/* Is the point at the player's first side, or the other one?  The first player has the upper and
 * lower sides. */
static bool is_at_side(const struct mi_picture *now, int point, int player, bool other)
{
    int coordinate = player ? point % now->width : point / now->width;
    return coordinate == (other ? (player ? now->width : now->height) - 1 : 0);
}

/* Finds the shortest path between the sides (breadth-first search, Moore 1959). */
static int find_winning_path(const struct mi_picture *now, int last, int player, int *line)
{
    int from[MIAI_MAX_POINTS], queue[MIAI_MAX_POINTS], head = 0, tail = 0, neighbours[6], n = 0;
    for (int i = 0; now->pieces[i]; i++) {
        from[i] = NO_POINT;
        if (now->pieces[i] == now->pieces[last] && is_at_side(now, i, player, false)) {
            from[i] = i;
            queue[tail++] = i;
        }
    }
    while (head < tail && !is_at_side(now, queue[head], player, true)) {
        int point = queue[head++], count = list_equal_neighbours(now, point, neighbours);
        for (int i = 0; i < count; i++)
            if (from[neighbours[i]] == NO_POINT) {
                from[neighbours[i]] = point;
                queue[tail++] = neighbours[i];
            }
    }
    if (head == tail)
        return 0;
    for (int point = queue[head];; point = from[point]) {
        line[n++] = point;
        if (from[point] == point)
            break;
    }
    line[n++] = MI_LINE_ENDS;
    return n;
}

int mi_winning_line(const struct mi_picture *now, const struct mi_picture *before, int score,
                    int line[MI_LINE_POINTS])
{
    int last = find_new_disc(now, before);
    miai_piece piece;
    if (last == NO_POINT || score == 0)
        return 0;
    miai_piece_of(now->game, now->pieces[last], &piece);
    if ((score > 0) != (piece.player == 0))
        return 0;
    return now->look.sides ? find_winning_path(now, last, piece.player, line)
                           : find_winning_rows(now, last, line);
}
