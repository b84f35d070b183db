/* A player that speaks GTP. */
#include "opening.h"
#include "player.h"

#include "base/system.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024 };

/* Reads the rest of a reply, up to its empty line. */
static bool end_reply(struct mi_player_process *seat, double deadline)
{
    char *line;
    while ((line = mi_player_process_read_line(seat, deadline)) != NULL)
        if (*line == '\0')
            return true;
    return false;
}

/* Commands are sent without an id.  A reply with one answers something else: the player's process
 * is ended, since its replies and the commands no longer correspond. */
static bool reply_has_no_id(struct mi_player_process *seat, const char *line)
{
    size_t digits = strspn(line + 1, "0123456789");
    if (digits == 0)
        return true;
    snprintf(seat->fault, sizeof seat->fault, "replies with the id %.*s, which no command had",
             digits < 20 ? (int)digits : 20, line + 1);
    mi_process_end(&seat->process, 0, NULL, 0);
    return false;
}

/* Reads the reply: 1 accepted, 0 rejected (its text is in seat->fault), -1 the player has ended. */
static int read_reply(struct mi_player_process *seat)
{
    char *line;
    double deadline = mi_player_reply_deadline(seat);
    do
        line = mi_player_process_read_line(seat, deadline);
    while (line && *line != '=' && *line != '?');
    if (!line || !reply_has_no_id(seat, line))
        return -1;
    bool taken = *line == '=';
    if (!taken)
        snprintf(seat->fault, sizeof seat->fault, "says \"%.80s\"", line);
    return end_reply(seat, deadline) ? taken : -1;
}

static bool command(struct mi_player_process *seat, const char *line)
{
    return mi_player_process_send(seat, "%s", line) && read_reply(seat) > 0;
}

/* Who has lost its process cannot go on. */
static bool try_command(struct mi_player_process *seat, const char *line, bool *alive)
{
    int reply = mi_player_process_send(seat, "%s", line) ? read_reply(seat) : -1;
    *alive = reply >= 0;
    return reply > 0;
}

static bool greet(struct mi_player_process *seat)
{
    return command(seat, "protocol_version");
}

/* ---- the beginning of a game ---- */

static bool set_clock(struct mi_player_process *seat, const struct mi_match_time_control *pace)
{
    char line[100];
    bool alive = true;
    if (pace->main > 0 && pace->increment > 0) {
        snprintf(line, sizeof line, "kata-time_settings fischer %.3f %.3f", pace->main,
                 pace->increment);
        seat->fischer = try_command(seat, line, &alive);
        if (seat->fischer || !alive)
            return alive;
    }
    if (pace->main > 0)
        snprintf(line, sizeof line, "time_settings %.0f 0 0", pace->main);
    else if (pace->move > 0)
        snprintf(line, sizeof line, "time_settings 0 %.3g 1", pace->move);
    else
        return true;
    return command(seat, line);
}

/* An opening may have other rules than the match: Chess960. */
static bool set_rules(struct mi_player_process *seat, const miai_engine *referee)
{
    char rules[64], line[sizeof rules + 20];
    if (miai_get_option(referee, "rules", rules, sizeof rules) <= 0)
        return true;
    snprintf(line, sizeof line, "miai-param rules %s", rules);
    return command(seat, line);
}

static bool set_board(struct mi_player_process *seat, const miai_engine *referee)
{
    char line[100];
    bool alive = true;
    int width = miai_width(referee), height = miai_height(referee);
    if (width == height)
        snprintf(line, sizeof line, "boardsize %d", width);
    else
        snprintf(line, sizeof line, "%s %d %d",
                 seat->player->self ? "boardsize" : "rectangular_boardsize", width, height);
    if (!command(seat, line) || !command(seat, "clear_board"))
        return false;
    if (seat->player->self && !set_rules(seat, referee))
        return false;
    snprintf(line, sizeof line, "komi %g", miai_komi(referee));
    return try_command(seat, line, &alive) || (alive && miai_komi(referee) == 0);
}

/* A game that begins from a position is read from a file, where that cannot be told in a line. */
static bool load_record(struct mi_player_process *seat, const miai_engine *referee)
{
    char name[PATH], line[sizeof name + 10];
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
        snprintf(seat->fault, sizeof seat->fault, "gets no opening: %.60s cannot be written", name);
    good = good && command(seat, line);
    if (file >= 0)
        unlink(name);
    return good;
}

static bool tell_move(struct mi_player_process *seat, const struct mi_player_game *bout, int player,
                      const char *move)
{
    char line[MIAI_MOVE_TEXT + 16];
    (void)bout;
    snprintf(line, sizeof line, "play %c %s", player ? 'w' : 'b', move);
    return command(seat, line);
}

static bool tell_opening(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    if (bout->set_up && !(seat->player->self && *bout->start))
        return load_record(seat, bout->referee);
    if (bout->set_up) {
        char line[MI_OPENING_START + 20];
        snprintf(line, sizeof line, "miai-position %s", bout->start);
        if (!command(seat, line))
            return false;
    }
    for (int i = 0; i < bout->begun; i++)
        if (miai_move_text(bout->referee, i, &player, move, sizeof move) < 0 ||
            !tell_move(seat, bout, player, move))
            return false;
    return true;
}

static bool begin(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    char line[60];
    if (!set_board(seat, bout->referee))
        return false;
    /* Behind it, so that the game hangs on the seed alone, not on how many the player has played. */
    snprintf(line, sizeof line, "miai-param seed %lu", bout->seed);
    if (seat->player->self && !seat->player->seeded && !command(seat, line))
        return false;
    return set_clock(seat, bout->pace) &&
           tell_opening(seat, bout);
}

/* ---- moves ---- */

static bool ask(struct mi_player_process *seat, const struct mi_player_game *bout, int player)
{
    char colour = player ? 'w' : 'b', line[100];
    if (bout->pace->main > 0) {
        snprintf(line, sizeof line, "time_left %c %.3f 0", colour,
                 bout->left[player] > 0 ? bout->left[player] : 0);
        if (!seat->player->self) /* others may read whole seconds alone */
            snprintf(line, sizeof line, "time_left %c %d 0", colour,
                     bout->left[player] > 0 ? (int)bout->left[player] : 0);
        if (!command(seat, line))
            return false;
    }
    return mi_player_process_send(seat, "genmove %c", colour);
}

static int answer(struct mi_player_process *seat, char *line, double deadline,
                  char move[MIAI_MOVE_TEXT])
{
    if (*line != '=' && *line != '?')
        return 0;
    if (!reply_has_no_id(seat, line))
        return -1;
    if (*line == '?')
        snprintf(seat->fault, sizeof seat->fault, "says \"%.80s\"", line);
    char *text = line + 1 + strspn(line + 1, " \t");
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(text, " \t"), text);
    bool good = *line == '='; /* end_reply() reads over the line */
    return end_reply(seat, deadline) && good ? 1 : -1;
}

const struct mi_player_protocol mi_player_gtp = {greet, begin, tell_move, ask, answer, "quit"};
