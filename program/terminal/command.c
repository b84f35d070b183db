/* The commands of the terminal. */
#include "base/text.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void command_show(struct mi_terminal *terminal, char *args)
{
    (void)args;
    mi_terminal_show_board(terminal);
    mi_terminal_show_end(terminal);
}

static void command_moves(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal))
        return;
    char *text = malloc(MI_TERMINAL_MOVES), *rest = text, *move, name[2 * MIAI_MOVE_TEXT];
    int printed = 0;
    if (text && miai_legal_moves(terminal->engine, MIAI_TURN, text, MI_TERMINAL_MOVES) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            bool named = miai_write_move(terminal->engine, MIAI_TURN, move, name, sizeof name) > 0;
            printf("%s%s", printed++ ? " " : "", named ? name : move);
        }
    puts(printed ? "" : "There are no legal moves.");
    free(text);
}

/* Lists the moves in the game's notation; where White begins, a number counts a move of both
 * players. */
static void command_list(struct mi_terminal *terminal, char *args)
{
    const bool numbers_pairs = !mi_current_presentation(terminal->engine).black_begins;
    char text[2 * MIAI_MOVE_TEXT], move[MIAI_MOVE_TEXT];
    int first = 0, i = 0;
    (void)args;
    miai_move_text(terminal->engine, 0, &first, move, sizeof move);
    for (; miai_move_written(terminal->engine, i, text, sizeof text) >= 0; i++) {
        int index =
            numbers_pairs
                ? i + first
                : i; /* if the second player begins, the first number has only that player's move */
        printf("%s", i == 0 ? "" : i % 10 ? " " : "\n");
        if (!numbers_pairs || index % 2 == 0)
            printf("%d. ", numbers_pairs ? index / 2 + 1 : index + 1);
        else if (i == 0)
            printf("1... ");
        printf("%s", text);
    }
    puts(i ? "" : "No moves yet.");
}

static void command_go(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal) || mi_terminal_report_ended(terminal))
        return;
    mi_terminal_play_reply(terminal);
    mi_terminal_show_end(terminal);
}

static void command_hint(struct mi_terminal *terminal, char *args)
{
    if (!mi_terminal_show_end(terminal))
        mi_terminal_hint(terminal, args);
}

/* Takes back a resignation or the agreement of a draw. */
static void undo_game_end(struct mi_terminal *terminal)
{
    mi_game_result_begin(&terminal->game_result);
    terminal->game_result.plies = miai_plies(terminal->engine);
    terminal->game_result.played = true;
    mi_terminal_show_board(terminal);
}

/* Takes back the last move, and also the player's move before it if the engine replied to that. */
static void command_undo(struct mi_terminal *terminal, char *args)
{
    int plies = terminal->replies && miai_plies(terminal->engine) > 1 ? 2 : 1;
    if (*args && (!mi_read_word_int(args, &plies) || plies < 1)) {
        puts("usage: undo [N], with N at least 1");
        return;
    }
    if (mi_terminal_was_ended(terminal) && !*args)
        undo_game_end(terminal);
    else if (miai_undo(terminal->engine, plies) == MIAI_OK)
        mi_terminal_show_board(terminal);
    else
        printf("Moves that can be taken back: %d.\n", miai_plies(terminal->engine));
}

/* Resigns for the side to move; the position is not changed, so the game can continue. */
static void command_resign(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal) || mi_terminal_report_ended(terminal))
        return;
    char winner[MI_TERMINAL_NAME];
    int player = miai_turn(terminal->engine);
    mi_game_result_move(&terminal->game_result, terminal->engine, player, "resign");
    printf("%s resigns: %s wins.  \"new\" starts another game, \"undo\" continues this one.\n",
           mi_current_presentation(terminal->engine).players[player],
           mi_terminal_name(terminal, !player, winner));
}

/* "on" or "off" sets it, "" keeps it; anything else prints the usage. */
static bool read_on_or_off(const char *name, const char *args, bool *value)
{
    if (strcasecmp(args, "on") == 0 || strcasecmp(args, "off") == 0)
        *value = strcasecmp(args, "on") == 0;
    else if (*args)
        printf("usage: %s on, or %s off\n", name, name);
    return !*args || strcasecmp(args, "on") == 0 || strcasecmp(args, "off") == 0;
}

