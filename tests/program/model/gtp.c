/* Dialogues of GTP: a game in progress and everything that can be asked about it. */
#include "model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- commands and answers ---- */

const char *model_reply(const struct model *model)
{
    return model->reply.text ? model->reply.text : "";
}

/* Removes the frame of the first line; returns whether it is a success. */
static bool strip_reply_head(struct model *model, const char *line, long id)
{
    char head[24] = "";
    if (id >= 0)
        snprintf(head, sizeof head, "%ld", id);
    size_t length = strlen(head);
    if ((*line != '=' && *line != '?') || strncmp(line + 1, head, length) != 0 ||
        line[1 + length] != ' ')
        return model_fault(model, "the answer to %.200s begins with %.60s", model->said, line);
    bool success = *line == '=';
    mi_reply_add(&model->reply, line + length + 2);
    return success;
}

bool model_read_reply(struct model *model, long id)
{
    const char *line = model_read_line(model);
    mi_reply_clear(&model->reply);
    bool success = line && strip_reply_head(model, line, id);
    while (model_holds(model) && (line = model_read_line(model)) != NULL && *line) {
        mi_reply_add(&model->reply, "\n");
        mi_reply_add(&model->reply, line);
    }
    for (const char *c = model_reply(model); *c; c++)
        if ((unsigned char)*c < ' ' && *c != '\n')
            model_fault(model, "a control character in the answer to %.200s", model->said);
    return success && model_holds(model);
}

static bool send_and_read(struct model *model, const char *format, va_list values)
{
    char command[MODEL_LINE];
    long id = model_one_in(model, 4) ? model_drawn(model, 100000) : -1;
    if (!model_holds(model))
        return false;
    vsnprintf(command, sizeof command, format, values);
    if (id >= 0)
        model_send_line(model, "%ld %s", id, command);
    else
        model_send_line(model, "%s", command);
    return model_read_reply(model, id);
}

bool model_send_command(struct model *model, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    bool success = send_and_read(model, format, values);
    va_end(values);
    return success;
}

bool model_expect_success(struct model *model, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    bool success = send_and_read(model, format, values);
    va_end(values);
    return success ||
           model_fault(model, "refused: %.200s: %.100s", model->said, model_reply(model));
}

/* ---- checks ---- */

static void check_board(struct model *model)
{
    const struct plain *pos = plain_now(&model->line);
    char text[100], other[100];
    if (!model_expect_success(model, "showboard"))
        return;
    const char *why = plain_compare(pos, model_reply(model));
    if (pos->game == &plain_chess) {
        plain_chess_fen(pos, text, sizeof text);
        if (!strstr(model_reply(model), text))
            model_fault(model, "another FEN than %s", text);
    }
    snprintf(text, sizeof text, "black (X) has captured %d stone", pos->taken[0]);
    snprintf(other, sizeof other, "white (O) has captured %d stone", pos->taken[1]);
    if (pos->game == &plain_go &&
        (!strstr(model_reply(model), text) || !strstr(model_reply(model), other)))
        model_fault(model, "other prisoners than %d and %d", pos->taken[0], pos->taken[1]);
    if (pos->over && strstr(model_reply(model), "to move"))
        model_fault(model, "the board of a game that is over says who is to move");
    if (why)
        model_fault(model, "showboard: %s", why);
}

static void check_legal(struct model *model, int player)
{
    if (model_expect_success(model, "miai-legal %c", "bw"[player]))
        model_check_legal(model, player, model_reply(model));
}

static void check_turn(struct model *model)
{
    const int turn = plain_now(&model->line)->turn;
    if (model_expect_success(model, "gogui-rules_side_to_move") &&
        strcmp(model_reply(model), turn ? "white" : "black") != 0)
        model_fault(model, "to move is not %s", turn ? "white" : "black");
}

static void check_komi(struct model *model)
{
    if (model_expect_success(model, "get_komi") && strtod(model_reply(model), NULL) != model->komi)
        model_fault(model, "komi is not %g", model->komi);
}

