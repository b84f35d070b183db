/* Dialogues of UCI. */
#include "model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- the position ---- */

static bool has_drops(const struct plain_game *game)
{
    return game == &plain_gomoku || game == &plain_connect4 || game == &plain_tictactoe;
}

static void uci_text(const struct plain *pos, int move, char text[PLAIN_TEXT + 2])
{
    char plain[PLAIN_TEXT];
    plain_move_text(pos, move, plain);
    snprintf(text, PLAIN_TEXT + 2, "%s%s", has_drops(pos->game) && move < PLAIN_PASS ? "P@" : "",
             plain);
    if (has_drops(pos->game))
        text[2] = (char)tolower((unsigned char)text[2]);
}

/* Reads the lines up to readyok into reply. */
static void take_lines(struct model *model)
{
    const char *line;
    mi_reply_clear(&model->reply);
    talk_send(&model->talk, "isready");
    while ((line = model_read_line(model)) != NULL && strcmp(line, "readyok") != 0) {
        mi_reply_add(&model->reply, line);
        mi_reply_add(&model->reply, "\n");
    }
}

static void check_board(struct model *model)
{
    char fen[120];
    const struct plain *pos = plain_now(&model->line);
    model_send_line(model, "d");
    take_lines(model);
    const char *why = plain_compare(pos, model_reply(model));
    if (pos->game == &plain_chess) {
        plain_chess_fen(pos, fen, sizeof fen);
        if (!strstr(model_reply(model), fen))
            model_fault(model, "another FEN than %s", fen);
    }
    if (why)
        model_fault(model, "d: %s", why);
}

/* Checks "MOVE: 1" for each move, and the sum. */
static void check_moves(struct model *model)
{
    char moves[MODEL_LINE] = "";
    size_t length = 0;
    int count = 0, sum = -1;
    const char *line;
    model_send_line(model, "go perft 1");
    while (sum < 0 && (line = model_read_line(model)) != NULL) {
        const char *colon = strstr(line, ": 1");
        if (sscanf(line, "Nodes searched: %d", &sum) == 1)
            break;
        if (!colon || colon[3])
            continue;
        length += (size_t)snprintf(moves + length, sizeof moves - length, "%s%.*s",
                                   count ? " " : "", (int)(colon - line), line);
        count++;
    }
    take_lines(model); /* an empty line */
    if (sum != count)
        model_fault(model, "%d moves, and a sum of %d", count, sum);
    if (model_holds(model))
        model_check_legal(model, plain_now(&model->line)->turn, moves);
}

static void check_position(struct model *model)
{
    if (model_holds(model))
        check_board(model);
    if (model_holds(model))
        check_moves(model);
}

/* ---- setting up ---- */

static void send_options(struct model *model)
{
    int games = 0;
    while (plain_games[games])
        games++;
    const struct plain_game *game = plain_games[model_drawn(model, games)];
    if (model_one_in(model, 3))
        game = &plain_chess;
    model_draw_game(model, game);
    const struct plain *pos = plain_now(&model->line);
    model_send_line(model, "setoption name UCI_Variant value %s", game->name);
    if (game == &plain_chess)
        model_send_line(model, "setoption name UCI_Chess960 value %s",
                        pos->rules ? "true" : "false");
    else if (game->rules)
        model_send_line(model, "setoption name rules value %s", game->rules[pos->rules]);
    if (game != &plain_chess)
        model_send_line(model, "setoption name size value %dx%d", pos->width, pos->height);
    if (model_one_in(model, 2))
        model_send_line(model, "ucinewgame");
    model_send_line(model, "position startpos");
    take_lines(model);
    if (strstr(model_reply(model), "wrong") || strstr(model_reply(model), "illegal"))
        model_fault(model, "a set-up is answered: %.100s", model_reply(model));
}

/* Draws a first position and its name in a position command. */
static void draw_first(struct model *model, char *text, size_t size)
{
    char fen[120];
    struct plain pos = model->line.at[0];
    bool chess = pos.game == &plain_chess;
    snprintf(text, size, "startpos");
    if (chess && pos.rules == 1 && model_one_in(model, 2))
        model_draw_start(model, fen, sizeof fen);
    else if (chess && model_one_in(model, 4))
        plain_chess_fen(plain_now(&model->line), fen, sizeof fen);
    else
        chess = false;
    if (chess) {
        plain_chess_read(&pos, fen);
        plain_restart(&model->line, pos);
        snprintf(text, size, "fen %s", fen);
    } else {
        plain_begin(&model->line, pos.game, pos.width, pos.height, pos.rules);
    }
}

/* A game from its first position, sometimes with an illegal move in it; moves after that are not
 * played. */
