/* Go, by the second implementation in tests/game/go/twin.c. */
#include "plain.h"
#include "tests/game/go/twin.h"

#include <string.h>

static const char *const rules[] = {"chinese", "tromp-taylor", "japanese", "simple-ko",
                                    "aga",     "nz",           NULL};

static bool suicide_is_legal(const struct plain *pos)
{
    return strcmp(rules[pos->rules], "tromp-taylor") == 0 || strcmp(rules[pos->rules], "nz") == 0;
}

static struct twin twin_of(const struct plain *pos)
{
    struct twin twin;
    twin_init(&twin, pos->width, pos->height, suicide_is_legal(pos));
    twin.turn = pos->turn;
    memcpy(twin.stone, pos->stone, sizeof pos->stone);
    memcpy(twin.previous, pos->before, sizeof pos->before);
    return twin;
}

static void start_go(struct plain *pos)
{
    (void)pos;
}

/* The twin does not know superko; if positions may repeat, its simple ko is the rule. */
static int go_moves(const struct plain *pos, int *list)
{
    struct twin twin = twin_of(pos);
    int n = pos->over ? 0 : twin_moves(&twin, list);
    for (int i = 0; i < n; i++)
        if (list[i] == plain_points(pos))
            list[i] = PLAIN_PASS;
    return n;
}

static void play_go_move(struct plain *pos, int move)
{
    struct twin twin = twin_of(pos);
    twin_play(&twin, move == PLAIN_PASS ? plain_points(pos) : move);
    memcpy(pos->stone, twin.stone, sizeof pos->stone);
    memcpy(pos->before, twin.previous, sizeof pos->before);
    pos->turn = twin.turn;
    pos->taken[0] += twin.prisoners[0];
    pos->taken[1] += twin.prisoners[1];
    pos->passes = move == PLAIN_PASS ? pos->passes + 1 : 0;
    pos->over = pos->passes == 2;
}

/* A player who moves out of turn ignores the ko, and may go on after two passes. */
static void set_turn(struct plain *pos, int player)
{
    pos->turn = player;
    pos->passes = 0;
    pos->over = false;
    memcpy(pos->before, pos->stone, sizeof pos->before);
}

int plain_go_area(const struct plain *pos)
{
    struct twin twin = twin_of(pos);
    return twin_area(&twin);
}

static bool has_liberty(const struct plain *pos)
{
    struct twin twin = twin_of(pos);
    for (int p = 0; p < plain_points(pos); p++)
        if (pos->stone[p] != '.' && twin_chain(&twin, p).liberties == 0)
            return false;
    return true;
}

static bool put_stone(struct plain *pos, int point, int player)
{
    pos->stone[point] = "XO"[player];
    return has_liberty(pos);
}

static void copy_previous_board(struct plain *pos)
{
    memcpy(pos->before, pos->stone, sizeof pos->before);
}

const struct plain_game plain_go = {
    .name = "go",
    .rules = rules,
    .side = {2, 25},
    .start = start_go,
    .moves = go_moves,
    .play = play_go_move,
    .set_turn = set_turn,
    .put = put_stone,
    .look = copy_previous_board,
};
