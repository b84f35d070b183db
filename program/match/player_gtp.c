/* A player that speaks GTP. */
#include "opening.h"
#include "player.h"

#include "base/system.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 1024 };

/* Skips the rest of a reply, up to its empty line. */
static bool gtp_skip_reply(struct mi_player_process *proc, double deadline)
{
    char *line;
    while ((line = mi_player_process_read_line(proc, deadline)) != NULL)
        if (*line == '\0')
            return true;
    return false;
}

/* Commands are sent without an id.  A reply with an id answers something else, so replies and
 * commands no longer correspond; the process is terminated. */
static bool reply_has_no_id(struct mi_player_process *proc, const char *line)
{
    size_t digits = strspn(line + 1, "0123456789");
    if (digits == 0)
        return true;
    snprintf(proc->fault, sizeof proc->fault, "replies with the id %.*s, but no command had one",
             digits < 20 ? (int)digits : 20, line + 1);
    mi_process_end(&proc->process, 0, NULL, 0);
    return false;
}

/* Reads a reply: 1 accepted, 0 rejected (error text in proc->fault), -1 the process has ended. */
static int gtp_read_reply(struct mi_player_process *proc)
{
    char *line;
    double deadline = mi_player_reply_deadline(proc);
    do
        line = mi_player_process_read_line(proc, deadline);
    while (line && *line != '=' && *line != '?');
    if (!line || !reply_has_no_id(proc, line))
        return -1;
    bool accepted = *line == '=';
    if (!accepted)
        snprintf(proc->fault, sizeof proc->fault, "says \"%.80s\"", line);
    return gtp_skip_reply(proc, deadline) ? accepted : -1;
}

static bool gtp_command(struct mi_player_process *proc, const char *line)
{
    return mi_player_process_send(proc, "%s", line) && gtp_read_reply(proc) > 0;
}

/* Sends a command that may be rejected; *alive: the process has not ended. */
static bool gtp_try_command(struct mi_player_process *proc, const char *line, bool *alive)
{
    int reply = mi_player_process_send(proc, "%s", line) ? gtp_read_reply(proc) : -1;
    *alive = reply >= 0;
    return reply > 0;
}

static bool gtp_handshake(struct mi_player_process *proc)
{
    return gtp_command(proc, "protocol_version");
}

/* ---- starting a game ---- */

static bool gtp_set_clock(struct mi_player_process *proc,
                          const struct mi_match_time_control *time_control)
{
    char line[100];
    bool alive = true;
    if (time_control->main > 0 && time_control->increment > 0) {
        snprintf(line, sizeof line, "kata-time_settings fischer %.3f %.3f", time_control->main,
                 time_control->increment);
        proc->fischer = gtp_try_command(proc, line, &alive);
        if (proc->fischer || !alive)
            return alive;
    }
    if (time_control->main > 0)
        snprintf(line, sizeof line, "time_settings %.0f 0 0", time_control->main);
    else if (time_control->move > 0)
        snprintf(line, sizeof line, "time_settings 0 %.3g 1", time_control->move);
    else
        return true;
    return gtp_command(proc, line);
}

/* An opening may change the rules, for example to Chess960. */
static bool gtp_set_rules(struct mi_player_process *proc, const miai_engine *referee)
{
    char rules[96], line[sizeof rules + 20];
    if (miai_get_option(referee, "rules", rules, sizeof rules) <= 0)
        return true;
    snprintf(line, sizeof line, "miai-param rules %s", rules);
    return gtp_command(proc, line);
}

static bool gtp_set_board(struct mi_player_process *proc, const miai_engine *referee)
{
    char line[100];
    bool alive = true;
    int width = miai_width(referee), height = miai_height(referee);
    if (width == height)
        snprintf(line, sizeof line, "boardsize %d", width);
    else
        snprintf(line, sizeof line, "%s %d %d",
                 proc->player->self ? "boardsize" : "rectangular_boardsize", width, height);
    if (!gtp_command(proc, line) || !gtp_command(proc, "clear_board"))
        return false;
    if (proc->player->self && !gtp_set_rules(proc, referee))
        return false;
    snprintf(line, sizeof line, "komi %g", miai_komi(referee));
    return gtp_try_command(proc, line, &alive) || (alive && miai_komi(referee) == 0);
}

