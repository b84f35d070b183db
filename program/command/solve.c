#include "solve.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/typed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double SAVE_INTERVAL = 60; /* interval between saves of the state */

/* A move and its value. */
struct solved_move {
    char move[MIAI_MOVE_TEXT];
    miai_solution solution;
};

static void erase_solve_progress(struct mi_solve *s)
{
    if (s->width > 0)
        fprintf(stderr, "\r%*s\r", s->width, "");
    s->width = 0;
}

static void solve_error(struct mi_solve *s, const char *about, const char *what)
{
    erase_solve_progress(s);
    mi_print_clean(stderr, "%s: %s: %s\n", s->program, about, what);
    s->faults++;
}

/* ---- what is printed ---- */

/* Prints for example "first player wins in 41 plies (score 1)". */
static void print_result(const miai_engine *engine, const miai_solution *solution)
{
    static const char *const args[] = {"second player wins", "draw", "first player wins"};
    int score = solution->score, points = mi_current_game(engine)->points;
    fputs(args[(score > 0) - (score < 0) + 1], stdout);
    if (points > 0 && score != 0)
        printf(" by %g", (double)(score > 0 ? score : -score) / MIAI_POINT_SCORE);
    if (solution->plies > 0)
        printf(" in %d %s", solution->plies, solution->plies == 1 ? "ply" : "plies");
    if (solution->text[0])
        printf(" (%s)", solution->text);
}

/* Shows for example "12.3 s  4.5 million positions  30% of this question, about 30 s left". */
static void print_solve_progress(struct mi_solve *s, const miai_solution *so_far)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%.0f s  %.1f million positions", so_far->seconds,
                          (double)so_far->nodes / 1e6);
    if (so_far->part > 0.01)
        length += snprintf(line + length, sizeof line - (size_t)length,
                           "  %.0f%% of this question, about %.0f s left", 100 * so_far->part,
                           so_far->seconds * (1 - so_far->part) / so_far->part);
    fprintf(stderr, "\r%s%*s", line, s->width > length ? s->width - length : 0, "");
    s->width = length > s->width ? length : s->width;
    fflush(stderr);
}

/* Called regularly by the solver. */
static void on_solve_progress(void *context, const miai_solution *so_far)
{
    struct mi_solve *s = context;
    if (s->show_progress)
        print_solve_progress(s, so_far);
    if (mi_interrupted() || mi_solve_limit_reached(s, so_far->nodes))
        miai_stop(s->engine);
    else if (s->state && mi_clock() - s->saved_at >= SAVE_INTERVAL)
        mi_solve_save_state(s);
}

/* ---- one position ---- */

static void end_solving(struct mi_solve *s)
{
    miai_solving_free(s->solving);
    s->solving = NULL;
}

/* If the state in the file cannot be used, do not solve: it would be overwritten. */
static bool begin_solving(struct mi_solve *s)
{
    end_solving(s);
    int error = miai_solving_new(s->engine, &s->solving);
    if (error != MIAI_OK)
        solve_error(s, miai_current_game(s->engine), miai_error_reason(s->engine, error));
    else
        mi_solve_print_estimate(s);
    bool good = error == MIAI_OK && mi_solve_load_state(s);
    if (!good)
        end_solving(s);
    return good;
}

/* Solves the current position; for a finished game, sets its score.  Returns false if solving was
 * stopped, or after an error, which it prints. */
static bool solve_current_position(struct mi_solve *s, miai_solution *solution)
{
    *solution = (miai_solution){.solved = true};
    if (miai_over(s->engine, &solution->score))
        return true;
    int error =
        s->solving ? miai_solve(s->solving, solution, on_solve_progress, s) : MIAI_BAD_VALUE;
    if (error == MIAI_BAD_VALUE) { /* the game or board size has changed */
        if (!begin_solving(s))
            return false;
        error = miai_solve(s->solving, solution, on_solve_progress, s);
    }
    erase_solve_progress(s);
    s->positions_before += solution->nodes;
    s->stopped = error == MIAI_STOPPED;
    if (error != MIAI_OK && !s->stopped)
        solve_error(s, miai_current_game(s->engine), miai_error_reason(s->engine, error));
    return error == MIAI_OK;
}

/* Is a better than b for the player?  Near wins and far losses are better. */
static bool is_better(const miai_solution *a, const miai_solution *b, int player)
{
    int sign = player == 0 ? 1 : -1;
    if (a->score != b->score)
        return sign * a->score > sign * b->score;
    return sign * a->score > 0 ? a->plies < b->plies : a->plies > b->plies;
}

static bool solve_move(struct mi_solve *s, const char *move, struct solved_move *solved_move)
{
    snprintf(solved_move->move, sizeof solved_move->move, "%s", move);
    if (miai_play(s->engine, MIAI_TURN, move) != MIAI_OK)
        return false;
    bool solved = solve_current_position(s, &solved_move->solution);
    miai_undo(s->engine, 1);
    return solved;
}

