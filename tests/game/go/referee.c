#include "referee.h"

#include <string.h>

static int points(const struct referee *r)
{
    return r->width * r->height;
}

int referee_turn(const struct referee *r)
{
    return r->ply % 2;
}

void referee_init(struct referee *r, int width, int height, const struct mi_go_rules *rules)
{
    memset(r, 0, sizeof *r);
    r->rules = *rules;
    r->width = width;
    r->height = height;
    r->button = rules->button;
    memset(r->board[0], '.', sizeof r->board[0]);
}

/* ---- boards ---- */

static int neighbour(const struct referee *r, int p, int i)
{
    int x = p % r->width + (i == 0) - (i == 1), y = p / r->width + (i == 2) - (i == 3);
    return x < 0 || y < 0 || x >= r->width || y >= r->height ? -1 : y * r->width + x;
}

/* Marks the chain of p; does it have a liberty? */
static bool mark_chain(const struct referee *r, const char *board, int p, bool *chain)
{
    bool liberty = false;
    chain[p] = true;
    for (int i = 0; i < 4; i++) {
        int q = neighbour(r, p, i);
        if (q < 0)
            continue;
        if (board[q] == '.')
            liberty = true;
        else if (board[q] == board[p] && !chain[q])
            liberty |= mark_chain(r, board, q, chain);
    }
    return liberty;
}

/* Removes the chain of p if it has no liberty. */
static void remove_captured(const struct referee *r, char *board, int p)
{
    bool chain[REFEREE_POINTS] = {false};
    if (mark_chain(r, board, p, chain))
        return;
    for (int q = 0; q < points(r); q++)
        if (chain[q])
            board[q] = '.';
}

/* The board after a stone on an empty point. */
static void place(const struct referee *r, int move, char *board)
{
    memcpy(board, r->board[r->ply], REFEREE_POINTS);
    board[move] = "XO"[referee_turn(r)];
    for (int i = 0; i < 4; i++) {
        int q = neighbour(r, move, i);
        if (q >= 0 && board[q] == "OX"[referee_turn(r)])
            remove_captured(r, board, q);
    }
    remove_captured(r, board, move);
}

static bool same_board(const char *a, const char *b)
{
    return memcmp(a, b, REFEREE_POINTS) == 0;
}

static bool same_marks(const bool *a, const bool *b)
{
    return memcmp(a, b, REFEREE_POINTS * sizeof *a) == 0;
}

/* Has the stone on p no neighbours of its colour, and exactly one liberty? */
static bool is_single_in_atari(const struct referee *r, const char *board, int p)
{
    int liberties = 0;
    for (int i = 0; i < 4; i++) {
        int q = neighbour(r, p, i);
        if (q >= 0 && board[q] == board[p])
            return false;
        liberties += q >= 0 && board[q] == '.';
    }
    return liberties == 1;
}

/* The only stone that a stone on the empty point captures, if it takes a ko; otherwise -1. */
static int stone_in_ko(const struct referee *r, int move)
{
    char board[REFEREE_POINTS];
    int stone = -1, captured = 0;
    place(r, move, board);
    for (int p = 0; p < points(r); p++)
        if (r->board[r->ply][p] != '.' && board[p] == '.') {
            stone = p;
            captured++;
        }
    return captured == 1 && board[move] != '.' && is_single_in_atari(r, board, move) ? stone : -1;
}

/* ---- the encore ---- */

/* The stone whose mark the move lifts, or -1. */
static int stone_to_unmark(const struct referee *r, int move)
{
    const char *board = r->board[r->ply];
    int stone = -1;
    if (board[move] == '.')
        stone = stone_in_ko(r, move);
    else if (board[move] == "OX"[referee_turn(r)] && is_single_in_atari(r, board, move))
        stone = move;
    return stone >= 0 && r->mark[r->ply][stone] ? stone : -1;
}

/* Has the player taken this ko before in this phase, on the same board? */
static bool took_ko_before(const struct referee *r, int move)
{
    for (int i = r->phase_from; i < r->ply; i++)
        if (r->took_ko[i] && r->move[i] == move && (r->ply - i) % 2 == 0 &&
            same_board(r->board[i], r->board[r->ply]))
            return true;
    return false;
}

