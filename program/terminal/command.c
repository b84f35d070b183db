/* The commands of the terminal. */
#include "protocol/io/settings.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "terminal.h"

#include "program/cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double EVEN = 0.005; /* of the chance to win: no difference that shows */

enum { MOVES_TEXT = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT };

/* ---- help ---- */

static void handicap(struct mi_terminal *terminal, char *args);
static void draw(struct mi_terminal *terminal, char *args);
static bool has_draws(const struct mi_terminal *terminal);

static void print_command(const struct mi_terminal_command *c)
{
    char left[40];
    snprintf(left, sizeof left, "%s %s", c->name, c->arguments);
    printf("  %-18s %s\n", left, c->help);
}

/* Does the game have what the command is about?  A command of an option is called as that is. */
static bool is_of_game(const struct mi_terminal *terminal, const struct mi_terminal_command *c)
{
    const miai_game *game = mi_current_game(terminal->engine);
    const miai_option *option = miai_option_find(terminal->engine, c->name);
    if (c->run == handicap)
        return game->editing && game->editing->handicap;
    if (c->run == draw)
        return has_draws(terminal);
    return !option || strcmp(option->name, c->name) != 0 ||
           miai_option_applies(terminal->engine, c->name);
}

/* Of a command its line, of an option what it is, the values that it takes and the one it has. */
static void help_word(const struct mi_terminal *terminal, const char *word)
{
    char values[256] = "", now[256] = "";
    const struct mi_terminal_command *c = mi_terminal_commands;
    while (c->name && strcasecmp(c->name, word) != 0)
        c++;
    while (c->name && !c->help)
        c--; /* another name of the one before */
    const miai_option *option = miai_option_find(terminal->engine, word);
    if (c->name)
        print_command(c);
    if (option) {
        mi_suggest_values(terminal->engine, option, values, sizeof values);
        miai_get_option(terminal->engine, option->name, now, sizeof now);
        mi_terminal_say("  set %s VALUE: %s%s%s; now %s", option->name, option->help,
                        values[0] ? ": " : "", values, now[0] ? now : "empty");
    } else if (!c->name) {
        mi_terminal_say("\"%.40s\" is no command and no option; \"help\" lists the commands, "
                        "\"set\" the options.",
                        word);
    }
}

/* A legal move, as those who play the game write it; "": there is none. */
static void write_example(const struct mi_terminal *terminal, char *text, size_t size)
{
    char *moves = malloc(MOVES_TEXT), *rest = moves;
    int count = moves ? miai_legal_moves(terminal->engine, MIAI_TURN, moves, MOVES_TEXT) : 0;
    const char *move = NULL, *next;
    text[0] = '\0';
    if (count > 0)
        while ((next = mi_next_word(&rest)) != NULL && (!move || (int)(next - moves) < count / 2))
            move = next;
    if (move && miai_write_move(terminal->engine, MIAI_TURN, move, text, size) < 0)
        text[0] = '\0';
    free(moves);
}

static void help(struct mi_terminal *terminal, char *args)
{
    if (*args) {
        help_word(terminal, args);
        return;
    }
    char example[2 * MIAI_MOVE_TEXT];
    write_example(terminal, example, sizeof example);
    printf("A move alone, such as %s, is played%s; \"moves\" lists all.\n",
           example[0] ? example : "those of the game", terminal->answers ? " and answered" : "");
    for (const struct mi_terminal_command *c = mi_terminal_commands; c->name; c++) {
        if (c->help && is_of_game(terminal, c))
            print_command(c);
    }
    puts("Ctrl-C ends the program's thinking; Tab completes.");
}

static void show(struct mi_terminal *terminal, char *args)
{
    (void)args;
    mi_terminal_show_board(terminal);
    mi_terminal_show_end(terminal);
}

static void moves(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal))
        return;
    char *text = malloc(MOVES_TEXT);
    if (text && miai_legal_moves(terminal->engine, MIAI_TURN, text, MOVES_TEXT) > 0)
        puts(text);
    else
        puts("There is none.");
    free(text);
}

/* As those who play the game write them; where White begins a number is for both players' moves. */
static void list(struct mi_terminal *terminal, char *args)
{
    const bool pairs = !mi_hint_presentation(terminal->engine).black_begins;
    char text[2 * MIAI_MOVE_TEXT], move[MIAI_MOVE_TEXT];
    int first = 0, i = 0;
    (void)args;
    miai_move_text(terminal->engine, 0, &first, move, sizeof move);
    for (; miai_move_written(terminal->engine, i, text, sizeof text) >= 0; i++) {
        int at = pairs ? i + first : i; /* where the second player begins the first number is his */
        printf("%s", i == 0 ? "" : i % 10 ? " " : "\n");
        if (!pairs || at % 2 == 0)
            printf("%d. ", pairs ? at / 2 + 1 : at + 1);
        else if (i == 0)
            printf("1... ");
        printf("%s", text);
    }
    puts(i ? "" : "No move was made yet.");
}

