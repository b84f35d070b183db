/* Asks one problem: each move is answered, a wrong one is refuted and taken back. */
#include "problem.h"

#include "protocol/io/file.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_BYTES = 512, WORD_BYTES = 64 };

struct asking {
    miai_engine *engine;
    miai_region life; /* the answer for the current position, once `solved` */
    bool solved;
    char file_move[MIAI_MOVE_TEXT]; /* the first move of the file's solution, or "" */
    int moves;                      /* of the player, right so far */
    int hints;
    bool helped;
};

static const char help[] = "Type a move (\"c2\"), or:\n"
                           "  hint      a hint; the second one is clearer\n"
                           "  solution  show the solution; this ends the problem\n"
                           "  board     show the position again\n"
                           "  skip      to the next problem; this one is not counted\n"
                           "  quit      stop here; what you did so far is kept\n";

static const char *player_name(const struct asking *a, int player)
{
    return mi_current_presentation(a->engine).players[player];
}

/* ---- the question ---- */

static void print_task(const struct asking *a)
{
    const miai_region *life = &a->life;
    if (life->player == life->defender)
        printf("%s to play and save the group at %s.\n", player_name(a, life->player), life->group);
    else
        printf("%s to play and kill %s's group at %s.\n", player_name(a, life->player),
               player_name(a, life->defender), life->group);
}

/* Solves the current position, unless that is done. */
static int solve_position(struct asking *a)
{
    char group[MIAI_MOVE_TEXT];
    if (a->solved)
        return MIAI_OK;
    snprintf(group, sizeof group, "%s", a->life.group);
    int error = mi_life_solve(a->engine, group, 0, &a->life);
    a->solved = error == MIAI_OK;
    return error;
}

/* What the side to move achieves: "The group at D1 is dead." */
static void print_result(const miai_region *life)
{
    if (life->status == MIAI_GROUP_KO)
        fputs("The result is a ko", stdout);
    else if (life->status == MIAI_GROUP_ESCAPES)
        printf("The group at %s escapes", life->group);
    else
        printf("The group at %s is %s", life->group,
               life->status == MIAI_GROUP_SEKI ? "alive in seki" : miai_region_status(life));
    if (life->assumes_enclosed)
        printf(", provided that %s", miai_region_assumes(life));
    puts(".");
}

/* ---- hints and solutions ---- */

/* The move to recommend; NULL: none is known. */
static const char *best_move(const struct asking *a)
{
    if (a->life.works > 0)
        return a->life.move[0].move;
    return a->moves == 0 && a->file_move[0] ? a->file_move : NULL;
}

static void print_hint(struct asking *a)
{
    const char *move = best_move(a);
    a->helped = true;
    if (!move) {
        puts("No hint: the solver has not found a move that works in its time; see --time.");
        return;
    }
    if (a->hints++ == 0 && a->life.works > 0) {
        printf("%d move%s here. Then: ", a->life.works, a->life.works == 1 ? " works" : "s work");
        print_result(&a->life);
    } else if (a->hints <= 2) {
        printf("Look at column %c.\n", move[0]);
    } else {
        printf("Play %s.\n", move);
    }
}

static void print_solution(const struct asking *a)
{
    const char *move = best_move(a);
    if (!move) {
        puts("The solver has not found a move that works in its time; see --time.");
        return;
    }
    const miai_region_move *entry = mi_life_find(&a->life, move);
    printf("Solution: %s", move);
    if (entry && entry->line[0])
        printf(", then %s", entry->line);
    putchar('\n');
    if (a->life.works > 0)
        print_result(&a->life);
    for (int i = 1; i < a->life.moves && a->life.move[i].result == MIAI_LIFE_WORKS; i++)
        printf(i == 1 ? "Also works: %s" : " %s", a->life.move[i].move);
    if (a->life.works > 1)
        putchar('\n');
}

/* ---- moves ---- */

/* Plays the opponent's answer. *over: nothing is left to do after it. */
static int answer_move(struct asking *a, const char *line, bool *over)
{
    char answer[MIAI_MOVE_TEXT];
    int player = miai_turn(a->engine);
    *over = true;
    if (!miai_next_move(&line, answer) || strcmp(answer, "pass") == 0)
        return MIAI_OK;
    printf("Right. %s answers %s.\n", player_name(a, player), answer);
    if (miai_play(a->engine, player, answer) != MIAI_OK)
        return MIAI_OK;
    a->solved = false;
    int error = solve_position(a);
    *over = error != MIAI_OK || !mi_life_is_known(&a->life) || mi_life_is_settled(&a->life);
    if (!*over)
        mi_problem_print_board(a->engine);
    return error == MIAI_UNSUPPORTED ? MIAI_OK : error; /* the group has been captured */
}

static void refute_move(struct asking *a, const char *move, const miai_region_move *entry)
{
    const char *opponent = player_name(a, !a->life.player);
    a->helped = true;
    if (!entry)
        printf("%s is outside the fight. Try again.\n", move);
    else if (entry->line[0] && strncmp(entry->line, "pass", 4) != 0)
        printf("%s fails. %s answers %s. Try again.\n", move, opponent, entry->line);
    else
        printf("%s fails: %s need not even answer. Try again.\n", move, opponent);
}

/* Judges a move that the solver cannot judge: only the file's solution counts. *over: the problem
 * is solved. */
static void judge_by_file(struct asking *a, const char *move, bool *over)
{
    *over = a->moves == 0 && strcmp(move, a->file_move) == 0;
    if (*over)
        puts("Right: it is the solution of the file.");
    else if (a->file_move[0])
        printf("%s is not the solution of the file, and the solver has no proof. Try again.\n",
               move);
    else
        printf("%s: not known; the solver needs more time, see --time.\n", move);
    a->helped |= a->file_move[0] && !*over;
}