static void send_position(struct model *model)
{
    char text[MODEL_LINE], first[140];
    draw_first(model, first, sizeof first);
    int length = snprintf(text, sizeof text, "position %s moves", first);
    int plies = model_drawn(model, model->plies + 1);
    for (int i = 0; i < plies; i++) {
        char word[PLAIN_TEXT + 2];
        int player = plain_now(&model->line)->turn, move = model_draw_move(model, player);
        if (move < 0 || (plain_now(&model->line)->over && model_one_in(model, 2)))
            break;
        uci_text(plain_now(&model->line), move, word);
        plain_line_play(&model->line, player, move);
        length += snprintf(text + length, sizeof text - (size_t)length, " %s", word);
    }
    bool broken = model_one_in(model, 8);
    model_send_line(model, "%s%s", text,
                    broken ? MODEL_ONE_OF(model, " e1e8 d2d4", " z99", " P@z9 a1") : "");
    take_lines(model);
    if (!broken && strstr(model_reply(model), "illegal"))
        model_fault(model, "%s", model_reply(model));
}

/* ---- searches ---- */

struct search {
    int lines;                 /* that must be reported */
    char only[PLAIN_TEXT + 2]; /* the only move to search, or "" */
};

/* The number after a word of a line; 0 if the word is missing. */
static double number_after(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? strtod(at + strlen(word), NULL) : 0;
}

static void check_info(struct model *model, const struct search *search, const char *line)
{
    const char *pv = strstr(line, " pv ");
    double multipv = number_after(line, " multipv ");
    const char *wdl = strstr(line, " wdl ");
    int win, draw, loss;
    if (strncmp(line, "info string", 11) == 0)
        return;
    if (multipv < 0 || multipv > search->lines || number_after(line, " depth ") < 0 ||
        number_after(line, " hashfull ") < 0 || number_after(line, " hashfull ") > 1000 ||
        number_after(line, " nodes ") < 0 || number_after(line, " time ") < 0)
        model_fault(model, "a number of: %.200s", line);
    if (wdl && (sscanf(wdl, " wdl %d %d %d", &win, &draw, &loss) != 3 ||
                win + draw + loss != 1000 || win < 0 || draw < 0 || loss < 0))
        model_fault(model, "chances: %.200s", line);
    if (pv)
        model_check_line(model, plain_now(&model->line)->turn, pv + 4, NULL);
    if (pv && search->only[0] && strncasecmp(pv + 4, search->only, strlen(search->only)) != 0)
        model_fault(model, "another move than %s: %.200s", search->only, line);
}

/* Checks "bestmove M ponder P", which must be legal; "(none)" if there is no legal move. */
static void check_best(struct model *model, const struct search *search, const char *line)
{
    const char *move = line + strlen("bestmove "), *ponder = strstr(line, " ponder ");
    char words[2 * PLAIN_TEXT + 8];
    int list[PLAIN_LIST], turn = plain_now(&model->line)->turn;
    bool none = strcmp(move, "(none)") == 0;
    if (none != (plain_line_moves(&model->line, turn, list) == 0)) {
        model_fault(model, "%.100s", line);
    } else if (!none) {
        snprintf(words, sizeof words, "%.*s%s%.16s", (int)strcspn(move, " "), move,
                 ponder ? " " : "", ponder ? ponder + 8 : "");
        model_check_line(model, turn, words, NULL);
    }
    if (search->only[0] && !none && strncasecmp(move, search->only, strlen(search->only)) != 0)
        model_fault(model, "another move than %s: %.100s", search->only, line);
}

/* Reads lines up to bestmove. */
static void take_search(struct model *model, const struct search *search)
{
    const char *line;
    while (model_holds(model) && (line = model_read_line(model)) != NULL) {
        if (strncmp(line, "bestmove ", 9) == 0) {
            check_best(model, search, line);
            return;
        }
        if (strncmp(line, "info ", 5) == 0)
            check_info(model, search, line);
        else if (strcmp(line, "readyok") != 0)
            model_fault(model, "in a search: %.100s", line);
    }
}