static void go(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal))
        return;
    mi_terminal_answer(terminal);
    mi_terminal_show_end(terminal);
}

static void hint(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (!mi_terminal_show_end(terminal))
        mi_terminal_hint(terminal);
}

static void new_game(struct mi_terminal *terminal, char *args);

/* The last move, and where the program answers the one before it, too. */
static void undo(struct mi_terminal *terminal, char *args)
{
    int plies = terminal->answers && miai_plies(terminal->engine) > 1 ? 2 : 1;
    if (*args && (!mi_read_word_int(args, &plies) || plies < 1)) {
        puts("undo [N]: how many moves?");
        return;
    }
    if (miai_undo(terminal->engine, plies) == MIAI_OK)
        mi_terminal_show_board(terminal);
    else
        printf("Moves that can be taken back: %d.\n", miai_plies(terminal->engine));
}

/* Has somebody given up, or have they agreed on a draw?  It is said. */
static bool was_ended(const struct mi_terminal *terminal)
{
    const struct mi_game_result *result = &terminal->game_result;
    if (result->resigned < 0 && !result->agreed)
        return false;
    puts("The game was ended: \"new\" begins another, a move goes on with this one.");
    return true;
}

/* Gives up for whoever is to move, which ends no position: the game can go on. */
static void resign(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal) || was_ended(terminal))
        return;
    int player = miai_turn(terminal->engine);
    mi_game_result_move(&terminal->game_result, terminal->engine, player, "resign");
    printf("%s resigns: %s wins.  \"new\" begins another game.\n",
           mi_hint_presentation(terminal->engine).players[player],
           mi_hint_presentation(terminal->engine).players[!player]);
}

/* "on" or "off" sets it, nothing leaves it; anything else is answered by what would be right. */
static bool take_switch(const char *name, const char *args, bool *value)
{
    if (strcasecmp(args, "on") == 0 || strcasecmp(args, "off") == 0)
        *value = strcasecmp(args, "on") == 0;
    else if (*args)
        printf("%s on, or %s off.\n", name, name);
    return !*args || strcasecmp(args, "on") == 0 || strcasecmp(args, "off") == 0;
}

/* Do players agree on draws? */
static bool has_draws(const struct mi_terminal *terminal)
{
    return !mi_current_game(terminal->engine)->scoring &&
           !mi_hint_presentation(terminal->engine).sides;
}

/* The program takes a draw where it is not ahead, in games that know one. */
static void draw(struct mi_terminal *terminal, char *args)
{
    double value;
    (void)args;
    if (mi_terminal_show_end(terminal) || was_ended(terminal))
        return;
    if (!has_draws(terminal)) {
        printf("Nobody offers a draw in %s.\n", mi_current_game(terminal->engine)->title);
    } else if (!mi_terminal_value(terminal, &value)) {
        return;
    } else if (value < 0.5) {
        puts("I would rather play on.");
    } else {
        mi_game_result_draw(&terminal->game_result, terminal->engine);
        puts("I take the draw.  \"new\" begins another game.");
    }
}

static void warn(struct mi_terminal *terminal, char *args)
{
    if (!take_switch("warn", args, &terminal->warns))
        return;
    printf("You are %swarned of blunders before they are played.\n", terminal->warns ? "" : "not ");
}

/* Stones of the first player on an empty board; the other one begins. */
static void handicap(struct mi_terminal *terminal, char *args)
{
    char stones[MIAI_MAX_POINTS * MIAI_MOVE_TEXT];
    int count;
    if (!mi_read_word_int(args, &count)) {
        puts("handicap N: how many stones, from 2 on?");
        return;
    }
    int error = miai_fixed_handicap(terminal->engine, count, stones, sizeof stones);
    if (error == MIAI_UNSUPPORTED) {
        printf("%s has no handicap of stones; \"level\" makes a weaker player of me.\n",
               mi_current_game(terminal->engine)->title);
        return;
    }
    if (error != MIAI_OK) {
        mi_terminal_say("%s%s", miai_error_reason(terminal->engine, error),
                        miai_plies(terminal->engine) > 0 ? "; \"new\" begins another game" : "");
        return;
    }
    if (terminal->answers)
        mi_terminal_answer(terminal);
    else
        mi_terminal_show_board(terminal);
}

static void answer(struct mi_terminal *terminal, char *args)
{
    if (!take_switch("answer", args, &terminal->answers))
        return;
    printf("Moves are %sanswered.\n", terminal->answers ? "" : "not ");
}

