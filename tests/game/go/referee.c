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
    if (r->board[r->ply][move] != '.')
        return false;
    place(r, move, board);
    if (same_board(board, r->board[r->ply]) || (board[move] == '.' && !r->rules.suicide))
        return false;
    return !retakes_ko(r, board) && !repeats(r, board);
}

/* Has the player to move passed before on this board? */
static bool passed_here(const struct referee *r)
{
    for (int i = r->passes_from; i < r->ply; i++)
        if (r->move[i] == points(r) && i % 2 == referee_turn(r) &&
            same_board(r->board[i], r->board[r->ply]))
            return true;
    return false;
}

static void play_pass(struct referee *r)
{
    bool again = r->rules.ko == MI_GO_KO_SIMPLE || r->rules.ko == MI_GO_KO_SPIGHT;
    bool button = r->button;
    if (button)
        r->button_score = referee_turn(r) == 0 ? 50 : -50;
    r->passes = button ? 0 : r->passes + 1;
    r->over = !button &&
              ((again && passed_here(r)) || (r->rules.ko != MI_GO_KO_SPIGHT && r->passes == 2));
    r->button = false;
    if (button)
        r->passes_from = r->ply + 1;
    if (button || again)
        r->history = r->ply + 1;
}

void referee_play(struct referee *r, int move)
{
    r->move[r->ply] = move;
    if (move == points(r)) {
        memcpy(r->board[r->ply + 1], r->board[r->ply], REFEREE_POINTS);
        play_pass(r);
        r->ply++;
        return;
    }
    place(r, move, r->board[r->ply + 1]);
    r->passes = 0;
    r->ply++;
    int times = 1;
    for (int i = r->history; i < r->ply; i++)
        times += (r->ply - i) % 2 == 0 && same_board(r->board[i], r->board[r->ply]);
    r->no_result = r->rules.ko == MI_GO_KO_SIMPLE && times >= 3;
}