static void begin_phase(struct referee *r)
{
    r->phase++;
    r->passes = 0;
    r->history = r->passes_from = r->phase_from = r->ply + 1;
    memset(r->mark[r->ply + 1], 0, sizeof r->mark[0]);
}

/* Plays the board and the marks of the next ply. */
static void play_in_encore(struct referee *r, int move)
{
    int stone = stone_to_unmark(r, move);
    char *board = r->board[r->ply + 1];
    bool *mark = r->mark[r->ply + 1];
    memcpy(mark, r->mark[r->ply], sizeof r->mark[0]);
    memcpy(board, r->board[r->ply], REFEREE_POINTS);
    if (stone >= 0) {
        mark[stone] = false;
        return;
    }
    r->took_ko[r->ply] = stone_in_ko(r, move) >= 0;
    place(r, move, board);
    for (int p = 0; p < points(r); p++)
        mark[p] = board[p] != '.' && (mark[p] || (p == move && r->took_ko[r->ply]));
}

/* ---- the rules ---- */

/* Has the board been there, with superko of any kind? */
static bool repeats(const struct referee *r, const char *board)
{
    for (int i = r->history; i <= r->ply && r->rules.ko != MI_GO_KO_SIMPLE; i++)
        if (same_board(board, r->board[i]) &&
            (r->rules.ko != MI_GO_KO_SITUATIONAL || (r->ply + 1 - i) % 2 == 0))
            return true;
    return false;
}

/* Is it the board before the last move, if that was no pass? */
static bool retakes_ko(const struct referee *r, const char *board)
{
    return r->ply > 0 && r->move[r->ply - 1] != points(r) &&
           same_board(board, r->board[r->ply - 1]);
}

bool referee_legal(const struct referee *r, int move)
{
    char board[REFEREE_POINTS];
    if (r->over || move == points(r))
        return !r->over;
    if (r->phase > 0 && stone_to_unmark(r, move) >= 0)
        return true;
    if (r->board[r->ply][move] != '.')
        return false;
    place(r, move, board);
    if (same_board(board, r->board[r->ply]) || (board[move] == '.' && !r->rules.suicide))
        return false;
    if (r->phase > 0)
        return !took_ko_before(r, move);
    return !retakes_ko(r, board) && !repeats(r, board);
}

/* Has the player to move passed before on this board? */
static bool passed_here(const struct referee *r)
{
    for (int i = r->passes_from; i < r->ply; i++)
        if (r->move[i] == points(r) && i % 2 == referee_turn(r) &&
            same_board(r->board[i], r->board[r->ply]) && same_marks(r->mark[i], r->mark[r->ply]))
            return true;
    return false;
}

static void play_pass(struct referee *r)
{
    bool again = r->phase > 0 || r->rules.ko == MI_GO_KO_SIMPLE || r->rules.ko == MI_GO_KO_SPIGHT;
    bool two_end = r->phase > 0 || r->rules.ko != MI_GO_KO_SPIGHT;
    bool button = r->button;
    if (button)
        r->button_score = referee_turn(r) == 0 ? 50 : -50;
    r->passes = button ? 0 : r->passes + 1;
    r->over = !button && ((again && passed_here(r)) || (two_end && r->passes == 2));
    r->button = false;
    if (button)
        r->passes_from = r->ply + 1;
    if (button || again)
        r->history = r->ply + 1;
    memcpy(r->mark[r->ply + 1], r->mark[r->ply], sizeof r->mark[0]);
    if (r->over && r->rules.encore && r->rules.territory && r->phase < 2) {
        r->over = false;
        begin_phase(r);
    }
}

void referee_play(struct referee *r, int move)
{
    r->move[r->ply] = move;
    r->no_result = false;
    if (move == points(r)) {
        memcpy(r->board[r->ply + 1], r->board[r->ply], REFEREE_POINTS);
        play_pass(r);
        r->ply++;
        return;
    }
    if (r->phase > 0)
        play_in_encore(r, move);
    else
        place(r, move, r->board[r->ply + 1]);
    r->passes = 0;
    r->ply++;
    int times = 1;
    for (int i = r->history; i < r->ply; i++)
        times += (r->ply - i) % 2 == 0 && same_board(r->board[i], r->board[r->ply]) &&
                 same_marks(r->mark[i], r->mark[r->ply]);
    r->no_result = (r->phase > 0 || r->rules.ko == MI_GO_KO_SIMPLE) && times >= 3;
}
