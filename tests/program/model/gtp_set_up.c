/* Dialogues of GTP: other games, boards and rules, and positions set up by hand. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_board_size(struct model *model, int width, int height)
{
    if (width != height)
        model_expect_success(
            model, model_one_in(model, 2) ? "boardsize %d %d" : "rectangular_boardsize %d %d",
            width, height);
    else if (plain_now(&model->line)->game == &plain_connect4)
        /* A single number may be interpreted as GoGui's size. */
        model_expect_success(model, "boardsize %d %d", width, height);
    else
        model_expect_success(model, "boardsize %d", width);
}

static void set_komi(struct model *model)
{
    model->komi = (model_drawn(model, 61) - 20) / 2.0;
    model_expect_success(model, "komi %g", model->komi);
}

void model_gtp_begin(struct model *model)
{
    int games = 0;
    while (plain_games[games])
        games++;
    const struct plain_game *game = plain_games[model_drawn(model, games)];
    if (model_one_in(model, 3))
        game = &plain_go;
    model_draw_game(model, game);
    const struct plain *pos = plain_now(&model->line);
    model_expect_success(model, "set_game %s", game->name);
    if (game->rules)
        model_expect_success(model, "miai-param rules %s", game->rules[pos->rules]);
    set_board_size(model, pos->width, pos->height);
    if (game == &plain_go)
        set_komi(model);
    if (model_one_in(model, 2))
        model_expect_success(model, "clear_board");
    model_gtp_check(model);
}

/* ---- stones ---- */

static bool is_bare(const struct model *model)
{
    const struct plain *pos = plain_now(&model->line);
    for (int p = 0; p < plain_points(pos); p++)
        if (pos->stone[p] != '.')
            return false;
    return model->line.plies == 0;
}

/* Puts handicap stones on the listed points; White moves next. */
static void place_handicap(struct model *model, const char *vertices)
{
    struct plain pos = *plain_now(&model->line);
    int list[PLAIN_LIST], n = 0, set_up_stones = 0;
    while (n < plain_points(&pos)) {
        list[n] = n;
        n++;
    }
    for (const char *word = vertices; *word;
         word += strcspn(word, " "), word += strspn(word, " ")) {
        int point = plain_read_move(&pos, list, n, word, strcspn(word, " "));
        if (point < 0 || pos.stone[point] != '.') {
            model_fault(model, "handicap stones: %.100s", vertices);
            return;
        }
        pos.stone[point] = 'X';
        set_up_stones++;
    }
    pos.turn = 1;
    memcpy(pos.before, pos.stone, sizeof pos.before);
    plain_restart(&model->line, pos);
    model->setup = true;
    if (set_up_stones < 2)
        model_fault(model, "%d handicap stones", set_up_stones);
}

/* Draws distinct points and writes their vertices.  If stand is given, they are stones of both
 * players with their colours in front, and *stand becomes whether all may stand. */
static int draw_stones(struct model *model, struct plain *pos, bool *stand, char *text, size_t size)
{
    int n = 0, length = 0, wanted = 2 + model_drawn(model, plain_points(pos) / 3 + 1);
    text[0] = '\0';
    for (int p = model_drawn(model, plain_points(pos)); n < wanted && p < plain_points(pos);
         p += 1 + model_drawn(model, 4)) {
        char vertex[PLAIN_TEXT];
        int player = stand ? model_drawn(model, 2) : 0;
        plain_move_text(pos, p, vertex);
        length += snprintf(text + length, size - (size_t)length, "%s%s %s", length ? " " : "",
                           stand ? (player ? "w" : "b") : "", vertex);
        if (stand)
            *stand = *stand && pos->game->put(pos, p, player);
        n++;
    }
    return n;
}

static void set_handicap(struct model *model)
{
    char text[8 * PLAIN_POINTS];
    struct plain pos = *plain_now(&model->line);
    int n = draw_stones(model, &pos, NULL, text, sizeof text);
    bool done = model_send_command(model, "set_free_handicap %s", text);
    if (done != (n >= 2 && n < plain_points(&pos)))
        model_fault(model, "set_free_handicap of %d stones", n);
    char vertices[8 * PLAIN_POINTS], *to = vertices;
    for (const char *c = text; *c; c++) /* with single spaces between */
        if (*c != ' ' || (to > vertices && to[-1] != ' '))
            *to++ = *c;
    *to = '\0';
    if (done)
        place_handicap(model, vertices);
}

static void set_fixed_handicap(struct model *model)
{
    char vertices[8 * PLAIN_POINTS];
    int n = 2 + model_drawn(model, 8);
    if (model_one_in(model, 2)) {
        set_handicap(model);
        return;
    }
    if (model_send_command(
            model, model_one_in(model, 2) ? "fixed_handicap %d" : "place_free_handicap %d", n)) {
        snprintf(vertices, sizeof vertices, "%s", model_reply(model));
        place_handicap(model, vertices);
    }
}

/* Sets up stones of both players and the side to move; succeeds if all may stand. */
static void set_up_stones(struct model *model)
{
    char text[8 * PLAIN_POINTS];
    struct plain pos = plain_first(plain_now(&model->line));
    bool stand = true, setup = is_bare(model) && model_one_in(model, 2);
    draw_stones(model, &pos, &stand, text, sizeof text);
    bool done = model_send_command(model, setup ? "gogui-setup %s" : "set_position %s", text);
    if (done != stand)
        model_fault(model, "stones: %.300s", model->said);
    if (!done)
        return;
    pos.turn = model_drawn(model, 2);
    if (pos.game->look)
        pos.game->look(&pos);
    plain_restart(&model->line, pos);
    model->setup = true;
    model_expect_success(model, "gogui-setup_player %c", "bw"[pos.turn]);
}

/* Sets a position by FEN: one reached in a game of chess, or a start of Chess960. */
static void set_position(struct model *model)
{
    char fen[120];
    struct plain pos = *plain_now(&model->line);
    if (pos.rules == 1 && model_one_in(model, 2))
        model_draw_start(model, fen, sizeof fen);
    else
        plain_chess_fen(&pos, fen, sizeof fen);
    plain_chess_read(&pos, fen);
    plain_restart(&model->line, pos);
    model_expect_success(model, "miai-position %s", fen);
}

void model_gtp_set_up(struct model *model)
{
    const struct plain_game *game = plain_now(&model->line)->game;
    if (game == &plain_chess && model_one_in(model, 2)) {
        set_position(model);
    } else if (game == &plain_go && is_bare(model) && model_one_in(model, 2)) {
        set_fixed_handicap(model);
    } else if (game->put && model_one_in(model, is_bare(model) ? 2 : 8)) {
        set_up_stones(model);
    } else if (model_one_in(model, 4)) {
        model_expect_success(model, "clear_board");
        const struct plain pos = *plain_now(&model->line);
        plain_begin(&model->line, pos.game, pos.width, pos.height, pos.rules);
        model->setup = false;
    } else if (model_one_in(model, 4)) {
        model_gtp_begin(model);
    } else if (game == &plain_go) {
        set_komi(model);
    }
    model_gtp_check(model);
}