/* The engine answers as the player who is not to move. */
static void command_draw(struct mi_terminal *terminal, char *args)
{
    bool accepts;
    int player = !miai_turn(terminal->engine);
    (void)args;
    if (mi_terminal_show_end(terminal) || mi_terminal_report_ended(terminal))
        return;
    if (!miai_has_draw_offers(terminal->engine)) {
        printf("%s has no draws by agreement.\n", mi_current_game(terminal->engine)->title);
        return;
    }
    int error = miai_accepts_draw(terminal->engine, player, &accepts);
    if (error != MIAI_OK) {
        puts(miai_error_text(error));
    } else if (!accepts) {
        puts("I decline the draw.");
    } else {
        mi_game_result_draw(&terminal->game_result, terminal->engine);
        puts("I accept the draw.  \"new\" starts another game.");
    }
}

/* Turns the board.  Boards with sides that belong to players stay as they are. */
static void command_flip(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_current_presentation(terminal->engine).sides) {
        printf("The board of %s is not turned: its sides belong to the players.\n",
               mi_current_game(terminal->engine)->title);
        return;
    }
    terminal->flipped = !terminal->flipped;
    mi_terminal_show_board(terminal);
}

/* Clears the screen, not the game. */
static void command_clear(struct mi_terminal *terminal, char *args)
{
    static const char home_and_clear[] = "\033[H\033[2J";
    (void)args;
    if (terminal->colour)
        fputs(home_and_clear, stdout);
    mi_terminal_show_board(terminal);
}

/* The person's name in records. */
static void command_name(struct mi_terminal *terminal, char *args)
{
    if (*args) {
        snprintf(terminal->person_name, sizeof terminal->person_name, "%.60s", args);
        mi_text_clean(terminal->person_name);
    }
    printf("name = %s\n", terminal->person_name);
}

static void command_warn(struct mi_terminal *terminal, char *args)
{
    if (!read_on_or_off("warn", args, &terminal->warns_of_blunders))
        return;
    printf("Warnings of blunders are %s.\n", terminal->warns_of_blunders ? "on" : "off");
}

/* Puts stones of the first player on an empty board; the second player begins. */
static void command_handicap(struct mi_terminal *terminal, char *args)
{
    char stones[MIAI_MAX_POINTS * MIAI_MOVE_TEXT];
    int count;
    if (!mi_read_word_int(args, &count)) {
        puts("usage: handicap N, with N at least 2");
        return;
    }
    int error = miai_fixed_handicap(terminal->engine, count, stones, sizeof stones);
    if (error == MIAI_UNSUPPORTED) {
        printf("%s has no handicap of stones; use \"level\" for a weaker opponent.\n",
               mi_current_game(terminal->engine)->title);
        return;
    }
    if (error != MIAI_OK) {
        mi_terminal_print("%s%s", miai_error_reason(terminal->engine, error),
                          miai_plies(terminal->engine) > 0 ? "; \"new\" starts another game" : "");
        return;
    }
    if (terminal->replies)
        mi_terminal_play_reply(terminal);
    else
        mi_terminal_show_board(terminal);
}

static void command_answer(struct mi_terminal *terminal, char *args)
{
    if (!read_on_or_off("answer", args, &terminal->replies))
        return;
    printf("Replies to your moves are %s.\n", terminal->replies ? "on" : "off");
}

static void command_new(struct mi_terminal *terminal, char *args)
{
    if (*args && strcasecmp(args, "game") != 0) {
        mi_terminal_game(terminal, args);
        return;
    }
    miai_new_game(terminal->engine);
    mi_terminal_store_headers(terminal, NULL);
    mi_terminal_note_author(terminal, 0, MI_AUTHOR_FILE);
    mi_game_result_begin(&terminal->game_result);
    mi_terminal_show_board(terminal);
}

static void command_load(struct mi_terminal *terminal, char *args)
{
    if (*args)
        mi_terminal_load(terminal, args);
    else
        puts("usage: load FILE (.sgf, .pgn, .epd or .txt)");
}

static void command_save(struct mi_terminal *terminal, char *args)
{
    mi_terminal_save(terminal, args);
}

static void command_protocol(struct mi_terminal *terminal, char *args)
{
    (void)terminal;
    (void)args;
    puts("For a protocol start \"miai gtp\" or \"miai uci\".");
}

