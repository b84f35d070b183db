#include "twin.h"

#include <string.h>

static const char colours[] = "XO";

static int point_count(const struct twin *t)
{
    return t->width * t->height;
}

/* The point at offset dx, dy from p, or -1 off the board. */
static int point_at_offset(const struct twin *t, int p, int dx, int dy)
{
    int x = p % t->width + dx, y = p / t->width + dy;
    return x < 0 || y < 0 || x >= t->width || y >= t->height ? -1 : y * t->width + x;
}

static int neighbour_point(const struct twin *t, int p, int i)
{
    static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    return point_at_offset(t, p, dx[i], dy[i]);
}

/* Marks in seen all points connected to p with the same letter; beside[] counts the adjacent points
 * by letter. */
static void walk_chain(const struct twin *t, int p, bool *seen, int *beside, int *liberty)
{
    bool counted[TWIN_POINTS] = {false};
    int stack[TWIN_POINTS], n = 0;
    stack[n++] = p;
    seen[p] = true;
    while (n > 0) {
        int q = stack[--n];
        for (int i = 0; i < 4; i++) {
            int r = neighbour_point(t, q, i);
            if (r >= 0 && t->stone[r] == t->stone[p] && !seen[r]) {
                seen[r] = true;
                stack[n++] = r;
            } else if (r >= 0 && t->stone[r] != t->stone[p] && !counted[r]) {
                counted[r] = true;
                beside[(unsigned char)t->stone[r]]++;
                if (t->stone[r] == '.')
                    *liberty = r;
            }
        }
    }
}

struct twin_chain twin_chain(const struct twin *t, int p)
{
    bool seen[TWIN_POINTS] = {false};
    int beside[128] = {0};
    struct twin_chain chain = {0, 0, -1, -1};
    walk_chain(t, p, seen, beside, &chain.liberty);
    chain.liberties = beside['.'];
    for (int q = point_count(t) - 1; q >= 0; q--)
        if (seen[q]) {
            chain.stones++;
            chain.lowest = q;
        }
    return chain;
}

/* Removes the chain of p if it has no liberty; returns its number of stones. */
static int remove_if_captured(struct twin *t, int p)
{
    bool seen[TWIN_POINTS] = {false};
    int beside[128] = {0}, liberty, taken = 0;
    walk_chain(t, p, seen, beside, &liberty);
    for (int q = 0; q < point_count(t) && beside['.'] == 0; q++)
        if (seen[q]) {
            t->stone[q] = '.';
            taken++;
        }
    return taken;
}

void twin_init(struct twin *t, int width, int height, bool suicide)
{
    memset(t, 0, sizeof *t);
    t->width = width;
    t->height = height;
    t->suicide = suicide;
    memset(t->stone, '.', (size_t)point_count(t));
    memset(t->previous, '.', (size_t)point_count(t));
}

void twin_play(struct twin *t, int move)
{
    memcpy(t->previous, t->stone, (size_t)point_count(t));
    if (move == point_count(t)) {
        t->passes++;
    } else {
        char other = colours[!t->turn];
        t->passes = 0;
        t->white_has_played |= t->turn == 1;
        t->handicap += !t->white_has_played;
        t->stone[move] = colours[t->turn];
        for (int i = 0; i < 4; i++) {
            int q = neighbour_point(t, move, i);
            if (q >= 0 && t->stone[q] == other)
                t->prisoners[t->turn] += remove_if_captured(t, q);
        }
        t->prisoners[!t->turn] += remove_if_captured(t, move);
    }
    t->turn = !t->turn;
}

bool twin_legal(const struct twin *t, int move)
{
    if (move == point_count(t))
        return true;
    if (t->stone[move] != '.')
        return false;
    struct twin after = *t;
    twin_play(&after, move);
    bool suicide = after.stone[move] == '.';
    bool nothing = memcmp(after.stone, t->stone, (size_t)point_count(t)) == 0;
    bool ko = memcmp(after.stone, t->previous, (size_t)point_count(t)) == 0;
    return !ko && !nothing && (t->suicide || !suicide);
}

int twin_moves(const struct twin *t, int *list)
{
    int n = 0;
    for (int move = 0; move <= point_count(t); move++)
        if (twin_legal(t, move))
            list[n++] = move;
    return n;
}

bool twin_eye(const struct twin *t, int p, char colour)
{
    int others = 0, outside = 0;
    for (int i = 0; i < 4; i++) {
        int q = neighbour_point(t, p, i);
        if (q >= 0 && t->stone[q] != colour)
            return false;
    }
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2) {
            int q = point_at_offset(t, p, dx, dy);
            outside += q < 0;
            others += q >= 0 && t->stone[q] != colour && t->stone[q] != '.';
        }
    return others <= (outside ? 0 : 1);
}

/* Marks points surrounded by one side with x or o. */
static void mark_territory(struct twin *t)
{
    const struct twin bare = *t;
    int liberty;
    for (int p = 0; p < point_count(t); p++) {
        bool seen[TWIN_POINTS] = {false};
        int beside[128] = {0};
        if (bare.stone[p] != '.')
            continue;
        walk_chain(&bare, p, seen, beside, &liberty);
        if (beside['X'] > 0 && beside['O'] == 0)
            t->stone[p] = 'x';
        else if (beside['O'] > 0 && beside['X'] == 0)
            t->stone[p] = 'o';
    }
}

/* Black's marked points minus White's. */
static int marked_points(const struct twin *t)
{
    int sum = 0;
    for (int p = 0; p < point_count(t); p++)
        sum += (t->stone[p] == 'x') - (t->stone[p] == 'o');
    return sum;
}

static int surrounded_points(const struct twin *t)
{
    struct twin marked = *t;
    mark_territory(&marked);
    return marked_points(&marked);
}

int twin_area(const struct twin *t)
{
    int sum = surrounded_points(t);
    for (int p = 0; p < point_count(t); p++)
        sum += (t->stone[p] == 'X') - (t->stone[p] == 'O');
    return sum;
}

int twin_territory(const struct twin *t)
{
    return surrounded_points(t) + t->prisoners[0] - t->prisoners[1];
}

unsigned long twin_perft(const struct twin *t, int depth)
{
    int list[TWIN_POINTS + 1];
    unsigned long count = 0;
    if (depth == 0)
        return 1;
    if (t->passes == 2)
        return 0;
    int n = twin_moves(t, list);
    for (int i = 0; i < n; i++) {
        struct twin next = *t;
        twin_play(&next, list[i]);
        count += twin_perft(&next, depth - 1);
    }
    return count;
}
