/* Othello. */
#include "plain.h"

static const char *const rules[] = {"winner-takes-empty", "discs", NULL};

static bool fits_othello(int width, int height)
{
    return width % 2 == 0 && height % 2 == 0;
}

static void start_othello(struct plain *pos)
{
    int p = (pos->height / 2 - 1) * pos->width + pos->width / 2 - 1;
    pos->stone[p] = pos->stone[p + pos->width + 1] = 'O';
    pos->stone[p + 1] = pos->stone[p + pos->width] = 'X';
}

/* How many opposing discs a disc at the point would turn in one direction. */
static int turned_discs(const struct plain *pos, int player, int point, int dx, int dy)
{
    char own = "XO"[player], other = "OX"[player];
    int x = point % pos->width, y = point / pos->width, n = 0;
    for (;;) {
        x += dx;
        y += dy;
        if (x < 0 || y < 0 || x >= pos->width || y >= pos->height)
            return 0;
        char stone = pos->stone[y * pos->width + x];
        if (stone == own)
            return n;
        if (stone != other)
            return 0;
        n++;
    }
}

static int all_turned(const struct plain *pos, int player, int point)
{
    int n = 0;
    for (int d = 0; d < 9; d++)
        if (d != 4)
            n += turned_discs(pos, player, point, d % 3 - 1, d / 3 - 1);
    return pos->stone[point] == '.' ? n : 0;
}

static int moves_of(const struct plain *pos, int player, int *list)
{
    int n = 0;
    for (int p = 0; p < plain_points(pos); p++)
        if (all_turned(pos, player, p) > 0)
            list[n++] = p;
    return n;
}

static int othello_moves(const struct plain *pos, int *list)
{
    int n = moves_of(pos, pos->turn, list);
    if (n == 0 && !pos->over)
        list[n++] = PLAIN_PASS;
    return n;
}

static void update_othello_winner(struct plain *pos)
{
    int list[PLAIN_LIST], count[2] = {0, 0};
    pos->over = moves_of(pos, 0, list) == 0 && moves_of(pos, 1, list) == 0;
    for (int p = 0; p < plain_points(pos); p++)
        if (pos->stone[p] != '.')
            count[pos->stone[p] == 'O']++;
    pos->winner = !pos->over             ? PLAIN_NOBODY
                  : count[0] == count[1] ? PLAIN_DRAW
                                         : count[1] > count[0];
}

static void play_othello_move(struct plain *pos, int move)
{
    struct plain before = *pos;
    for (int d = 0; d < 9 && move != PLAIN_PASS; d++) {
        int dx = d % 3 - 1, dy = d / 3 - 1;
        for (int n = d == 4 ? 0 : turned_discs(&before, pos->turn, move, dx, dy); n > 0; n--)
            pos->stone[move + n * (dy * pos->width + dx)] = "XO"[pos->turn];
    }
    if (move != PLAIN_PASS)
        pos->stone[move] = "XO"[pos->turn];
    pos->turn = !pos->turn;
    update_othello_winner(pos);
}

static void set_turn(struct plain *pos, int player)
{
    pos->turn = player;
}

static bool put_disc(struct plain *pos, int point, int player)
{
    pos->stone[point] = "XO"[player];
    return true;
}

const struct plain_game plain_othello = {
    .name = "othello",
    .rules = rules,
    .side = {4, 8},
    .fits = fits_othello,
    .start = start_othello,
    .moves = othello_moves,
    .play = play_othello_move,
    .set_turn = set_turn,
    .put = put_disc,
    .look = update_othello_winner,
};
