/* Finds and reads the problems of files and folders. */
#include "problem.h"

#include "base/bytes.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static void report_problem_fault(struct mi_problems *problems, const char *file, long line,
                                 const char *why)
{
    problems->faults++;
    if (line > 0)
        mi_print_clean(stderr, "%s: %s:%ld: %s\n", problems->program, file, line, why);
    else
        mi_print_clean(stderr, "%s: %s: %s\n", problems->program, file, why);
}

int mi_problem_load(miai_engine *engine, const struct mi_problem *problem)
{
    return miai_game_record_load(engine, problem->record, 1, NULL);
}

int mi_problem_solution(miai_engine *engine, const struct mi_problem *problem, char *move)
{
    int player, error = MIAI_OK;
    *move = '\0';
    if (miai_game_record_moves(problem->record) > 0)
        error = miai_game_record_load(engine, problem->record, 2, NULL);
    if (error != MIAI_OK)
        return error;
    if (miai_game_record_moves(problem->record) > 0)
        miai_move_text(engine, 0, &player, move, MIAI_MOVE_TEXT);
    return mi_problem_load(engine, problem);
}

/* ---- a file ---- */

static bool list_reserve(struct mi_problem_list *list)
{
    if (list->count < list->capacity)
        return true;
    size_t capacity = list->capacity ? list->capacity * 2 : 64;
    struct mi_problem *more = realloc(list->problem, capacity * sizeof *more);
    if (!more)
        return false;
    list->problem = more;
    list->capacity = capacity;
    return true;
}

static bool list_keep_file(struct mi_problem_list *list, char *bytes)
{
    char **more = realloc(list->bytes, (list->files + 1) * sizeof *more);
    if (!more)
        return false;
    list->bytes = more;
    list->bytes[list->files++] = bytes;
    return true;
}

static uint64_t position_key(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    int shape[3] = {miai_width(engine), miai_height(engine), miai_turn(engine)};
    if (miai_board(engine, piece) != MIAI_OK)
        return 0;
    return mi_fnv(mi_fnv(MI_FNV_BASIS, shape, sizeof shape), piece, (size_t)(shape[0] * shape[1]));
}

static bool board_has_stones(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    bool any = false;
    if (miai_board(engine, piece) != MIAI_OK)
        return false;
    for (int i = 0; i < miai_width(engine) * miai_height(engine); i++)
        any |= piece[i] >= 0;
    return any;
}

/* Is it a problem, or one of the games that are asked for?  Otherwise reports why not. */
static bool check_record(const struct mi_problem_list *list, struct mi_problems *problems,
                         const struct mi_problem *problem, const char *file, const char *format,
                         long line)
{
    int error = mi_problem_load(problems->engine, problem);
    bool stones = error == MIAI_OK && board_has_stones(problems->engine);
    if (error == MIAI_OK && !stones)
        error = miai_game_record_load(problems->engine, problem->record, 0, NULL);
    if (error == MIAI_OK && (stones || list->games))
        return true;
    const char *why = error == MIAI_OK
                          ? "no stones before the first move; a problem begins with its stones"
                          : miai_error_reason(problems->engine, error);
    if (error != MIAI_OK && problem->number == 1)
        why = mi_first_record_fault(file, format, error, why);
    report_problem_fault(problems, file, line, why);
    return false;
}

/* Takes over the record. */
static int add_record(struct mi_problem_list *list, struct mi_problems *problems, const char *file,
                      const char *format, long line, int number, miai_game_record *record)
{
    char name[PATH_BYTES];
    struct mi_problem problem = {.record = record, .number = number};
    if (!check_record(list, problems, &problem, file, format, line)) {
        miai_game_record_free(record);
        return MIAI_OK;
    }
    snprintf(name, sizeof name, number > 1 ? "%s, game %d" : "%s", file, number);
    problem.name = strdup(name);
    problem.key = position_key(problems->engine);
    if (!problem.name || !list_reserve(list)) {
        free(problem.name);
        miai_game_record_free(record);
        return MIAI_NO_MEMORY;
    }
    list->problem[list->count++] = problem;
    return MIAI_OK;
}

static int add_records(struct mi_problem_list *list, struct mi_problems *problems, const char *path,
                       miai_file *file)
{
    const char *format = mi_format_of_file(path, file->bytes, file->length);
    miai_game_record *record;
    int error = MIAI_OK, number = 0;
    while (error == MIAI_OK) {
        long line = file->line;
        record = miai_game_record_read(format, file);
        if (file->fault_line > 0)
            report_problem_fault(problems, path, file->fault_line, file->fault);
        else if (!record)
            break;
        if (record)
            error = add_record(list, problems, path, format, line, ++number, record);
    }
    return error;
}

static int add_file(struct mi_problem_list *list, struct mi_problems *problems, const char *path)
{
    char why[MI_FILE_MESSAGE];
    miai_file file = {.line = 1};
    char *bytes = mi_load_text(path, &file.length, why);
    if (!bytes) {
        report_problem_fault(problems, path, 0, why);
        return MIAI_OK;
    }
    mi_print_note(problems->program, path, 0, why);
    if (!list_keep_file(list, bytes)) {
        free(bytes);
        return MIAI_NO_MEMORY;
    }
    file.bytes = bytes;
    return add_records(list, problems, path, &file);
}

/* ---- a folder ---- */

static int add_folder(struct mi_problem_list *list, struct mi_problems *problems,
                      const char *folder)
{
    struct mi_folder found;
    char path[PATH_BYTES];
    int error = MIAI_OK;
    if (!mi_folder_read(&found, folder))
        report_problem_fault(problems, folder, 0, strerror(errno));
    for (size_t i = 0; i < found.count && error == MIAI_OK; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, found.name[i]);
        if (length < 0 || length >= (int)sizeof path)
            report_problem_fault(problems, found.name[i], 0, "its path is too long");
        else if (mi_is_folder(path))
            error = mi_is_folder_loop(path) ? MIAI_OK : add_folder(list, problems, path);
        else if (mi_format_by_extension(path))
            error = add_file(list, problems, path);
    }
    mi_folder_free(&found);
    return error;
}

static int add_path(struct mi_problem_list *list, struct mi_problems *problems, const char *path)
{
    return mi_is_folder(path) ? add_folder(list, problems, path) : add_file(list, problems, path);
}

int mi_problem_list_read(struct mi_problem_list *list, struct mi_problems *problems)
{
    int error = MIAI_OK;
    for (char **path = problems->paths; *path && error == MIAI_OK; path++)
        error = add_path(list, problems, *path);
    return error;
}

char *mi_problems_take_output(struct mi_problems *problems)
{
    char **path = problems->paths;
    while (path[1])
        path++;
    char *output = *path;
    *path = NULL;
    return output;
}

void mi_problems_end_search(struct mi_problems *problems)
{
    bool interrupted = mi_interrupted();
    mi_interrupt_end();
    if (!interrupted)
        return;
    fprintf(stderr, "%s: interrupted\n", problems->program);
    problems->faults++;
}

void mi_problem_list_free(struct mi_problem_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        miai_game_record_free(list->problem[i].record);
        free(list->problem[i].name);
    }
    for (size_t i = 0; i < list->files; i++)
        free(list->bytes[i]);
    free(list->problem);
    free(list->bytes);
}
