/* Games of rows: gomoku with all its rules, Connect Four, tic-tac-toe. */
#include "plain.h"

#include <string.h>

static const char *const gomoku_rules[] = {"freestyle",  "standard", "renju", "caro",
                                           "caro-exact", "swap",     "swap2", NULL};
enum { FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT, SWAP, SWAP2 };
enum { OPEN, THREE, CHOICE, TWO, LAST }; /* stages of the opening; OPEN: the opening is over */

static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};

/* The character n steps away; '#' beyond the edge. */
static char cell_at(const struct plain *pos, int point, int d, int n)
{
    int x = point % pos->width + n * dx[d], y = point / pos->width + n * dy[d];
    return x < 0 || y < 0 || x >= pos->width || y >= pos->height ? '#'
                                                                 : pos->stone[y * pos->width + x];
}

void plain_rows_at(const struct plain *pos, int point, char colour, int length[4])
{
    for (int d = 0; d < 4; d++) {
        length[d] = 1;
        for (int n = 1; cell_at(pos, point, d, n) == colour; n++)
            length[d]++;
        for (int n = -1; cell_at(pos, point, d, n) == colour; n--)
            length[d]++;
    }
}

static bool blocked_twice(const struct plain *pos, int point, char colour, int d)
{
    int last = 0, first = 0;
    while (cell_at(pos, point, d, last) == colour || last == 0)
        last++;
    while (cell_at(pos, point, d, first) == colour || first == 0)
        first--;
    return cell_at(pos, point, d, last) != '.' && cell_at(pos, point, d, first) != '.';
}

/* ---- gomoku ---- */

static bool wins_by_row(const struct plain *pos, int point, char colour)
{
    int length[4];
    bool exactly = pos->rules == STANDARD || pos->rules == CARO_EXACT || pos->rules >= SWAP ||
                   (pos->rules == RENJU && colour == 'X');
    bool open = pos->rules == CARO || pos->rules == CARO_EXACT;
    plain_rows_at(pos, point, colour, length);
    for (int d = 0; d < 4; d++)
        if ((length[d] == 5 && !(open && blocked_twice(pos, point, colour, d))) ||
            (length[d] > 5 && !exactly))
            return true;
    return false;
}

static int stone_count(const struct plain *pos)
{
    int n = 0;
    for (int p = 0; p < plain_points(pos); p++)
        n += pos->stone[p] != '.';
    return n;
}

/* The colour of the side to move, 'X' for black; during an opening one player places both colours.
 */
static char colour_to_move(const struct plain *pos)
{
    if (pos->stage != OPEN)
        return "XO"[stone_count(pos) % 2];
    return "XO"[pos->turn != pos->swapped];
}

static int gomoku_points(const struct plain *pos, char colour, int *list)
{
    int n = 0;
    for (int p = 0; p < plain_points(pos); p++)
        if (pos->stone[p] == '.' &&
            !(pos->rules == RENJU && colour == 'X' && plain_renju_forbids(pos, p)))
            list[n++] = p;
    return n;
}

static int gomoku_moves(const struct plain *pos, int *list)
{
    int n = pos->over ? 0 : gomoku_points(pos, colour_to_move(pos), list);
    if (pos->stage == CHOICE || pos->stage == LAST)
        list[n++] = PLAIN_SWAP;
    if (pos->stage == CHOICE && pos->rules == SWAP2)
        list[n++] = PLAIN_TWO;
    return n;
}

static void gomoku_start(struct plain *pos)
{
    pos->stage = pos->rules == SWAP || pos->rules == SWAP2 ? THREE : OPEN;
}

/* A player who continues by a stone takes White. */
static void gomoku_continue(struct plain *pos, bool swapped)
{
    pos->stage = OPEN;
    pos->swapped = swapped;
}

static void gomoku_choose(struct plain *pos, int move)
{
    if (move == PLAIN_TWO) {
        pos->stage = TWO;
        return;
    }
    gomoku_continue(pos, pos->stage == CHOICE);
    pos->turn = !pos->turn;
}