/* Sends a position by an SGF file, for players that have no command to set one. */
static bool gtp_load_record(struct mi_player_process *proc, const miai_engine *referee)
{
    char name[PATH_BYTES], line[sizeof name + 10];
    int length = miai_save_sgf(referee, NULL, 0);
    int file = mi_system_open_scratch(name, sizeof name);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    FILE *out = file >= 0 ? fdopen(file, "wb") : NULL;
    bool good = text && out;
    if (file >= 0 && !out)
        close(file);
    if (good) {
        miai_save_sgf(referee, text, (size_t)length + 1);
        good = fputs(text, out) >= 0;
    }
    if (out)
        good &= fclose(out) == 0;
    free(text);
    snprintf(line, sizeof line, "loadsgf %s", name);
    if (!good)
        snprintf(proc->fault, sizeof proc->fault, "gets no opening: cannot write %.60s", name);
    good = good && gtp_command(proc, line);
    if (file >= 0)
        unlink(name);
    return good;
}

static bool gtp_send_move(struct mi_player_process *proc, const struct mi_player_game *game_state,
                          int player, const char *move)
{
    char line[MIAI_MOVE_TEXT + 16];
    (void)game_state;
    snprintf(line, sizeof line, "play %c %s", player ? 'w' : 'b', move);
    return gtp_command(proc, line);
}

static bool gtp_send_opening(struct mi_player_process *proc,
                             const struct mi_player_game *game_state)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    if (game_state->set_up && !(proc->player->self && *game_state->start))
        return gtp_load_record(proc, game_state->referee);
    if (game_state->set_up) {
        char line[MI_OPENING_START + 20];
        snprintf(line, sizeof line, "miai-position %s", game_state->start);
        if (!gtp_command(proc, line))
            return false;
    }
    for (int i = 0; i < game_state->opening_plies; i++)
        if (miai_move_text(game_state->referee, i, &player, move, sizeof move) < 0 ||
            !gtp_send_move(proc, game_state, player, move))
            return false;
    return true;
}

static bool gtp_start_game(struct mi_player_process *proc, const struct mi_player_game *game_state)
{
    char line[60];
    if (!gtp_set_board(proc, game_state->referee))
        return false;
    /* Sent after the board setup, so that the game depends only on the seed, not on earlier
     * games. */
    snprintf(line, sizeof line, "miai-param seed %lu", game_state->seed);
    if (proc->player->self && !proc->player->seeded && !gtp_command(proc, line))
        return false;
    return gtp_set_clock(proc, game_state->time_control) && gtp_send_opening(proc, game_state);
}

/* ---- moves ---- */

static bool gtp_send_genmove(struct mi_player_process *proc,
                             const struct mi_player_game *game_state, int player)
{
    char colour = player ? 'w' : 'b', line[100];
    if (game_state->time_control->main > 0) {
        snprintf(line, sizeof line, "time_left %c %.3f 0", colour,
                 game_state->seconds_left[player] > 0 ? game_state->seconds_left[player] : 0);
        if (!proc->player->self) /* other programs may accept only whole seconds */
            snprintf(line, sizeof line, "time_left %c %d 0", colour,
                     game_state->seconds_left[player] > 0 ? (int)game_state->seconds_left[player]
                                                          : 0);
        if (!gtp_command(proc, line))
            return false;
    }
    return mi_player_process_send(proc, "genmove %c", colour);
}

static int gtp_read_genmove_reply(struct mi_player_process *proc, char *line, double deadline,
                                  char move[MIAI_MOVE_TEXT])
{
    if (*line != '=' && *line != '?')
        return 0;
    if (!reply_has_no_id(proc, line))
        return -1;
    if (*line == '?')
        snprintf(proc->fault, sizeof proc->fault, "says \"%.80s\"", line);
    char *text = line + 1 + strspn(line + 1, " \t");
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(text, " \t"), text);
    bool good = *line == '='; /* gtp_skip_reply() overwrites the line */
    return gtp_skip_reply(proc, deadline) && good ? 1 : -1;
}

const struct mi_player_protocol mi_player_gtp = {
    gtp_handshake, gtp_start_game, gtp_send_move, gtp_send_genmove, gtp_read_genmove_reply, "quit"};
