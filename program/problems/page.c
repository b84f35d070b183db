/* A page for a collection: the problems with the answer to each move as JSON, and the scripts that
 * ask them. */
#include "problem.h"

#include "base/interrupt.h"
#include "base/system.h"
#include "program/convert/progress_line.h"
#include "program/page/page.h"
#include "protocol/io/file.h"
#include "protocol/io/json.h"
#include "protocol/io/protocol.h"
#include "protocol/io/suggestion.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const script[] = {
#include "program/page/board.js.inc"
#include "program/page/problems.js.inc"
#include "program/page/results.js.inc"
    NULL};

enum {
    LINE_PLIES = 9,     /* of a refutation */
    MOVES_MAX = 12,     /* that the player has to find in one problem */
    POSITIONS_MAX = 48, /* solved for one problem */
    NAME_BYTES = 4200
};

struct page_writer {
    struct mi_problems *problems;
    FILE *page;
    struct mi_reply json;
    char file_move[MIAI_MOVE_TEXT]; /* the first move of the file's solution, or "" */
    int positions;                  /* solved for the current problem */
    struct mi_progress_line progress;
    long written, left_out;
};

/* ---- moves ---- */

/* Plays a move and adds it with the changes of the board; false: illegal. */
static bool add_step(struct page_writer *w, const char *move, bool first)
{
    struct mi_picture before, now;
    miai_engine *engine = w->problems->engine;
    mi_picture_read_board(engine, &before);
    if (miai_play(engine, MIAI_TURN, move) != MIAI_OK || !mi_picture_read_board(engine, &now))
        return false;
    mi_reply_add(&w->json, first ? "[" : ",[");
    mi_json_add(&w->json, move, false);
    mi_reply_add(&w->json, ",");
    mi_page_changes(&before, &now, &w->json);
    mi_reply_add(&w->json, "]");
    return true;
}

/* Adds a move and the moves after it.  Returns the number of moves played. */
static int add_line(struct page_writer *w, const char *move, const char *line, int plies)
{
    char next[MIAI_MOVE_TEXT];
    int n = 0;
    mi_reply_add(&w->json, "\"line\":[");
    if (add_step(w, move, true))
        for (n = 1; n < plies && miai_next_move(&line, next); n++)
            if (!add_step(w, next, false))
                break;
    mi_reply_add(&w->json, "]");
    return n;
}

static int add_position(struct page_writer *w, const char *group, int depth);

/* Adds a move that works, the answer to it, and the position after that if the player still has to
 * find something there. */
static int add_right_move(struct page_writer *w, const miai_region_move *move, const char *group,
                          int depth)
{
    int plies = add_line(w, move->move, move->line, 2);
    bool answered = plies == 2 && strncmp(move->line, "pass", 4) != 0;
    int error = answered ? add_position(w, group, depth + 1) : MIAI_OK;
    miai_undo(w->problems->engine, plies);
    return error;
}

static int add_move(struct page_writer *w, const miai_region *life, const miai_region_move *move,
                    int depth)
{
    bool by_file =
        depth == 0 && move->result == MIAI_LIFE_UNKNOWN && strcmp(move->move, w->file_move) == 0;
    int error = MIAI_OK;
    mi_reply_format(&w->json, "{\"result\":\"%s\",", by_file ? "file" : miai_region_result(move));
    if (move->result == MIAI_LIFE_WORKS)
        error = add_right_move(w, move, life->group, depth);
    else
        miai_undo(w->problems->engine, add_line(w, move->move, move->line, LINE_PLIES));
    mi_reply_add(&w->json, "}");
    return error;
}

/* ---- positions ---- */

static int add_moves(struct page_writer *w, const miai_region *life, int depth)
{
    int error = MIAI_OK;
    mi_json_add_text(&w->json, "status", miai_region_status(life));
    if (life->assumes_enclosed)
        mi_json_add_text(&w->json, "assumes", miai_region_assumes(life));
    mi_reply_add(&w->json, "\"moves\":[");
    for (int i = 0; i < life->moves && error == MIAI_OK; i++) {
        mi_reply_add(&w->json, i ? ",\n" : "");
        error = add_move(w, life, &life->move[i], depth);
    }
    mi_reply_add(&w->json, "]");
    return error;
}

/* Adds the current position as the member "next" if its status is known and depends on the move. */
static int add_position(struct page_writer *w, const char *group, int depth)
{
    if (depth >= MOVES_MAX || w->positions >= POSITIONS_MAX)
        return MIAI_OK;
    miai_region *life = malloc(sizeof *life);
    if (!life)
        return MIAI_NO_MEMORY;
    w->positions++;
    int error = mi_life_solve(w->problems->engine, group, 0, life);
    if (error == MIAI_OK && mi_life_is_known(life) && !mi_life_is_settled(life)) {
        mi_reply_add(&w->json, ",\"next\":{");
        error = add_moves(w, life, depth);
        mi_reply_add(&w->json, "}");
    }
    free(life);
    return error == MIAI_UNSUPPORTED ? MIAI_OK : error; /* the group has been captured */
}

/* ---- problems ---- */

/* Why the problem cannot be asked; NULL: it can. */
static const char *problem_fault(const struct page_writer *w, const miai_region *life)
{
    if (!mi_life_is_known(life))
        return w->file_move[0] ? NULL : "not proved, and no solution in the file; see --time";
    if (life->works == 0)
        return "no move works";
    return mi_life_needs_no_move(life) ? "no move is needed" : NULL;
}

