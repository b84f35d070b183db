/* Dialogues of GTP: searches and analyses. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* May a search for the player fail, and may it succeed? */
static bool may_fail(const struct model *model, int player)
{
    int list[PLAIN_LIST];
    const struct plain *pos = plain_now(&model->line);
    bool drawn =
        pos->game == &plain_chess && (pos->winner == PLAIN_DRAW || plain_times(&model->line) > 2);
    return drawn || plain_line_moves(&model->line, player, list) == 0;
}

static bool may_succeed(const struct model *model, int player)
{
    int list[PLAIN_LIST];
    return plain_line_moves(&model->line, player, list) > 0;
}

/* Checks the move that a search returned, and plays it if the search has played it. */
static void check_search_move(struct model *model, int player, const char *text, bool played)
{
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, player, list);
    size_t length = strcspn(text, " \n");
    if (strcmp(text, "resign") == 0)
        return;
    int move = plain_read_move(plain_now(&model->line), list, n, text, length);
    if (move < 0)
        model_fault(model, "an illegal move: %.60s, by %.100s", text, model->said);
    else if (played)
        plain_line_play(&model->line, player, move);
}

static int draw_player(struct model *model)
{
    const int turn = plain_now(&model->line)->turn;
    return model_one_in(model, 12) ? !turn : turn;
}

static void check_success(struct model *model, int player, bool success)
{
    if (success ? !may_succeed(model, player) : !may_fail(model, player))
        model_fault(model, "%.100s: %.100s", model->said, model_reply(model));
}

static void check_genmove(struct model *model)
{
    bool plays = !model_one_in(model, 3);
    int player = draw_player(model);
    bool success =
        model_send_command(model, "%s %c", plays ? "genmove" : "reg_genmove", "bw"[player]);
    char move[100];
    snprintf(move, sizeof move, "%.90s", model_reply(model));
    check_success(model, player, success);
    if (success)
        check_search_move(model, player, move, plays);
}

/* A search limited only by time uses no more CPU time than that. */
static void genmove_in_time(struct model *model)
{
    static const double slack = 2; /* for sanitizers, and for loading a network */
    int player = plain_now(&model->line)->turn;
    model_expect_success(model, "miai-param playouts 0");
    model_expect_success(model, "miai-param time 0.05");
    double before = talk_cpu(&model->talk);
    bool success = model_send_command(model, "reg_genmove %c", "bw"[player]);
    double after = talk_cpu(&model->talk);
    check_success(model, player, success);
    if (before >= 0 && after - before > 0.05 * 3 + slack)
        model_fault(model, "%.2f s of the processor for a move in 0.05 s", after - before);
    model_expect_success(model, "miai-param time 0");
    model_expect_success(model, "miai-param playouts 12");
}

/* ---- analyses ---- */

struct analysis_args {
    char text[200];
    char only[PLAIN_TEXT], never[PLAIN_TEXT]; /* moves, or "" */
};

static void draw_analysis_args(struct model *model, int player, struct analysis_args *analysis_args)
{
    int list[PLAIN_LIST], move = model_draw_move(model, player), n;
    bool choice = plain_line_moves(&model->line, player, list) > 1;
    *analysis_args = (struct analysis_args){.text = ""};
    n = snprintf(analysis_args->text, sizeof analysis_args->text, "%s%s",
                 model_one_in(model, 2) ? " 1" : " interval 2",
                 model_one_in(model, 3) ? " maxmoves 3" : "");
    if (!choice || !model_one_in(model, 3) || move >= PLAIN_PASS)
        return; /* avoiding all moves avoids none */
    bool avoids = model_one_in(model, 2);
    char *text = avoids ? analysis_args->never : analysis_args->only;
    plain_move_text(plain_now(&model->line), move, text);
    snprintf(analysis_args->text + n, sizeof analysis_args->text - (size_t)n, " %s %c %s 1",
             avoids ? "avoid" : "allow", "bw"[player], text);
}

static void check_analysis_args(struct model *model, const struct analysis_args *analysis_args,
                                const char *line)
{
    while ((line = strstr(line, "info move ")) != NULL) {
        line += strlen("info move ");
        size_t length = strcspn(line, " ");
        if (analysis_args->never[0] && strlen(analysis_args->never) == length &&
            strncasecmp(analysis_args->never, line, length) == 0)
            model_fault(model, "an analysis of an avoided move: %.300s", line);
        if (analysis_args->only[0] && (strlen(analysis_args->only) != length ||
                                       strncasecmp(analysis_args->only, line, length) != 0))
            model_fault(model, "an analysis of other moves than %s", analysis_args->only);
    }
}

/* Checks the lines of a reply; a move that was played comes last. */
static void check_analysis(struct model *model, int player,
                           const struct analysis_args *analysis_args, bool plays)
{
    char *text = strdup(model_reply(model)), *rest = text, *line;
    while (text && (line = strsep(&rest, "\n")) != NULL) {
        if (strncmp(line, "play ", 5) == 0)
            check_search_move(model, player, line + 5, plays);
        else if (*line && model_check_info(model, player, line))
            check_analysis_args(model, analysis_args, line);
    }
    free(text);
}

/* Analyzes until the next command arrives. */
static void check_analyze_until_input(struct model *model)
{
    const struct timespec moment = {0, 1000000L * model_drawn(model, 30)};
    int player = draw_player(model);
    struct analysis_args analysis_args;
    draw_analysis_args(model, player, &analysis_args);
    model_send_line(model, "%s %c%s", MODEL_ONE_OF(model, "lz-analyze", "kata-analyze", "analyze"),
                    "bw"[player], analysis_args.text);
    char said[300];
    snprintf(said, sizeof said, "%.290s", model->said);
    nanosleep(&moment, NULL);
    talk_send(&model->talk, "name");
    bool success = model_read_reply(model, -1);
    check_success(model, player, success);
    if (success)
        check_analysis(model, player, &analysis_args, false);
    if (model_holds(model) &&
        (!model_read_reply(model, -1) || strcmp(model_reply(model), "miai") != 0))
        model_fault(model, "no reply to name after %s", said);
}

static void search_analyze(struct model *model)
{
    static const char *const names[] = {"lz-genmove_analyze", "kata-genmove_analyze",
                                        "kata-search_analyze"};
    int kind = model_drawn(model, 3), player = draw_player(model);
    struct analysis_args analysis_args;
    draw_analysis_args(model, player, &analysis_args);
    bool success =
        model_send_command(model, "%s %c%s", names[kind], "bw"[player], analysis_args.text);
    check_success(model, player, success);
    if (success)
        check_analysis(model, player, &analysis_args, kind < 2);
}

static void change_search(struct model *model)
{
    model_send_command(
        model, "miai-param search %s",
        MODEL_ONE_OF(model, "auto", "auto", "mcts", "alphabeta", "minimax", "flat", "solve"));
    model_expect_success(model, "miai-param threads %d", 1 + model_drawn(model, 2));
    model_send_command(model, "miai-param network %s", MODEL_ONE_OF(model, "auto", "none"));
}

static void (*const acts[])(struct model *model) = {check_genmove,  check_genmove,
                                                    check_genmove,  check_analyze_until_input,
                                                    search_analyze, change_search};

void model_gtp_search(struct model *model)
{
    if (model_one_in(model, 30))
        genmove_in_time(model);
    else
        acts[model_drawn(model, sizeof acts / sizeof *acts)](model);
    if (model_one_in(model, 2))
        model_gtp_check(model);
}