/* For games whose score needs no judgement about dead stones. */
static void check_score(struct model *model)
{
    const struct plain *pos = plain_now(&model->line);
    if (!pos->over || pos->game != &plain_go ||
        strcmp(pos->game->rules[pos->rules], "tromp-taylor"))
        return;
    double score = plain_go_area(pos) - model->komi;
    char text[40];
    snprintf(text, sizeof text, "%c+%.10g", score > 0 ? 'B' : 'W', score > 0 ? score : -score);
    if (model_expect_success(model, "final_score") &&
        strcmp(model_reply(model), score == 0 ? "0" : text) != 0)
        model_fault(model, "the score is %s", text);
}

/* For games that are won by a row or a mate. */
static void check_result(struct model *model)
{
    static const char *const results[] = {"B+", "W+", "0"};
    const struct plain *pos = plain_now(&model->line);
    if (!pos->over || pos->winner == PLAIN_NOBODY)
        return;
    const char *result = results[pos->winner];
    if (model_expect_success(model, "final_score") &&
        strncmp(model_reply(model), result, strlen(result)) != 0)
        model_fault(model, "the result is not %s", result);
}

void model_gtp_check(struct model *model)
{
    check_board(model);
    check_turn(model);
    check_legal(model, plain_now(&model->line)->turn);
    check_legal(model, !plain_now(&model->line)->turn);
    if (plain_now(&model->line)->game == &plain_go)
        check_komi(model);
    check_score(model);
    check_result(model);
}

/* ---- moves ---- */

static void send_play(struct model *model)
{
    int turn = plain_now(&model->line)->turn;
    int player = model_one_in(model, 15) ? !turn : turn, move = model_draw_move(model, player);
    char text[PLAIN_TEXT];
    if (move < 0)
        return;
    plain_move_text(plain_now(&model->line), move, text);
    for (char *c = text; *c && model_one_in(model, 8) && move < PLAIN_CHESS; c++)
        *c = (char)tolower((unsigned char)*c);
    model_expect_success(
        model, "play %s %s",
        player ? MODEL_ONE_OF(model, "w", "W", "white") : MODEL_ONE_OF(model, "b", "Black"), text);
    plain_line_play(&model->line, player, move);
}

static void send_genmove(struct model *model)
{
    for (int i = 1 + model_drawn(model, 5); i > 0 && model_holds(model); i--)
        send_play(model);
}

static void send_undo(struct model *model)
{
    int plies = 1 + model_drawn(model, 3);
    bool single = plies == 1 && model_one_in(model, 2), possible = plies <= model->line.plies;
    bool done =
        single ? model_send_command(model, "undo") : model_send_command(model, "gg-undo %d", plies);
    if (done != possible)
        model_fault(model, "%s at %d plies", model->said, model->line.plies);
    if (possible)
        model->line.plies -= plies;
}

/* Writes and reads a record, which must restore everything.  A record that the client may not write
 * must not be written. */
static void save_and_load(struct model *model)
{
    const struct plain_game *game = plain_now(&model->line)->game;
    if (game == &plain_chess || game == &plain_connect4 || game == &plain_tictactoe)
        return;
    bool saved = model_send_command(model, "gomill-savesgf game.sgf");
    if (saved && model->files == MODEL_NONE)
        model_fault(model, "a file is written in spite of --files=none");
    if (saved)
        model_expect_success(model, "loadsgf game.sgf");
    /* If a record does not give the side to move, it is the player of the first move. */
    if (saved && model->line.plies > 0 && !model->setup && model->line.at[0].turn == 0)
        model->line.at[0].turn = model->line.at[1].mover;
    model_gtp_check(model);
}

static void (*const acts[])(struct model *model) = {
    send_genmove,     send_genmove,     send_genmove,     send_undo,
    model_gtp_search, model_gtp_search, model_gtp_set_up, model_gtp_refused,
    save_and_load,    model_gtp_check,  model_gtp_check};

/* Goes back to the first position and forward again. */
static void undo_all(struct model *model)
{
    while (model->line.plies > 0 && model_expect_success(model, "undo"))
        model->line.plies--;
    if (model_holds(model) && model_send_command(model, "undo"))
        model_fault(model, "undo before the first position");
    model_gtp_check(model);
}

void model_gtp(struct model *model)
{
    model_gtp_begin(model);
    for (int i = 10 + model_drawn(model, 30); i > 0 && model_holds(model); i--) {
        if (model->line.plies >= model->plies)
            model_gtp_begin(model);
        acts[model_drawn(model, sizeof acts / sizeof *acts)](model);
    }
    undo_all(model);
    model_expect_success(model, "quit");
}
