/* A player's process, whatever it speaks. */
#include "player.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Seconds by default: for a reply that is not a move, and for a move without a bound. */
static const double REPLY_PATIENCE = 60, MOVE_PATIENCE = 600;

static const struct mi_player_protocol *protocol_of(const struct mi_player_process *seat)
{
    return seat->player->protocol;
}

/* What its player's line names, without the shell's part. */
static const char *command_of(const struct mi_player *player)
{
    static const char part[] = "exec ";
    char *const *last = player->arguments;
    while (last[1])
        last++;
    return strncmp(*last, part, sizeof part - 1) == 0 ? *last + sizeof part - 1 : *last;
}

void mi_player_process_report_exit(struct mi_player_process *seat)
{
    char how[40] = "";
    mi_process_end(&seat->process, 1, how, sizeof how);
    if (!seat->heard && strcmp(how, "status 127") == 0) /* as the shell has it */
        snprintf(seat->fault, sizeof seat->fault,
                 "is not found: %.50s (is it installed, and in PATH?)", command_of(seat->player));
    else if (!seat->heard && strcmp(how, "status 126") == 0)
        snprintf(seat->fault, sizeof seat->fault,
                 "cannot be started: %.50s (may it be executed, and PATH be searched?)",
                 command_of(seat->player));
    else if (strcmp(how, "did not end") == 0)
        snprintf(seat->fault, sizeof seat->fault, "closes its input or output, or does not read");
    else
        snprintf(seat->fault, sizeof seat->fault, "crashes (%s)", how);
}

bool mi_player_process_send(struct mi_player_process *seat, const char *format, ...)
{
    char line[MI_PROCESS_LINE];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (length >= 0 && length < (int)sizeof line && mi_process_send(&seat->process, line))
        return true;
    mi_player_process_report_exit(seat);
    return false;
}

void mi_seat_set_patience(struct mi_player_process *seat, double patience)
{
    seat->process.patience = patience > 0 ? patience : REPLY_PATIENCE;
}

double mi_player_reply_deadline(const struct mi_player_process *seat)
{
    return mi_clock() + seat->process.patience;
}

/* NULL with a fault: it is silent, or at its end. */
char *mi_player_process_read_line(struct mi_player_process *seat, double deadline)
{
    char *line;
    switch (mi_process_read_line(&seat->process, deadline, &line)) {
    case MI_PROCESS_INPUT_LINE:
        seat->heard = true;
        return line;
    case MI_PROCESS_INPUT_NONE:
        mi_process_end(&seat->process, 0, NULL, 0);
        seat->silent = true;
        snprintf(seat->fault, sizeof seat->fault, "does not answer");
        return NULL;
    default:
        mi_player_process_report_exit(seat);
        return NULL;
    }
}

/* Starts the player's process if it does not run. */
static bool open_seat(struct mi_player_process *seat)
{
    if (seat->process.child)
        return true;
    seat->heard = false;
    if (mi_process_start(&seat->process, seat->player->arguments))
        return protocol_of(seat)->greet(seat);
    snprintf(seat->fault, sizeof seat->fault, "cannot be started");
    return false;
}

void mi_player_process_close(struct mi_player_process *seat)
{
    if (!seat->process.child)
        return;
    mi_process_send(&seat->process, protocol_of(seat)->farewell);
    mi_process_end(&seat->process, 2, NULL, 0);
}

static bool begin(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    return open_seat(seat) && protocol_of(seat)->begin(seat, bout);
}

/* A process that breaks down between two games has lost neither: another takes its place. */
bool mi_player_process_start_game(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    bool had_played = seat->process.child != NULL;
    return begin(seat, bout) || (had_played && !seat->process.child && begin(seat, bout));
}

bool mi_player_process_send_move(struct mi_player_process *seat, const struct mi_player_game *bout,
                                 int player, const char *move)
{
    const struct mi_player_protocol *protocol = protocol_of(seat);
    return !protocol->tell || protocol->tell(seat, bout, player, move);
}

/* Seconds that the player may take. */
static double allowance(const struct mi_player_game *bout, int player)
{
    const struct mi_match_time_control *pace = bout->pace;
    if (pace->main > 0)
        return bout->left[player];
    return pace->move > 0 ? pace->move : pace->patience > 0 ? pace->patience : MOVE_PATIENCE;
}

enum mi_player_answer mi_player_process_request_move(struct mi_player_process *seat,
                                                     const struct mi_player_game *bout, int player,
                                                     char move[MIAI_MOVE_TEXT], double *used)
{
    double begun = mi_clock(), most = allowance(bout, player);
    /* A player that is a little late is told how late; one that says nothing is not waited for. */
    double deadline = begun + 2 * most + bout->pace->margin + 1;
    int answer = 0;
    seat->silent = false;
    if (!protocol_of(seat)->ask(seat, bout, player))
        return MI_ANSWER_FAULT;
    while (answer == 0) {
        char *line = mi_player_process_read_line(seat, deadline);
        answer = line ? protocol_of(seat)->answer(seat, line, deadline, move) : -1;
        *used = mi_clock() - begun;
    }
    if (answer < 0)
        return seat->silent ? MI_ANSWER_LATE : MI_ANSWER_FAULT;
    if (*used <= most + bout->pace->margin)
        return MI_ANSWER_MOVE;
    snprintf(seat->fault, sizeof seat->fault, "takes %.2f s of %.2f", *used, most);
    return MI_ANSWER_LATE;
}