/* Sets an option, or says what would be right. */
static bool set_option(struct mi_terminal *terminal, const char *name, const char *value)
{
    char text[MI_SUGGESTION];
    int error = miai_set_option(terminal->engine, name, value);
    if (error == MIAI_OK)
        return true;
    mi_suggest_option(terminal->engine, name, value, error, text);
    mi_terminal_say("%s", text);
    return false;
}

static void level(struct mi_terminal *terminal, char *args)
{
    char now[32];
    enum miai_scale scale;
    int least, most;
    char weakest[16], strongest[16];
    if (!miai_level_range(terminal->engine, &scale, &least, &most)) {
        puts("This game has no levels.");
        return;
    }
    if (*args && !set_option(terminal, "level", strcasecmp(args, "off") == 0 ? "" : args))
        return;
    miai_level_text(scale, least, weakest, sizeof weakest);
    miai_level_text(scale, most, strongest, sizeof strongest);
    bool set = miai_get_option(terminal->engine, "level", now, sizeof now) > 0;
    printf("level = %s (%s to %s, or off)\n", set ? now : "off", weakest, strongest);
}

static void set(struct mi_terminal *terminal, char *args)
{
    char value[256];
    size_t length = strcspn(args, " =");
    if (args[length] == '=') /* as on the command line */
        args[length] = ' ';
    const char *name = mi_next_word(&args);
    args += strspn(args, " ");
    if (!name) {
        mi_cli_print_options(terminal->engine, false);
        return;
    }
    if (*args == '=')
        args += 1 + (args[1] == ' ');
    if (*args && !set_option(terminal, name, args))
        return;
    if (miai_get_option(terminal->engine, name, value, sizeof value) >= 0)
        printf("%s = %s\n", name, value);
    else
        set_option(terminal, name, "");
}

/* A command that is the name of an option of the position: shown without a value. */
static void set_named(struct mi_terminal *terminal, const char *name, const char *value)
{
    char now[256];
    if (!miai_option_applies(terminal->engine, name)) {
        printf("There is no choice of %s in %s.\n", name, mi_current_game(terminal->engine)->title);
    } else if (*value && set_option(terminal, name, value)) {
        mi_terminal_show_board(terminal);
    } else if (!*value) {
        miai_get_option(terminal->engine, name, now, sizeof now);
        printf("%s = %s\n", name, now);
    }
}

static void game(struct mi_terminal *terminal, char *args)
{
    if (!*args)
        mi_cli_print_games(terminal->engine);
    else
        set_named(terminal, "game", args);
}

static void size(struct mi_terminal *terminal, char *args)
{
    set_named(terminal, "size", args);
}

static void komi(struct mi_terminal *terminal, char *args)
{
    set_named(terminal, "komi", args);
}

static void rules(struct mi_terminal *terminal, char *args)
{
    set_named(terminal, "rules", args);
}

static void time_of_move(struct mi_terminal *terminal, char *args)
{
    char now[64];
    if (*args)
        set_option(terminal, "time", args);
    miai_get_option(terminal->engine, "time", now, sizeof now);
    printf("time = %s%s\n", now,
           strcmp(now, "0") == 0 ? " (1 second, if nothing else bounds it)" : "");
}

static void new_game(struct mi_terminal *terminal, char *args)
{
    if (*args && strcasecmp(args, "game") != 0) {
        game(terminal, args);
        return;
    }
    miai_new_game(terminal->engine);
    mi_terminal_keep_heads(terminal, NULL);
    mi_game_result_begin(&terminal->game_result);
    mi_terminal_show_board(terminal);
}

/* How many pieces each player has on the board, where they are what counts. */
static void print_pieces(const struct mi_terminal *terminal)
{
    const miai_presentation look = mi_hint_presentation(terminal->engine);
    int8_t piece[MIAI_MAX_POINTS];
    int count[2] = {0};
    if (mi_current_game(terminal->engine)->points == 0 ||
        miai_board(terminal->engine, piece) != MIAI_OK)
        return;
    for (int i = 0; i < miai_width(terminal->engine) * miai_height(terminal->engine); i++)
        if (piece[i] >= 0)
            count[piece[i]]++;
    printf("On the board %s has %d, %s %d.\n", look.players[0], count[0], look.players[1],
           count[1]);
}