static int add_problem(struct page_writer *w, const struct mi_problem *problem,
                       const miai_region *life)
{
    struct mi_picture picture;
    mi_reply_add(&w->json, w->written > 0 ? ",\n{" : "{");
    if (mi_picture_read_board(w->problems->engine, &picture))
        mi_page_board(w->problems->engine, &picture, &w->json);
    mi_json_add_text(&w->json, "name", mi_system_basename(problem->name));
    mi_reply_format(&w->json, "\"key\":\"%016" PRIx64 "\",\"p\":%d,\"defender\":%d,\"proved\":%d,",
                    problem->key, life->player, life->defender, mi_life_is_known(life));
    mi_json_add_text(&w->json, "group", life->group);
    int error = add_moves(w, life, 0);
    mi_reply_add(&w->json, "}");
    return error;
}

static int write_problem(struct page_writer *w, const struct mi_problem *problem)
{
    miai_region *life = malloc(sizeof *life);
    if (!life)
        return MIAI_NO_MEMORY;
    int error = mi_problem_solution(w->problems->engine, problem, w->file_move);
    w->positions = 1;
    if (error == MIAI_OK)
        error = mi_life_solve(w->problems->engine, "", 0, life);
    const char *fault = error == MIAI_OK ? problem_fault(w, life) : NULL;
    if (error == MIAI_OK && !fault && !mi_interrupted())
        error = add_problem(w, problem, life);
    else if (error != MIAI_OK && error != MIAI_NO_MEMORY) {
        fault = mi_error_details(w->problems->engine, error);
        error = MIAI_OK;
    }
    if (fault && !mi_interrupted()) {
        w->left_out++;
        mi_progress_line_erase(&w->progress);
        mi_print_clean(stderr, "%s: %s: left out: %s\n", w->problems->program, problem->name,
                       fault);
    }
    w->written += error == MIAI_OK && !fault;
    free(life);
    mi_page_json(&w->json, w->page);
    error = w->json.failed ? MIAI_NO_MEMORY : error;
    mi_reply_clear(&w->json);
    return error;
}

static void show_progress(struct page_writer *w, size_t i, size_t count)
{
    char line[64];
    if (!mi_progress_line_due(&w->progress))
        return;
    snprintf(line, sizeof line, "problem %zu of %zu", i + 1, count);
    mi_progress_line_show(&w->progress, line);
}

static int write_problems(struct page_writer *w, const struct mi_problem_list *list)
{
    int error = MIAI_OK;
    mi_reply_add(&w->json, "{\"days\":[");
    for (int box = 0; box <= MI_BOXES; box++)
        mi_reply_format(&w->json, box ? ",%d" : "%d", mi_box_days[box]);
    mi_reply_add(&w->json, "],\"problems\":[\n");
    for (size_t i = 0; i < list->count && error == MIAI_OK && !mi_interrupted(); i++) {
        show_progress(w, i, list->count);
        error = write_problem(w, &list->problem[i]);
    }
    mi_progress_line_erase(&w->progress);
    fputs("\n]}", w->page);
    return error;
}

/* ---- the file ---- */

static int write_page(struct page_writer *w, const struct mi_problem_list *list, const char *title)
{
    mi_page_begin(title, mi_page_style, w->page);
    mi_page_begin_data(w->page);
    int error = write_problems(w, list);
    mi_page_end_data(script, "startProblems()", w->page);
    mi_reply_free(&w->json);
    return error;
}

/* Writes the file; keeps an older one if that fails, if it is interrupted, or without problems. */
static int write_page_file(struct mi_problems *problems, const struct mi_problem_list *list,
                           const char *output)
{
    char message[MI_FILE_MESSAGE];
    struct mi_draft draft;
    if (!mi_begin_file(&draft, output, message)) {
        mi_print_clean(stderr, "%s: %s: %s\n", problems->program, output, message);
        problems->faults++;
        return MIAI_OK;
    }
    struct page_writer w = {.problems = problems, .page = draft.out};
    w.progress.overwrite = isatty(STDERR_FILENO);
    mi_interrupt_search(problems->engine);
    int error = write_page(&w, list, mi_system_basename(problems->paths[0]));
    bool complete = error == MIAI_OK && !mi_interrupted() && w.written > 0;
    mi_problems_end_search(problems);
    if (!complete)
        mi_draft_discard(&draft);
    else if (!mi_end_file(&draft, message)) {
        mi_print_clean(stderr, "%s: %s: %s\n", problems->program, output, message);
        problems->faults++;
    }
    printf("%ld problem%s on the page, %ld left out\n", complete ? w.written : 0,
           w.written == 1 ? "" : "s", w.left_out);
    problems->faults += error == MIAI_OK && !complete;
    return error;
}

/* Any other name is probably that of a problem, which the page would replace. */
static bool is_page_name(struct mi_problems *problems, const char *name)
{
    bool good = mi_has_extension(name, ".html");
    if (!good) {
        mi_print_clean(stderr, "%s: %s: not the name of a page; it must end with .html\n",
                       problems->program, name);
        problems->faults++;
    }
    return good;
}

int mi_problems_page(struct mi_problems *problems)
{
    const char *output = mi_problems_take_output(problems);
    struct mi_problem_list list = {.count = 0};
    if (!is_page_name(problems, output))
        return MIAI_OK;
    int error = mi_problem_list_read(&list, problems);
    if (error == MIAI_OK)
        error = write_page_file(problems, &list, output);
    mi_problem_list_free(&list);
    return error;
}