static void check_go(struct model *model)
{
    const struct timespec moment = {0, 1000000L * model_drawn(model, 20)};
    struct search search = {.lines = 1 + model_drawn(model, 3) * model_drawn(model, 2)};
    int turn = plain_now(&model->line)->turn, move = model_draw_move(model, turn);
    const char *bound = MODEL_ONE_OF(model, "nodes 20", "nodes 200", "depth 1", "depth 2",
                                     "movetime 5", "wtime 100 btime 100 winc 5", "infinite",
                                     "ponder nodes 30", "ponder wtime 200 btime 200");
    bool ends = strcmp(bound, "infinite") != 0, ponders = strncmp(bound, "ponder", 6) == 0;
    model_send_line(model, "setoption name MultiPV value %d", search.lines);
    model_send_line(model, "setoption name UCI_ShowWDL value %s",
                    MODEL_ONE_OF(model, "true", "false"));
    if (move >= 0 && model_one_in(model, 5))
        uci_text(plain_now(&model->line), move, search.only);
    model_send_line(model, "go %s%s%s", bound, search.only[0] ? " searchmoves " : "", search.only);
    if (strncmp(bound, "depth", 5) == 0) {
        /* A tree search reaches no depth limit in reasonable time. */
        nanosleep(&moment, NULL);
        talk_send(&model->talk, "stop");
    }
    if (!ends || ponders) {
        nanosleep(&moment, NULL);
        talk_send(&model->talk, ponders && model_one_in(model, 2) ? "ponderhit" : "stop");
    }
    take_search(model, &search);
    take_lines(model);
}

/* A search limited by time uses no more CPU time than that. */
static void go_in_time(struct model *model)
{
    static const double slack = 2; /* for sanitizers, and for loading a network */
    const struct search search = {.lines = 500};
    double before = talk_cpu(&model->talk);
    model_send_line(model, "go movetime 50");
    take_search(model, &search);
    double after = talk_cpu(&model->talk);
    if (before >= 0 && after - before > 0.05 * 3 + slack)
        model_fault(model, "%.2f s of the processor for a move in 0.05 s", after - before);
}

/* ---- rejected commands ---- */

/* After an invalid position nothing is shown or searched until the next position. */
static void position_refused(struct model *model)
{
    const char *line = NULL;
    model_send_line(model, "d");
    take_lines(model);
    if (strcmp(model_reply(model),
               "info string the last position was invalid, so nothing is shown\n"))
        model_fault(model, "a position that was refused is shown: %.100s", model_reply(model));
    if (model_one_in(model, 2)) {
        model_send_line(model, "go nodes 5");
        while (model_holds(model) && (line = model_read_line(model)) != NULL &&
               strncmp(line, "bestmove", 8) != 0)
            ;
        if (line && strcmp(line, "bestmove (none)") != 0)
            model_fault(model, "a position that was refused is searched: %.100s", line);
    }
    if (model_holds(model))
        send_position(model);
}

static void check_refusals(struct model *model)
{
    static const char *const lines[] = {
        "setoption name nothing value 3",
        "setoption name Hash value -1",
        "setoption name Threads value 0",
        "setoption name Threads value x",
        "setoption name rules value nothing",
        "setoption name size value 1000",
        "setoption name UCI_Variant value nothing",
        "setoption name search value nothing",
        "setoption name BookFile value nowhere",
        "setoption name WeightsFile value nowhere",
        "setoption",
        "setoption name",
        "position",
        "position nowhere",
        "position fen x",
        "position fen 8/8/8/8/8/8/8/x w - - 0 1",
        "position fen 9/8 w - -",
        "nonsense",
        "ponderhit",
        "stop",
        "",
        "   ",
    };
    model_send_line(model, "%s", lines[model_drawn(model, sizeof lines / sizeof *lines)]);
    take_lines(model);
    for (const char *line = model_reply(model); *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, "info string ", 12) != 0)
            model_fault(model, "%s: %.100s", model->said, line);
    if (strncmp(model->said, "position", 8) == 0)
        position_refused(model);
    check_position(model);
}

static void change_search(struct model *model)
{
    model_send_line(model, "setoption name search value %s",
                    MODEL_ONE_OF(model, "auto", "auto", "mcts", "alphabeta", "minimax", "flat"));
    model_send_line(model, "setoption name Threads value %d", 1 + model_drawn(model, 2));
}

static void (*const acts[])(struct model *model) = {
    send_options, send_position, send_position, send_position,  check_position,
    check_go,     check_go,      check_go,      check_refusals, change_search};

void model_uci(struct model *model)
{
    const char *line;
    model_send_line(model, "uci");
    while ((line = model_read_line(model)) != NULL && strcmp(line, "uciok") != 0)
        if (strncmp(line, "id ", 3) != 0 && strncmp(line, "option name ", 12) != 0)
            model_fault(model, "uci: %.100s", line);
    send_options(model);
    for (int i = 10 + model_drawn(model, 20); i > 0 && model_holds(model); i--) {
        acts[model_drawn(model, sizeof acts / sizeof *acts)](model);
        if (model_one_in(model, 40))
            go_in_time(model);
    }
    check_position(model);
    model_send_line(model, "quit");
}
