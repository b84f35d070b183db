/* The game so far. */
#include "plain.h"

#include <string.h>

const struct plain_game *const plain_games[] = {&plain_go,        &plain_chess, &plain_othello,
                                                &plain_gomoku,    &plain_hex,   &plain_connect4,
                                                &plain_tictactoe, NULL};

int plain_points(const struct plain *pos)
{
    return pos->width * pos->height;
}

int plain_find(const int *list, int n, int move)
{
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return i;
    return -1;
}

struct plain plain_first(const struct plain *pos)
{
    struct plain first = {
        .game = pos->game, .width = pos->width, .height = pos->height, .rules = pos->rules};
    first.winner = PLAIN_NOBODY;
    first.en_passant = -1;
    memset(first.stone, '.', sizeof first.stone);
    memset(first.before, '.', sizeof first.before);
    first.game->start(&first);
    return first;
}

void plain_begin(struct plain_line *line, const struct plain_game *game, int width, int height,
                 int rules)
{
    const struct plain pos = {.game = game, .width = width, .height = height, .rules = rules};
    plain_restart(line, plain_first(&pos));
}

void plain_restart(struct plain_line *line, struct plain pos)
{
    line->at[0] = pos;
    line->plies = 0;
}

const struct plain *plain_now(const struct plain_line *line)
{
    return &line->at[line->plies];
}

/* The position with that player to move; false if the player may not move. */
static bool position_to_move(const struct plain_line *line, int player, struct plain *pos)
{
    *pos = *plain_now(line);
    if (!pos->over && pos->turn == player)
        return true;
    pos->game->set_turn(pos, player);
    return !pos->over && pos->turn == player;
}

static bool has_superko(const struct plain *pos, bool *situational)
{
    const char *rules = pos->game->rules ? pos->game->rules[pos->rules] : "";
    *situational = strcmp(rules, "aga") == 0 || strcmp(rules, "nz") == 0;
    return pos->game == &plain_go && strcmp(rules, "chinese") != 0 &&
           strcmp(rules, "japanese") != 0 && strcmp(rules, "simple-ko") != 0;
}

/* Has the board, after a move of this player, occurred before, with the same side to move if that
 * matters? A position belongs to the player who moved in it; positions before a move out of turn
 * do not count. */
static bool has_occurred(const struct plain_line *line, int player, const struct plain *pos)
{
    bool situational;
    if (!has_superko(pos, &situational))
        return false;
    for (int i = line->plies, turn = player; i >= 0; turn = line->at[i--].mover) {
        const struct plain *then = &line->at[i];
        if (memcmp(then->stone, pos->stone, sizeof pos->stone) == 0 &&
            (!situational || turn == pos->turn))
            return true;
        if (then->turn != turn)
            return false;
    }
    return false;
}

int plain_line_moves(const struct plain_line *line, int player, int *list)
{
    struct plain pos;
    int n = 0, count = position_to_move(line, player, &pos) ? pos.game->moves(&pos, list) : 0;
    for (int i = 0; i < count; i++) {
        struct plain after = pos;
        if (pos.game == &plain_go)
            pos.game->play(&after, list[i]);
        if (list[i] == PLAIN_PASS || !has_occurred(line, player, &after))
            list[n++] = list[i];
    }
    return n;
}

bool plain_line_play(struct plain_line *line, int player, int move)
{
    int list[PLAIN_LIST], n = plain_line_moves(line, player, list);
    struct plain pos;
    if (plain_find(list, n, move) < 0 || line->plies == PLAIN_PLIES)
        return false;
    position_to_move(line, player, &pos);
    pos.game->play(&pos, move);
    pos.mover = player;
    line->at[++line->plies] = pos;
    return true;
}

int plain_times(const struct plain_line *line)
{
    const struct plain *now = plain_now(line);
    int times = 0;
    for (int i = 0; i <= line->plies; i++) {
        const struct plain *then = &line->at[i];
        times += memcmp(then->stone, now->stone, sizeof now->stone) == 0 &&
                 then->turn == now->turn && then->en_passant == now->en_passant &&
                 memcmp(then->castle, now->castle, sizeof now->castle) == 0;
    }
    return times;
}
