/* A player's process, independent of its protocol. */
#include "player.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Default timeouts in seconds: for a reply that is not a move, and for a move without a time
 * limit. */
static const double REPLY_PATIENCE = 60, MOVE_PATIENCE = 600;

static const struct mi_player_protocol *protocol_of(const struct mi_player_process *proc)
{
    return proc->player->protocol;
}

/* The player's command, without the shell in front of it. */
static const char *command_of(const struct mi_player *player)
{
    static const char shell_prefix[] = "exec ";
    char *const *last = player->arguments;
    while (last[1])
        last++;
    return strncmp(*last, shell_prefix, sizeof shell_prefix - 1) == 0
               ? *last + sizeof shell_prefix - 1
               : *last;
}

/* Did the program itself return a status?  Windows reports a crash as "status 0xc0000005". */
static bool is_exit_status(const char *how)
{
    return strncmp(how, "status ", 7) == 0 && strncmp(how, "status 0x", 9) != 0;
}

void mi_player_process_report_exit(struct mi_player_process *proc)
{
    char how[40] = "";
    mi_process_end(&proc->process, 1, how, sizeof how);
    if (!proc->has_output &&
        strcmp(how, "status 127") == 0) /* the shell's status for a missing command */
        snprintf(proc->fault, sizeof proc->fault,
                 "is not found: %.50s (is it installed, and in PATH?)", command_of(proc->player));
    else if (!proc->has_output && strcmp(how, "status 126") == 0)
        snprintf(proc->fault, sizeof proc->fault,
                 "cannot be started: %.50s (is it executable, and on a searchable PATH?)",
                 command_of(proc->player));
    else if (strcmp(how, "did not end") == 0)
        snprintf(proc->fault, sizeof proc->fault,
                 "closes its input or output, or does not read its input");
    else if (is_exit_status(how))
        snprintf(proc->fault, sizeof proc->fault, "exits before the game is over (%s)", how);
    else
        snprintf(proc->fault, sizeof proc->fault, "crashes (%s)", how);
}

bool mi_player_process_send(struct mi_player_process *proc, const char *format, ...)
{
    char line[MI_PROCESS_LINE];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (length >= 0 && length < (int)sizeof line && mi_process_send(&proc->process, line))
        return true;
    mi_player_process_report_exit(proc);
    return false;
}

void mi_player_process_set_patience(struct mi_player_process *proc, double patience)
{
    proc->process.patience = patience > 0 ? patience : REPLY_PATIENCE;
}

double mi_player_reply_deadline(const struct mi_player_process *proc)
{
    return mi_clock() + proc->process.patience;
}

char *mi_player_process_read_line(struct mi_player_process *proc, double deadline)
{
    char *line;
    switch (mi_process_read_line(&proc->process, deadline, &line)) {
    case MI_PROCESS_INPUT_LINE:
        proc->has_output = true;
        return line;
    case MI_PROCESS_INPUT_NONE:
        mi_process_end(&proc->process, 0, NULL, 0);
        proc->timed_out = true;
        snprintf(proc->fault, sizeof proc->fault, "does not answer");
        return NULL;
    default:
        mi_player_process_report_exit(proc);
        return NULL;
    }
}

/* Starts the player's process if it is not running. */
static bool ensure_started(struct mi_player_process *proc)
{
    if (proc->process.child)
        return true;
    proc->has_output = false;
    if (mi_process_start(&proc->process, proc->player->arguments))
        return protocol_of(proc)->handshake(proc);
    snprintf(proc->fault, sizeof proc->fault, "cannot be started");
    return false;
}

void mi_player_process_close(struct mi_player_process *proc)
{
    if (!proc->process.child)
        return;
    mi_process_send(&proc->process, protocol_of(proc)->quit_command);
    mi_process_end(&proc->process, 2, NULL, 0);
}

static bool start_player_game(struct mi_player_process *proc,
                              const struct mi_player_game *game_state)
{
    return ensure_started(proc) && protocol_of(proc)->start_game(proc, game_state);
}

/* An exit or a crash between two games is not a fault; the process is started again. */
bool mi_player_process_start_game(struct mi_player_process *proc,
                                  const struct mi_player_game *game_state)
{
    bool had_played = proc->process.child != NULL;
    return start_player_game(proc, game_state) ||
           (had_played && !proc->process.child && start_player_game(proc, game_state));
}

bool mi_player_process_send_move(struct mi_player_process *proc,
                                 const struct mi_player_game *game_state, int player,
                                 const char *move)
{
    const struct mi_player_protocol *protocol = protocol_of(proc);
    return !protocol->send_move || protocol->send_move(proc, game_state, player, move);
}

/* The seconds that the player has for its move. */
static double seconds_for_move(const struct mi_player_game *game_state, int player)
{
    const struct mi_match_time_control *time_control = game_state->time_control;
    if (time_control->main > 0)
        return game_state->seconds_left[player];
    return time_control->move > 0       ? time_control->move
           : time_control->patience > 0 ? time_control->patience
                                        : MOVE_PATIENCE;
}

enum mi_player_answer mi_player_process_request_move(struct mi_player_process *proc,
                                                     const struct mi_player_game *game_state,
                                                     int player, char move[MIAI_MOVE_TEXT],
                                                     double *used)
{
    double begun = mi_clock(), limit = seconds_for_move(game_state, player);
    /* Wait longer than the limit, so that the message can state how long the player took. */
    double deadline = begun + 2 * limit + game_state->time_control->margin + 1;
    int answer = 0;
    proc->timed_out = false;
    if (!protocol_of(proc)->send_request(proc, game_state, player))
        return MI_ANSWER_FAULT;
    while (answer == 0) {
        char *line = mi_player_process_read_line(proc, deadline);
        answer = line ? protocol_of(proc)->read_reply(proc, line, deadline, move) : -1;
        *used = mi_clock() - begun;
    }
    if (answer < 0)
        return proc->timed_out ? MI_ANSWER_LATE : MI_ANSWER_FAULT;
    if (*used <= limit + game_state->time_control->margin)
        return MI_ANSWER_MOVE;
    snprintf(proc->fault, sizeof proc->fault, "takes %.2f s, allowed are %.2f s", *used, limit);
    return MI_ANSWER_LATE;
}