/* What a search expects: who wins, how likely and by how much. */
static void print_estimate(struct mi_terminal *terminal)
{
    char name[MI_TERMINAL_NAME];
    double value;
    miai_info info;
    if (!mi_terminal_value(terminal, &value))
        return;
    miai_last_search(terminal->engine, &info);
    const miai_game *game = mi_current_game(terminal->engine);
    int ahead = value >= 0.5 ? info.player : !info.player;
    double sign = ahead == info.player ? 1 : -1;
    bool points = info.leads || (info.scored && (game->scoring || game->points));
    double lead = sign * (info.leads ? info.lead : info.score / (double)MIAI_POINT_SCORE);
    mi_terminal_name(terminal, ahead, name);
    if (info.mate)
        printf("It is certain: %s wins in %d %s at most.\n",
               mi_terminal_name(terminal, info.mate > 0 ? info.player : !info.player, name),
               (abs(info.mate) + 1) / 2, abs(info.mate) > 2 ? "moves" : "move");
    else if (info.proof == 2)
        puts("It is a draw if both play well.");
    else if (fabs(value - 0.5) < EVEN)
        puts("By my estimate both stand alike.");
    else if (points && lead > 0)
        printf("By my estimate %s wins by %.1f points (%.0f%%).\n", name, lead,
               100 * fmax(value, 1 - value));
    else if (info.scored && !points && fabs(lead) < 90)
        printf("By my estimate %s stands better: %.0f%%, %+.2f.\n", name,
               100 * fmax(value, 1 - value), lead);
    else
        printf("By my estimate %s wins with %.0f%%.\n", name, 100 * fmax(value, 1 - value));
}

static void score(struct mi_terminal *terminal, char *args)
{
    char text[64];
    (void)args;
    if (mi_terminal_show_end(terminal))
        return;
    if (mi_current_game(terminal->engine)->scoring &&
        miai_final_score(terminal->engine, text, sizeof text) == MIAI_OK)
        printf("If all were as it seems now: %s.\n", text);
    print_pieces(terminal);
    print_estimate(terminal);
}

static void load(struct mi_terminal *terminal, char *args)
{
    if (*args)
        mi_terminal_load(terminal, args);
    else
        puts("load FILE: the name of a record (.sgf, .pgn, .epd, .txt)");
}

static void save(struct mi_terminal *terminal, char *args)
{
    mi_terminal_save(terminal, args);
}

static void speak(struct mi_terminal *terminal, char *args)
{
    (void)terminal;
    (void)args;
    puts("To speak a protocol at a terminal start \"miai gtp\" or \"miai uci\".");
}

static void quit(struct mi_terminal *terminal, char *args)
{
    (void)args;
    terminal->quit = true;
}

const struct mi_terminal_command mi_terminal_commands[] = {
    {"help", "[WORD]", "this list, or about a command or an option", help},
    {"?", "", NULL, help},
    {"list_commands", "", NULL, help},
    {"board", "", "show the board", show},
    {"show", "", NULL, show},
    {"showboard", "", NULL, show},
    {"moves", "", "the legal moves", moves},
    {"list", "", "the moves made so far", list},
    {"go", "", "let the program move for whoever is to", go},
    {"genmove", "", NULL, go},
    {"switch", "", "change sides: the program moves for you now", go},
    {"playwhite", "", NULL, go},
    {"hint", "", "the best moves, how they would go on, and why", hint},
    {"analyze", "", NULL, hint},
    {"undo", "[N]", "take back your last move and the answer, or N moves", undo},
    {"back", "", NULL, undo},
    {"takeback", "", "take back your last move, and hear what was better", mi_terminal_take_back},
    {"forward", "[N]", "make moves again that were taken back", mi_terminal_forward},
    {"goto", "N", "to the position after N moves, back or forward", mi_terminal_goto},
    {"why", "", "what the last move was worth, and what was better", mi_terminal_why},
    {"warn", "[on|off]", "be warned before a blunder is played", warn},
    {"level", "[LEVEL]", "how strong the program plays; \"off\": as it can", level},
    {"handicap", "N", "N stones ahead for you, where the game has them", handicap},
    {"draw", "", "offer a draw, which the program takes or not", draw},
    {"resign", "", "give the game up, for whoever is to move", resign},
    {"new", "[GAME]", "begin anew, or another game", new_game},
    {"clear_board", "", NULL, new_game},
    {"game", "[NAME]", "the games, or begin that one", game},
    {"size", "[N]", "the size of the board: 9 or 9x7", size},
    {"boardsize", "", NULL, size},
    {"komi", "[X]", "points for the second player", komi},
    {"rules", "[NAME]", "the rule set", rules},
    {"time", "[SECONDS]", "how long the program thinks", time_of_move},
    {"answer", "[on|off]", "let the program answer, or two people play", answer},
    {"set", "[NAME VALUE]", "all options, or set one", set},
    {"score", "", "how it stands: what is counted, and an estimate", score},
    {"load", "FILE", "a game from a file (SGF, PGN, EPD, text)", load},
    {"save", "FILE", "the game: .sgf, .pgn, .epd, .txt; the board: .svg, .png", save},
    {"uci", "", NULL, speak},
    {"gtp", "", NULL, speak},
    {"quit", "", "end the program", quit},
    {"exit", "", NULL, quit},
    {"q", "", NULL, quit},
    {0},
};