static void command_quit(struct mi_terminal *terminal, char *args)
{
    (void)args;
    terminal->quit = true;
}

/* Does the game solve problems of life and death? */
static bool game_has_problems(const miai_game *game)
{
    return game->scoring && game->scoring->solve_life;
}

/* A command may have the name of an option. */
bool mi_terminal_command_applies(const struct mi_terminal *terminal,
                                 const struct mi_terminal_command *command)
{
    const miai_game *game = mi_current_game(terminal->engine);
    const miai_option *option = miai_option_find(terminal->engine, command->name);
    if (command->run == command_handicap)
        return game->editing && game->editing->handicap;
    if (command->run == command_draw)
        return miai_has_draw_offers(terminal->engine);
    if (command->run == mi_terminal_problem)
        return game_has_problems(game);
    return !option || strcmp(option->name, command->name) != 0 ||
           miai_option_applies(terminal->engine, command->name);
}

const struct mi_terminal_command mi_terminal_commands[] = {
    {"help", "[WORD]", "list the commands, or explain a game, command or option", mi_terminal_help},
    {"?", "", NULL, mi_terminal_help},
    {"list_commands", "", NULL, mi_terminal_help},
    {"board", "", "show the board", command_show},
    {"show", "", NULL, command_show},
    {"showboard", "", NULL, command_show},
    {"flip", "", "show the board from the other side", command_flip},
    {"clear", "", "clear the screen (\"new\" starts another game)", command_clear},
    {"moves", "", "list the legal moves", command_moves},
    {"list", "", "list the moves so far", command_list},
    {"go", "", "let the engine move", command_go},
    {"genmove", "", NULL, command_go},
    {"switch", "", "change sides: the engine moves for you now", command_go},
    {"playwhite", "", NULL, command_go},
    {"hint", "[SECONDS]", "show the best moves, their lines, and why", command_hint},
    {"analyze", "", NULL, command_hint},
    {"undo", "[N]", "take back your last move and the reply, or N moves", command_undo},
    {"back", "", NULL, command_undo},
    {"takeback", "", "take back your last move and show a better one", mi_terminal_take_back},
    {"forward", "[N]", "replay moves that were taken back", mi_terminal_forward},
    {"goto", "N", "go to the position after N moves", mi_terminal_goto},
    {"why", "", "rate the last move, and show a better one", mi_terminal_why},
    {"warn", "[on|off]", "warn before a blunder is played", command_warn},
    {"problem", "[POINT]", "life and death: is the group there alive, or an enclosed one?",
     mi_terminal_problem},
    {"solve", "", NULL, mi_terminal_problem},
    {"level", "[LEVEL]", "playing strength; \"off\": full strength", mi_terminal_level},
    {"handicap", "N", "give the first player N stones", command_handicap},
    {"draw", "", "offer a draw, or accept one", command_draw},
    {"resign", "", "resign for the side to move", command_resign},
    {"new", "[GAME]", "start again, or start another game", command_new},
    {"clear_board", "", NULL, command_new},
    {"game", "[NAME]", "list the games, or start one", mi_terminal_game},
    {"size", "[N]", "board size: 9 or 9x7", mi_terminal_size},
    {"boardsize", "", NULL, mi_terminal_size},
    {"komi", "[X]", "points for the second player", mi_terminal_komi},
    {"rules", "[NAME]", "the rule set, and how the game is played", mi_terminal_rules},
    {"time", "[SECONDS]", "thinking time per move", mi_terminal_time},
    {"name", "[NAME]", "your name in saved records", command_name},
    {"answer", "[on|off]", "on: the engine replies; off: two people play", command_answer},
    {"set", "[NAME VALUE]", "list the options, or set one", mi_terminal_set},
    {"score", "", "score of the position: counted and estimated", mi_terminal_score},
    {"load", "FILE", "load a game (SGF, PGN, EPD, text)", command_load},
    {"save", "FILE", "save the game (.sgf, .pgn, .epd, .txt) or the board (.svg, .png)",
     command_save},
    {"uci", "", NULL, command_protocol},
    {"gtp", "", NULL, command_protocol},
    {"quit", "", "quit the program", command_quit},
    {"exit", "", NULL, command_quit},
    {"q", "", NULL, command_quit},
    {0},
};