/* Judges a legal move, which has not been played. */
static int judge_move(struct asking *a, const char *move, bool *over)
{
    const miai_region_move *entry = mi_life_find(&a->life, move);
    bool known = mi_life_is_known(&a->life);
    if (!known || (entry && entry->result == MIAI_LIFE_UNKNOWN)) {
        judge_by_file(a, move, over);
        return MIAI_OK;
    }
    if (!entry || entry->result == MIAI_LIFE_FAILS) {
        refute_move(a, move, entry);
        return MIAI_OK;
    }
    char line[sizeof entry->line];
    miai_region before = a->life;
    snprintf(line, sizeof line, "%s", entry->line);
    miai_play(a->engine, MIAI_TURN, move);
    a->moves++;
    a->hints = 0;
    int error = answer_move(a, line, over);
    if (error == MIAI_OK && *over) {
        fputs("Solved. ", stdout);
        print_result(&before);
    }
    return error;
}

/* Reads a move; returns its name in `move`.  False, with the reason printed: it is not legal. */
static bool read_legal_move(struct asking *a, const char *text, char *move)
{
    int player;
    if (miai_play(a->engine, MIAI_TURN, text) != MIAI_OK) {
        mi_print_clean(stdout, "%s is not a legal move; type an empty point, or ? for help.\n",
                       text);
        return false;
    }
    miai_move_text(a->engine, miai_plies(a->engine) - 1, &player, move, MIAI_MOVE_TEXT);
    miai_undo(a->engine, 1);
    return true;
}

/* ---- the dialogue ---- */

enum command { COMMAND_NONE, HINT, SOLUTION, BOARD, SKIP, QUIT, HELP };

static enum command read_command(const char *word)
{
    static const struct {
        const char *name;
        enum command command;
    } names[] = {{"hint", HINT},   {"h", HINT},    {"solution", SOLUTION}, {"s", SOLUTION},
                 {"board", BOARD}, {"skip", SKIP}, {"next", SKIP},         {"n", SKIP},
                 {"quit", QUIT},   {"q", QUIT},    {"exit", QUIT},         {"help", HELP},
                 {"?", HELP}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(word, names[i].name) == 0)
            return names[i].command;
    return COMMAND_NONE;
}

/* Acts on a command.  *result is set if that ends the problem. */
static void run_command(struct asking *a, enum command command, enum mi_problem_result *result,
                        bool *over)
{
    *over = command == SOLUTION || command == SKIP || command == QUIT;
    if (command == HINT)
        print_hint(a);
    else if (command == SOLUTION)
        print_solution(a);
    else if (command == BOARD)
        mi_problem_print_board(a->engine);
    else if (command == HELP)
        fputs(help, stdout);
    *result = command == QUIT   ? MI_PROBLEM_QUIT
              : command == SKIP ? MI_PROBLEM_SKIPPED
                                : MI_PROBLEM_MISSED;
}

/* Solves the position before the first move is judged.  True: nothing works, so the problem is
 * skipped. */
static bool is_without_solution(struct asking *a)
{
    if (!mi_life_is_known(&a->life) || !mi_life_is_settled(&a->life) || a->moves > 0)
        return false;
    printf("Skipped, since no move makes a difference. ");
    print_result(&a->life);
    return true;
}

/* Reads the next word that the player types; false at the end of input. */
static bool read_word(char word[WORD_BYTES])
{
    char line[LINE_BYTES], *rest = line;
    const char *first = NULL;
    while (!first) {
        if (isatty(STDIN_FILENO))
            fputs("> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return false;
        rest = line;
        mi_squeeze(line, strlen(line));
        first = mi_next_word(&rest);
    }
    snprintf(word, WORD_BYTES, "%s", first);
    return true;
}

static enum mi_problem_result ask_moves(struct asking *a)
{
    char word[WORD_BYTES], move[MIAI_MOVE_TEXT];
    enum mi_problem_result result = MI_PROBLEM_QUIT;
    for (bool over = false; !over;) {
        if (!read_word(word))
            return MI_PROBLEM_QUIT;
        enum command command = read_command(word);
        bool needs_answer = command == COMMAND_NONE || command == HINT || command == SOLUTION;
        if (needs_answer && (solve_position(a) != MIAI_OK || is_without_solution(a)))
            return MI_PROBLEM_SKIPPED;
        if (command != COMMAND_NONE)
            run_command(a, command, &result, &over);
        else if (read_legal_move(a, word, move)) {
            if (judge_move(a, move, &over) != MIAI_OK)
                return MI_PROBLEM_SKIPPED;
            result = a->helped ? MI_PROBLEM_HELPED : MI_PROBLEM_SOLVED;
        }
    }
    return result;
}

enum mi_problem_result mi_problem_ask(miai_engine *engine, const struct mi_problem *problem,
                                      const char *title)
{
    static const char none[] = "";
    struct asking *a = calloc(1, sizeof *a);
    enum mi_problem_result result = MI_PROBLEM_SKIPPED;
    if (!a)
        return MI_PROBLEM_QUIT;
    a->engine = engine;
    puts(title);
    int error = mi_problem_solution(engine, problem, a->file_move);
    if (error == MIAI_OK)
        error = mi_life_solve(engine, none, 1, &a->life);
    if (error == MIAI_OK) {
        mi_problem_print_board(engine);
        print_task(a);
        result = ask_moves(a);
    } else {
        printf("Skipped: %s.\n", mi_error_details(engine, error));
    }
    free(a);
    return result;
}