/* Prints the value of each move, the best first. */
static void solve_each(struct mi_solve *s)
{
    int size = miai_legal_moves(s->engine, MIAI_TURN, NULL, 0) + 1, n = 0;
    char *text = malloc((size_t)size), move[MIAI_MOVE_TEXT];
    struct solved_move *list = calloc(MIAI_MAX_LEGAL, sizeof *list), solved_move;
    if (text && list && size > 1) {
        int player = miai_turn(s->engine);
        miai_legal_moves(s->engine, MIAI_TURN, text, (size_t)size);
        const char *rest = text;
        while (n < MIAI_MAX_LEGAL && miai_next_move(&rest, move)) {
            if (!solve_move(s, move, &solved_move))
                break;
            int i = n++;
            for (; i > 0 && is_better(&solved_move.solution, &list[i - 1].solution, player); i--)
                list[i] = list[i - 1];
            list[i] = solved_move;
        }
    }
    for (int i = 0; i < n; i++) {
        printf("  %-6s ", list[i].move);
        print_result(s->engine, &list[i].solution);
        putchar('\n');
    }
    free(text);
    free(list);
}

/* number: of the game in the file; 0: no file. */
static void region_error(struct mi_solve *s, int number, int error)
{
    char about[96], game[32] = "";
    if (number > 0)
        snprintf(game, sizeof game, ", game %d", number);
    snprintf(about, sizeof about, "--region%s%.40s%s", s->group ? "=" : "",
             s->group ? s->group : "", game);
    solve_error(s, about,
                error == MIAI_SYNTAX
                    ? "not a point of the board; name a stone of the group, for example d4"
                    : mi_error_details(s->engine, error));
}

/* number: of the game in the file; 0: no file. */
static void solve_and_print_position(struct mi_solve *s, int number)
{
    miai_solution solution;
    if (s->region) {
        int error = mi_solve_print_region(s);
        if (error != MIAI_OK)
            region_error(s, number, error);
        return;
    }
    if (!solve_current_position(s, &solution))
        return;
    if (number > 0)
        printf("%d: ", number);
    print_result(s->engine, &solution);
    putchar('\n');
    fflush(stdout);
    if (s->each && !miai_over(s->engine, NULL))
        solve_each(s);
}

/* ---- arguments ---- */

/* Reports an argument that is neither a file nor a move. */
static void report_bad_argument(struct mi_solve *s, const char *word)
{
    char moves[MIAI_MAX_LEGAL * MIAI_MOVE_TEXT], what[200];
    int all = miai_legal_moves(s->engine, MIAI_TURN, moves, sizeof moves);
    int shown = (int)strlen(moves) > 40 ? 40 : (int)strlen(moves);
    while (all > 0 && moves[shown] && moves[shown] != ' ')
        shown++;
    snprintf(what, sizeof what, "no such file, and not a move of %s%s%.*s%s",
             mi_current_game(s->engine)->title, all > 0 ? ", such as " : "", all > 0 ? shown : 0,
             moves, all > 0 && moves[shown] ? " ..." : "");
    solve_error(s, word, what);
}

static bool play_args_as_moves(struct mi_solve *s)
{
    for (char **word = s->args; *word; word++) {
        int error = mi_play_typed(s->engine, *word);
        if (error == MIAI_SYNTAX) {
            report_bad_argument(s, *word);
            return false;
        }
        if (error != MIAI_OK) {
            solve_error(s, *word, miai_error_reason(s->engine, error));
            return false;
        }
    }
    return true;
}

static void solve_record(struct mi_solve *s, const miai_game_record *record, const char *name,
                         const char *format, int number)
{
    long line;
    int error = miai_game_record_load(s->engine, record, 0, &line);
    if (error == MIAI_OK) {
        mi_print_note(s->program, name, line, miai_note(s->engine));
        solve_and_print_position(s, number);
        return;
    }
    const char *reason = miai_error_reason(s->engine, error);
    solve_error(s, name, number == 1 ? mi_first_record_fault(name, format, error, reason) : reason);
}

static void solve_file(struct mi_solve *s, const char *name)
{
    miai_file file = {.line = 1};
    char error[MI_FILE_MESSAGE], *bytes = mi_load_text(name, &file.length, error);
    int number = 0;
    file.bytes = bytes;
    if (bytes)
        mi_print_note(s->program, name, 0, error);
    while (bytes && !s->stopped) {
        const char *format = mi_format_of_file(name, bytes, file.length);
        miai_game_record *record = miai_game_record_read(format, &file);
        if (!record && file.fault_line == 0)
            break;
        number++;
        if (record)
            solve_record(s, record, name, format, number);
        else
            solve_error(s, name, file.fault);
        miai_game_record_free(record);
    }
    if (!bytes)
        solve_error(s, name, error);
    free(bytes);
}

void mi_solve_run(struct mi_solve *s)
{
    if (s->json && !s->region) {
        solve_error(s, "--json", "only for life and death; add --region or --region=POINT");
        return;
    }
    mi_interrupt_search(s->engine);
    s->started_at = s->saved_at = mi_clock();
    if (s->args[0] && !s->args[1] && access(s->args[0], F_OK) == 0)
        solve_file(s, s->args[0]);
    else if (play_args_as_moves(s))
        solve_and_print_position(s, 0);
    if (s->stopped)
        s->faults++;
    bool saved_at = s->solving && mi_solve_save_state(s);
    if (s->stopped && (saved_at || !s->state))
        mi_solve_print_stopped(s);
    end_solving(s);
    mi_interrupt_end();
}
