/* Dialogues of GTP: commands that must be rejected and change nothing. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rejected in every game. */
static const char *const always_rejected[] = {
    "play",
    "play b",
    "play x A1",
    "play b Z99",
    "play b A0",
    "play w @",
    "play w A1 B1",
    "boardsize",
    "boardsize x",
    "boardsize 1000",
    "boardsize 0",
    "boardsize -3",
    "boardsize 9x9x9",
    "rectangular_boardsize 5",
    "rectangular_boardsize 99 2",
    "komi",
    "komi x",
    "komi nan",
    "komi 1e300",
    "undo 1",
    "gg-undo -1",
    "gg-undo 100000",
    "gg-undo x",
    "genmove",
    "genmove x",
    "reg_genmove 3",
    "set_game",
    "set_game nothing",
    "loadsgf",
    "loadsgf nowhere.sgf",
    "loadsgf errors",
    "miai-param nothing 1",
    "miai-param playouts -1",
    "miai-param playouts x",
    "miai-param playouts 99999999999999999999",
    "miai-param threads 0",
    "miai-param search nothing",
    "miai-param rules nothing",
    "miai-param size 1000",
    "miai-param network nowhere.bin.gz",
    "miai-position x",
    "miai-perft 101",
    "miai-perft -1",
    "miai-perft x",
    "miai-legal x",
    "known_command",
    "time_settings 1",
    "time_settings a b c",
    "time_settings -1 0 0",
    "time_left b",
    "time_left x 1 1",
    "gogui-setup b",
    "gogui-setup x A1",
    "gogui-setup_player x",
    "gogui-play_sequence b",
    "gogui-play_sequence b A1 x",
    "set_position b",
    "set_position b Z99",
    "fixed_handicap 0",
    "fixed_handicap x",
    "place_free_handicap 1",
    "set_free_handicap",
    "set_free_handicap A1",
    "set_free_handicap A1 A1",
    "kata-set-rules nothing",
    "kata-set-rule ko nothing",
    "kata-set-param nothing 1",
    "kata-set-param maxVisits x",
    "kgs-rules nothing",
    "nonsense",
    "gomill-savesgf",
    "gomill-savesgf nowhere/x.sgf",
    "lz-analyze b 1 avoid",
    "lz-analyze b 1 allow b A1 1 avoid b B1 1",
    "lz-analyze b 1 avoid b A1 x",
    "kata-analyze b 1 allow b",
    "kata-analyze interval",
    "final_status_list x",
};

/* Rejected if the client may use only the files of its folder, or none. */
static const char *const confined[] = {
    "loadsgf ../model.sgf",
    "loadsgf /etc/passwd",
    "loadsgf /proc/self/environ",
    "loadsgf ./../errors",
    "gomill-savesgf ../model.sgf",
    "gomill-savesgf /tmp/model.sgf",
    "gomill-savesgf errors/../../model.sgf",
    "miai-param network /etc/passwd",
    "miai-param network ../model.bin.gz",
    "miai-param files /",
    "kata-set-param files /",
    "kata-set-params {\"files\":\"/\"}",
};

/* Rejected if the client may use no files. */
static const char *const without_files[] = {
    "loadsgf errors",          "loadsgf game.sgf",     "loadsgf ./game.sgf",
    "gomill-savesgf game.sgf", "gomill-savesgf x.sgf",
};

static const char *draw_refused(struct model *model)
{
    int kind = model_drawn(model, 4);
    if (kind == 0 && model->files != MODEL_ALL)
        return confined[model_drawn(model, sizeof confined / sizeof *confined)];
    if (kind == 1 && model->files == MODEL_NONE)
        return without_files[model_drawn(model, sizeof without_files / sizeof *without_files)];
    return always_rejected[model_drawn(model, sizeof always_rejected / sizeof *always_rejected)];
}

/* All options as text, which the caller frees. */
static char *read_params(struct model *model)
{
    return model_expect_success(model, "miai-param") ? strdup(model_reply(model)) : NULL;
}

/* Draws a point, or two for chess, that is not a legal move of the player. */
static bool draw_illegal(struct model *model, int player, char text[PLAIN_TEXT])
{
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, player, list);
    const struct plain *pos = plain_now(&model->line);
    int points = plain_points(pos);
    for (int tries = 0; tries < 20; tries++) {
        int move = model_drawn(model, points);
        if (pos->game == &plain_chess)
            move = PLAIN_CHESS | move | model_drawn(model, points) << 6;
        plain_move_text(pos, move, text);
        if (plain_read_move(pos, list, n, text, strlen(text)) < 0)
            return true;
    }
    return false;
}

/* Excluded: castling written by the king's target in Chess960, and columns where pieces fall. */
static void play_illegal(struct model *model)
{
    int player = model_drawn(model, 2), move = model_draw_move(model, player);
    char text[PLAIN_TEXT], good[PLAIN_TEXT];
    if (plain_now(&model->line)->rules == 1 && plain_now(&model->line)->game == &plain_chess)
        return;
    if (draw_illegal(model, player, text) &&
        model_send_command(model, "play %c %s", "bw"[player], text))
        model_fault(model, "an illegal move was accepted: %s", model->said);
    if (move < 0 || move >= PLAIN_PASS || plain_now(&model->line)->game == &plain_chess ||
        !model_holds(model))
        return;
    plain_move_text(plain_now(&model->line), move, good);
    /* The second move is illegal: the point is occupied by then, or the piece has left it. */
    if (plain_now(&model->line)->game != &plain_go &&
        model_send_command(model, "gogui-play_sequence %c %s %c %s", "bw"[player], good,
                           "wb"[player], good))
        model_fault(model, "a point twice: %s", model->said);
}

static void report_difference(struct model *model, const char *before, const char *after)
{
    const char *line = before, *other = after;
    for (; *before == *after; before++, after++)
        if (*before == '\n') {
            line = before + 1;
            other = after + 1;
        }
    model_fault(model, "a rejected command has changed an option: %.*s, now %.*s",
                (int)strcspn(line, "\n"), line, (int)strcspn(other, "\n"), other);
}

void model_gtp_refused(struct model *model)
{
    char *before = read_params(model);
    if (model_one_in(model, 3)) {
        play_illegal(model);
    } else {
        for (int i = 1 + model_drawn(model, 4); i > 0 && model_holds(model); i--) {
            const char *command = draw_refused(model);
            if (model_send_command(model, "%s", command))
                model_fault(model, "not refused: %s: %.100s", command, model_reply(model));
        }
    }
    char *after = read_params(model);
    if (before && after && strcmp(before, after) != 0)
        report_difference(model, before, after);
    free(before);
    free(after);
    model_gtp_check(model);
}
