/* A player that speaks Gomocup's protocol: each request for a move sends the whole board. */
#include "player.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool gomocup_handshake(struct mi_player_process *proc)
{
    (void)proc;
    return true;
}

static bool set_fault(struct mi_player_process *proc, const char *what)
{
    snprintf(proc->fault, sizeof proc->fault, "%s", what);
    return false;
}

/* The protocol's number for the rules; -1: it has none. */
static int rule_number(const miai_engine *referee)
{
    static const struct {
        const char *name;
        int number;
    } rules[] = {{"freestyle", 0}, {"standard", 1}, {"renju", 4}, {"caro", 8}};
    char name[40] = "";
    miai_get_option(referee, "rules", name, sizeof name);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcasecmp(rules[i].name, name) == 0)
            return rules[i].number;
    return -1;
}

static bool wait_for_ok(struct mi_player_process *proc)
{
    char *line;
    double deadline = mi_player_reply_deadline(proc);
    while ((line = mi_player_process_read_line(proc, deadline)) != NULL) {
        if (strncasecmp(line, "OK", 2) == 0)
            return true;
        if (strncasecmp(line, "ERROR", 5) == 0) {
            snprintf(proc->fault, sizeof proc->fault, "says \"%.80s\"", line);
            return false;
        }
    }
    return false;
}

static bool send_board_size(struct mi_player_process *proc)
{
    bool sent = proc->width == proc->height
                    ? mi_player_process_send(proc, "START %d", proc->width)
                    : mi_player_process_send(proc, "RECTSTART %d,%d", proc->width, proc->height);
    return sent && wait_for_ok(proc);
}

static bool gomocup_start_game(struct mi_player_process *proc,
                               const struct mi_player_game *game_state)
{
    const struct mi_match_time_control *time_control = game_state->time_control;
    int rules = rule_number(game_state->referee);
    proc->width = miai_width(game_state->referee);
    proc->height = miai_height(game_state->referee);
    if (strcmp(miai_current_game(game_state->referee), "gomoku") != 0 || game_state->set_up ||
        rules < 0)
        return set_fault(proc, "speaks a protocol that supports only Gomoku from the empty board, "
                               "freestyle, standard, renju or caro");
    double move = time_control->move > 0   ? time_control->move
                  : time_control->main > 0 ? time_control->main
                                           : 1;
    return send_board_size(proc) && mi_player_process_send(proc, "INFO rule %d", rules) &&
           mi_player_process_send(proc, "INFO game_type 1") &&
           mi_player_process_send(proc, "INFO timeout_turn %.0f", 1000 * move) &&
           mi_player_process_send(proc, "INFO timeout_match %.0f", 1000 * time_control->main);
}

/* Columns count from the left, rows from the top; 1 is the player asked to move. */
static bool send_board(struct mi_player_process *proc, const struct mi_player_game *game_state,
                       int to_move)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    bool good = mi_player_process_send(proc, "BOARD");
    for (int i = 0; good && i < miai_plies(game_state->referee); i++) {
        miai_move_text(game_state->referee, i, &player, move, sizeof move);
        int point = miai_point_read_in(MIAI_LETTERS_ALL, move, proc->width, proc->height);
        good = mi_player_process_send(proc, "%d,%d,%d", point % proc->width,
                                      proc->height - 1 - point / proc->width,
                                      player == to_move ? 1 : 2);
    }
    return good && mi_player_process_send(proc, "DONE");
}

static bool gomocup_send_request(struct mi_player_process *proc,
                                 const struct mi_player_game *game_state, int player)
{
    const struct mi_match_time_control *time_control = game_state->time_control;
    if (time_control->main > 0 &&
        !mi_player_process_send(
            proc, "INFO time_left %.0f",
            1000 * (game_state->seconds_left[player] > 0 ? game_state->seconds_left[player] : 0)))
        return false;
    return miai_plies(game_state->referee) == 0 ? mi_player_process_send(proc, "BEGIN")
                                                : send_board(proc, game_state, player);
}

/* Parses "X,Y"; other lines except errors are ignored. */
static int gomocup_read_move(struct mi_player_process *proc, char *line, double deadline,
                             char move[MIAI_MOVE_TEXT])
{
    int x, y, end = 0;
    (void)deadline;
    if (strncasecmp(line, "ERROR", 5) == 0 || strncasecmp(line, "UNKNOWN", 7) == 0) {
        snprintf(proc->fault, sizeof proc->fault, "says \"%.80s\"", line);
        return -1;
    }
    if (sscanf(line, "%d,%d %n", &x, &y, &end) != 2 || line[end] != '\0')
        return 0;
    if (x < 0 || x >= proc->width || y < 0 || y >= proc->height) {
        snprintf(proc->fault, sizeof proc->fault, "plays %d,%d", x, y);
        return -1;
    }
    miai_point_text_in(MIAI_LETTERS_ALL, x, proc->height - 1 - y, move, MIAI_MOVE_TEXT);
    return 1;
}

const struct mi_player_protocol mi_player_gomocup = {
    gomocup_handshake, gomocup_start_game, NULL, gomocup_send_request, gomocup_read_move, "END"};
