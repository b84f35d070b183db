/* Hex: the first player connects the first and last rows, the second player the columns. */
#include "plain.h"

#include <string.h>

static const char *const rules[] = {"swap", "no-swap", NULL};

enum { SWAP_LATER, SWAP_NOW, SWAP_GONE };

static void start_hex(struct plain *pos)
{
    pos->stage = pos->rules == 0 && pos->width == pos->height ? SWAP_LATER : SWAP_GONE;
}

static int hex_moves(const struct plain *pos, int *list)
{
    int n = 0;
    for (int p = 0; p < plain_points(pos) && !pos->over; p++)
        if (pos->stone[p] == '.')
            list[n++] = p;
    if (pos->stage == SWAP_NOW)
        list[n++] = PLAIN_SWAP;
    return n;
}

/* Marks the stones connected to a stone. */
static void mark_connected(const struct plain *pos, int x, int y, char colour, bool *seen)
{
    static const int dx[] = {1, -1, 0, 0, 1, -1}, dy[] = {0, 0, 1, -1, -1, 1};
    int p = y * pos->width + x;
    if (x < 0 || y < 0 || x >= pos->width || y >= pos->height || seen[p] || pos->stone[p] != colour)
        return;
    seen[p] = true;
    for (int i = 0; i < 6; i++)
        mark_connected(pos, x + dx[i], y + dy[i], colour, seen);
}

static bool connects_edges(const struct plain *pos, int player)
{
    bool seen[PLAIN_POINTS] = {false};
    int edge = player == 0 ? pos->width : pos->height;
    for (int i = 0; i < edge; i++)
        mark_connected(pos, player == 0 ? i : 0, player == 0 ? 0 : i, "XO"[player], seen);
    for (int i = 0; i < edge; i++) {
        int x = player == 0 ? i : pos->width - 1, y = player == 0 ? pos->height - 1 : i;
        if (seen[y * pos->width + x])
            return true;
    }
    return false;
}

static void swap_pieces(struct plain *pos)
{
    const char *stone = memchr(pos->stone, pos->turn == 1 ? 'X' : 'O', sizeof pos->stone);
    int p = (int)(stone - pos->stone);
    pos->stone[p] = '.';
    pos->stone[p % pos->width * pos->width + p / pos->width] = "XO"[pos->turn];
}

static void play_hex_move(struct plain *pos, int move)
{
    if (move == PLAIN_SWAP)
        swap_pieces(pos);
    else
        pos->stone[move] = "XO"[pos->turn];
    pos->over = connects_edges(pos, pos->turn);
    pos->winner = pos->over ? pos->turn : PLAIN_NOBODY;
    pos->stage = pos->stage == SWAP_LATER ? SWAP_NOW : SWAP_GONE;
    pos->turn = !pos->turn;
}

static void set_turn(struct plain *pos, int player)
{
    if (pos->turn != player && pos->stage == SWAP_NOW)
        pos->stage = SWAP_GONE;
    pos->turn = player;
}

static bool put_stone(struct plain *pos, int point, int player)
{
    pos->stone[point] = "XO"[player];
    pos->stage = SWAP_GONE;
    return true;
}

static void update_hex_winner(struct plain *pos)
{
    pos->winner = connects_edges(pos, 0) ? 0 : connects_edges(pos, 1) ? 1 : PLAIN_NOBODY;
    pos->over = pos->winner != PLAIN_NOBODY;
}

const struct plain_game plain_hex = {
    .name = "hex",
    .rules = rules,
    .letter_i = true,
    .side = {3, 19},
    .start = start_hex,
    .moves = hex_moves,
    .play = play_hex_move,
    .set_turn = set_turn,
    .put = put_stone,
    .look = update_hex_winner,
};
