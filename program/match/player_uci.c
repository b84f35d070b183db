/* A player that speaks UCI. */
#include "player.h"

#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Reads a line and reduces runs of blanks to one. */
static char *uci_read_line(struct mi_player_process *proc, double deadline)
{
    char *line = mi_player_process_read_line(proc, deadline);
    if (line)
        mi_squeeze(line, strlen(line));
    return line;
}

/* Waits for a line with only that word; on failure returns false and sets the fault.  Meanwhile
 * appends each "option name NAME type ..." line to options, if not NULL, as "NAME type ...". */
static bool uci_wait_for(struct mi_player_process *proc, const char *word, struct mi_reply *options)
{
    static const char option[] = "option name ";
    char *line;
    double deadline = mi_player_reply_deadline(proc);
    while ((line = uci_read_line(proc, deadline)) != NULL) {
        if (strcmp(line, word) == 0)
            return true;
        if (options && strncmp(line, option, sizeof option - 1) == 0 && strstr(line, " type "))
            mi_reply_format(options, "%s\n", line + sizeof option - 1);
    }
    return false;
}

/* ---- options ---- */

static const char *next_option_line(const char *line)
{
    return line + strcspn(line, "\n") + 1;
}

/* Compares the name typed with that of an option: ignores case, and an underscore matches a
 * space. */
static bool is_option_name(const char *typed, int length, const char *option)
{
    for (int i = 0; i < length; i++)
        if (tolower((unsigned char)typed[i]) != tolower((unsigned char)option[i]) &&
            !(typed[i] == '_' && option[i] == ' '))
            return false;
    return true;
}

/* Sets an option; setting begins with a line "NAME=VALUE".  It is a fault if the program does not
 * have the option. */
static bool uci_set_option(struct mi_player_process *proc, const char *setting, const char *options)
{
    int name = (int)strcspn(setting, "="), value = (int)strcspn(setting + name + 1, "\n");
    for (const char *option = options; *option; option = next_option_line(option)) {
        const char *type = strstr(option, " type ");
        if (type - option != name || !is_option_name(setting, name, option))
            continue;
        if (strncmp(type, " type button", 12) == 0)
            return mi_player_process_send(proc, "setoption name %.*s", name, option);
        return mi_player_process_send(proc, "setoption name %.*s value %.*s", name, option, value,
                                      setting + name + 1);
    }
    mi_process_end(&proc->process, 1, NULL, 0);
    snprintf(proc->fault, sizeof proc->fault, "has no option \"%.*s\"", name < 60 ? name : 60,
             setting);
    return false;
}

/* Stores the names of check options that may select rules, since a variant must be set before
 * each game. */
static void store_variant_checks(struct mi_player_process *proc, const char *options)
{
    size_t used = 0, size = sizeof proc->checks;
    proc->checks[0] = '\0';
    for (const char *option = options; *option; option = next_option_line(option)) {
        size_t name = (size_t)(strstr(option, " type ") - option);
        if (strncmp(option, "UCI_", 4) != 0 || strncmp(option + name, " type check", 11) != 0 ||
            name + 1 >= size - used)
            continue;
        used += (size_t)snprintf(proc->checks + used, size - used, "%.*s\n", (int)name, option);
    }
}

static bool has_variant_check(const struct mi_player_process *proc, const char *name)
{
    size_t length = strlen(name);
    for (const char *check = proc->checks; *check; check = next_option_line(check))
        if (strcspn(check, "\n") == length && is_option_name(check, (int)length, name))
            return true;
    return false;
}

static bool uci_handshake(struct mi_player_process *proc)
{
    struct mi_reply options = {.text = NULL};
    bool good = mi_player_process_send(proc, "uci") && uci_wait_for(proc, "uciok", &options);
    if (good)
        store_variant_checks(proc, options.text ? options.text : "");
    const char *setting = proc->player->setup;
    for (; good && *setting; setting = next_option_line(setting))
        good = uci_set_option(proc, setting, options.text ? options.text : "");
    mi_reply_free(&options);
    return good && mi_player_process_send(proc, "isready") && uci_wait_for(proc, "readyok", NULL);
}

/* Sets the check option of this game's rules, for example UCI_Chess960, to true, and those of other
 * rules to false. */
static bool uci_send_variant(struct mi_player_process *proc,
                             const struct mi_player_game *game_state)
{
    char rules[96];
    miai_presentation game = mi_current_presentation(game_state->referee);
    miai_get_option(game_state->referee, "rules", rules, sizeof rules);
    for (const miai_variant *variant = game.variants; variant && variant->name; variant++)
        if (variant->check && has_variant_check(proc, variant->check) &&
            !mi_player_process_send(proc, "setoption name %s value %s", variant->check,
                                    strcmp(rules, variant->rules) == 0 ? "true" : "false"))
            return false;
    return true;
}

static bool uci_start_game(struct mi_player_process *proc, const struct mi_player_game *game_state)
{
    return uci_send_variant(proc, game_state) && mi_player_process_send(proc, "ucinewgame") &&
           mi_player_process_send(proc, "isready") && uci_wait_for(proc, "readyok", NULL);
}

static bool uci_send_position(struct mi_player_process *proc,
                              const struct mi_player_game *game_state)
{
    struct mi_reply text = {.text = NULL};
    char move[MIAI_MOVE_TEXT];
    int player, plies = miai_plies(game_state->referee);
    mi_reply_format(&text, "position %s%s", game_state->set_up ? "fen " : "startpos",
                    game_state->set_up ? game_state->start : "");
    mi_reply_add(&text, plies > 0 ? " moves" : "");
    for (int i = 0; i < plies; i++)
        if (miai_move_text(game_state->referee, i, &player, move, sizeof move) > 0)
            mi_reply_format(&text, " %s", move);
    bool good = !text.failed && mi_process_send(&proc->process, text.text);
    mi_reply_free(&text);
    if (!good)
        mi_player_process_report_exit(proc);
    return good;
}

/* The remaining time, at least 1 ms: programs may reject 0. */
static double clock_milliseconds(const struct mi_player_game *game_state, int player)
{
    return game_state->seconds_left[player] > 0.001 ? 1000 * game_state->seconds_left[player] : 1;
}

static bool uci_send_go(struct mi_player_process *proc, const struct mi_player_game *game_state,
                        int player)
{
    const struct mi_match_time_control *time_control = game_state->time_control;
    (void)player;
    if (!uci_send_position(proc, game_state))
        return false;
    if (proc->player->go[0])
        return mi_player_process_send(proc, "go%s", proc->player->go);
    if (time_control->main > 0)
        return mi_player_process_send(
            proc, "go wtime %.0f btime %.0f winc %.0f binc %.0f", clock_milliseconds(game_state, 0),
            clock_milliseconds(game_state, 1), 1000 * time_control->increment,
            1000 * time_control->increment);
    return mi_player_process_send(proc, "go movetime %.0f",
                                  1000 * (time_control->move > 0 ? time_control->move : 1));
}

/* Parses "bestmove".  Programs that play chess variants may write a stone as a drop, "P@e4". */
static int uci_read_bestmove(struct mi_player_process *proc, char *line, double deadline,
                             char move[MIAI_MOVE_TEXT])
{
    static const char drop[] = "P@";
    (void)proc;
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

const struct mi_player_protocol mi_player_uci = {uci_handshake, uci_start_game,    NULL,
                                                 uci_send_go,   uci_read_bestmove, "quit"};