static void gomoku_play(struct plain *pos, int move)
{
    int list[PLAIN_LIST], player = pos->turn;
    if (move >= PLAIN_PASS) {
        gomoku_choose(pos, move);
        return;
    }
    char colour = colour_to_move(pos);
    pos->over = wins_by_row(pos, move, colour);
    pos->stone[move] = colour;
    if (pos->stage == CHOICE || pos->stage == LAST)
        gomoku_continue(pos, pos->stage == LAST);
    if (pos->stage == OPEN)
        pos->turn = !player;
    else if (pos->stage == THREE && stone_count(pos) == 3)
        pos->stage = CHOICE, pos->turn = 1;
    else if (pos->stage == TWO && stone_count(pos) == 5)
        pos->stage = LAST, pos->turn = 0;
    if (pos->over)
        pos->winner = player;
    else if (gomoku_points(pos, colour == 'X' ? 'O' : 'X', list) == 0)
        pos->over = true, pos->winner = PLAIN_DRAW;
}

static void gomoku_set_turn(struct plain *pos, int player)
{
    if (pos->stage == OPEN)
        pos->turn = player;
}

/* A stone that would end the game or is forbidden may not be set up; with stones on the board, the
 * colours count as chosen. */
static bool gomoku_put(struct plain *pos, int point, int player)
{
    char colour = "XO"[player];
    pos->stage = OPEN;
    if (wins_by_row(pos, point, colour) || stone_count(pos) + 1 == plain_points(pos) ||
        (pos->rules == RENJU && colour == 'X' && plain_renju_forbids(pos, point)))
        return false;
    pos->stone[point] = colour;
    return true;
}

const struct plain_game plain_gomoku = {
    .name = "gomoku",
    .rules = gomoku_rules,
    .letter_i = true,
    .side = {5, 22},
    .start = gomoku_start,
    .moves = gomoku_moves,
    .play = gomoku_play,
    .set_turn = gomoku_set_turn,
    .put = gomoku_put,
};

/* ---- tic-tac-toe and Connect Four ---- */

static void start_empty(struct plain *pos)
{
    (void)pos;
}

static void set_turn(struct plain *pos, int player)
{
    pos->turn = player;
}

/* The length of a winning row. */
static void put_in_row(struct plain *pos, int move, int row)
{
    int length[4];
    plain_rows_at(pos, move, "XO"[pos->turn], length);
    for (int d = 0; d < 4; d++)
        if (length[d] >= row)
            pos->over = true, pos->winner = pos->turn;
    pos->stone[move] = "XO"[pos->turn];
    if (!pos->over && stone_count(pos) == plain_points(pos))
        pos->over = true, pos->winner = PLAIN_DRAW;
    pos->turn = !pos->turn;
}

static int tictactoe_moves(const struct plain *pos, int *list)
{
    int n = 0;
    for (int p = 0; p < plain_points(pos) && !pos->over; p++)
        if (pos->stone[p] == '.')
            list[n++] = p;
    return n;
}

static void tictactoe_play(struct plain *pos, int move)
{
    put_in_row(pos, move, 3);
}

const struct plain_game plain_tictactoe = {
    .name = "tictactoe",
    .side = {3, 3},
    .start = start_empty,
    .moves = tictactoe_moves,
    .play = tictactoe_play,
    .set_turn = set_turn,
};

static bool connect4_fits(int width, int height)
{
    return width * height <= 64 && width <= 12 && height <= 15;
}

static int connect4_moves(const struct plain *pos, int *list)
{
    int n = 0;
    for (int x = 0; x < pos->width && !pos->over; x++)
        for (int p = x; p < plain_points(pos); p += pos->width)
            if (pos->stone[p] == '.') {
                list[n++] = p;
                break;
            }
    return n;
}

static void connect4_play(struct plain *pos, int move)
{
    put_in_row(pos, move, 4);
}

const struct plain_game plain_connect4 = {
    .name = "connect4",
    .side = {4, 15},
    .fits = connect4_fits,
    .start = start_empty,
    .moves = connect4_moves,
    .play = connect4_play,
    .set_turn = set_turn,
};
