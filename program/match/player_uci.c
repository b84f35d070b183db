/* A player that speaks UCI. */
#include "player.h"

#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A line with one blank between its words, where programs may have any number. */
static char *hear(struct mi_player_process *seat, double deadline)
{
    char *line = mi_player_process_read_line(seat, deadline);
    if (line)
        mi_squeeze(line, strlen(line));
    return line;
}

/* Waits for a line that is that word; false with a fault.  What options are told before it goes to
 * told, if that is not NULL, as lines "NAME type ...". */
static bool await(struct mi_player_process *seat, const char *word, struct mi_reply *told)
{
    static const char option[] = "option name ";
    char *line;
    double deadline = mi_player_reply_deadline(seat);
    while ((line = hear(seat, deadline)) != NULL) {
        if (strcmp(line, word) == 0)
            return true;
        if (told && strncmp(line, option, sizeof option - 1) == 0 && strstr(line, " type "))
            mi_reply_format(told, "%s\n", line + sizeof option - 1);
    }
    return false;
}

/* ---- options ---- */

static const char *next_line(const char *line)
{
    return line + strcspn(line, "\n") + 1;
}

/* Is the name that was typed the one of the option?  Case does not count, and an underscore may
 * stand for a space. */
static bool is_name(const char *typed, int length, const char *option)
{
    for (int i = 0; i < length; i++)
        if (tolower((unsigned char)typed[i]) != tolower((unsigned char)option[i]) &&
            !(typed[i] == '_' && option[i] == ' '))
            return false;
    return true;
}

/* Sets the option that "NAME=VALUE" names, of those that were told. */
static bool set_option(struct mi_player_process *seat, const char *setting, const char *told)
{
    int name = (int)strcspn(setting, "="), value = (int)strcspn(setting + name + 1, "\n");
    for (const char *option = told; *option; option = next_line(option)) {
        const char *type = strstr(option, " type ");
        if (type - option != name || !is_name(setting, name, option))
            continue;
        if (strncmp(type, " type button", 12) == 0)
            return mi_player_process_send(seat, "setoption name %.*s", name, option);
        return mi_player_process_send(seat, "setoption name %.*s value %.*s", name, option, value,
                                      setting + name + 1);
    }
    mi_process_end(&seat->process, 1, NULL, 0);
    snprintf(seat->fault, sizeof seat->fault, "has no option \"%.*s\"", name < 60 ? name : 60,
             setting);
    return false;
}

/* Keeps the names of the options that may turn on a game's rules: a variant has to be set for each
 * game. */
static void keep_checks(struct mi_player_process *seat, const char *told)
{
    size_t used = 0, size = sizeof seat->checks;
    seat->checks[0] = '\0';
    for (const char *option = told; *option; option = next_line(option)) {
        size_t name = (size_t)(strstr(option, " type ") - option);
        if (strncmp(option, "UCI_", 4) != 0 || strncmp(option + name, " type check", 11) != 0 ||
            name + 1 >= size - used)
            continue;
        used += (size_t)snprintf(seat->checks + used, size - used, "%.*s\n", (int)name, option);
    }
}

static bool has_check(const struct mi_player_process *seat, const char *name)
{
    size_t length = strlen(name);
    for (const char *check = seat->checks; *check; check = next_line(check))
        if (strcspn(check, "\n") == length && is_name(check, (int)length, name))
            return true;
    return false;
}

static bool greet(struct mi_player_process *seat)
{
    struct mi_reply told = {.text = NULL};
    bool good = mi_player_process_send(seat, "uci") && await(seat, "uciok", &told);
    if (good)
        keep_checks(seat, told.text ? told.text : "");
    const char *setting = seat->player->setup;
    for (; good && *setting; setting = next_line(setting))
        good = set_option(seat, setting, told.text ? told.text : "");
    mi_reply_free(&told);
    return good && mi_player_process_send(seat, "isready") && await(seat, "readyok", NULL);
}

/* Turns on the option for the rules of this game (UCI_Chess960), and off those for other rules. */
static bool send_variant(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    char rules[64];
    miai_presentation game = mi_hint_presentation(bout->referee);
    miai_get_option(bout->referee, "rules", rules, sizeof rules);
    for (const miai_variant *variant = game.variants; variant && variant->name; variant++)
        if (variant->check && has_check(seat, variant->check) &&
            !mi_player_process_send(seat, "setoption name %s value %s", variant->check,
                                    strcmp(rules, variant->rules) == 0 ? "true" : "false"))
            return false;
    return true;
}

static bool begin(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    return send_variant(seat, bout) && mi_player_process_send(seat, "ucinewgame") &&
           mi_player_process_send(seat, "isready") && await(seat, "readyok", NULL);
}

static bool send_position(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    struct mi_reply text = {.text = NULL};
    char move[MIAI_MOVE_TEXT];
    int player, plies = miai_plies(bout->referee);
    mi_reply_format(&text, "position %s%s", bout->set_up ? "fen " : "startpos",
                    bout->set_up ? bout->start : "");
    mi_reply_add(&text, plies > 0 ? " moves" : "");
    for (int i = 0; i < plies; i++)
        if (miai_move_text(bout->referee, i, &player, move, sizeof move) > 0)
            mi_reply_format(&text, " %s", move);
    bool good = !text.failed && mi_process_send(&seat->process, text.text);
    mi_reply_free(&text);
    if (!good)
        mi_player_process_report_exit(seat);
    return good;
}

/* What is left, which a program may not take if it is nothing. */
static double milliseconds(const struct mi_player_game *bout, int player)
{
    return bout->left[player] > 0.001 ? 1000 * bout->left[player] : 1;
}

static bool ask(struct mi_player_process *seat, const struct mi_player_game *bout, int player)
{
    const struct mi_match_time_control *pace = bout->pace;
    (void)player;
    if (!send_position(seat, bout))
        return false;
    if (seat->player->go[0])
        return mi_player_process_send(seat, "go%s", seat->player->go);
    if (pace->main > 0)
        return mi_player_process_send(seat, "go wtime %.0f btime %.0f winc %.0f binc %.0f",
                                      milliseconds(bout, 0), milliseconds(bout, 1),
                                      1000 * pace->increment, 1000 * pace->increment);
    return mi_player_process_send(seat, "go movetime %.0f",
                                  1000 * (pace->move > 0 ? pace->move : 1));
}

/* The stone that is put on a point may be written as the drop of a piece, "P@e4", as programs do that
 * play variants of chess. */
static int answer(struct mi_player_process *seat, char *line, double deadline,
                  char move[MIAI_MOVE_TEXT])
{
    static const char drop[] = "P@";
    (void)seat;
    (void)deadline;
    mi_squeeze(line, strlen(line));
    const char *word = mi_next_word(&line);
    if (!word || strcmp(word, "bestmove") != 0)
        return 0;
    const char *text = mi_next_word(&line);
    text = text ? text : "";
    text += strncmp(text, drop, sizeof drop - 1) == 0 ? sizeof drop - 1 : 0;
    snprintf(move, MIAI_MOVE_TEXT, "%s", text);
    return 1;
}

const struct mi_player_protocol mi_player_uci = {greet, begin, NULL, ask, answer, "quit"};
