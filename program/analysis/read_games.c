/* Reads the games of a file one at a time, possibly several times. */
#include "analysis.h"

#include "base/system.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mi_analysis_output_name(char *to, const char *name, const char *ending)
{
    const char *dot = strrchr(mi_system_basename(name), '.');
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(to, MI_ANALYSIS_PATH, "%.*s-analysis%s", stem, name, ending ? ending : dot ? dot : "");
}

void mi_analysis_output_base(const struct mi_analysis_run *a, const char *name, char *output_base)
{
    const char *inside = a->folder_output.name ? a->folder_output.name : mi_system_basename(name);
    if (a->output)
        snprintf(output_base, MI_ANALYSIS_PATH, "%s/%s", a->output, inside);
    else
        snprintf(output_base, MI_ANALYSIS_PATH, "%s", name);
}

bool mi_game_reader_open(struct mi_game_reader *games, const char *name, char *error)
{
    *games = (struct mi_game_reader){.name = name, .output_base = name, .file = {.line = 1}};
    snprintf(error, MI_FILE_MESSAGE, "the file name is too long");
    if (strlen(name) + 32 < MI_ANALYSIS_PATH)
        games->bytes = mi_load_text(name, &games->file.length, error);
    if (!games->bytes)
        return false;
    games->file.bytes = games->bytes;
    games->format = mi_format_of_file(name, games->bytes, games->file.length);
    return true;
}

void mi_game_reader_close(struct mi_game_reader *games)
{
    free(games->bytes);
    games->bytes = NULL;
}

void mi_game_reader_rewind(struct mi_game_reader *games)
{
    games->file = (miai_file){.bytes = games->bytes, .length = games->file.length, .line = 1};
    games->count = 0;
}

/* Are all moves legal?  A file that is not a record at all is reported once, and reading ends. */
static bool is_playable(struct mi_analysis_run *a, struct mi_game_reader *games, bool report,
                        const miai_game_record *record)
{
    long line;
    int error = miai_game_record_load(a->engine, record, 0, &line);
    if (error == MIAI_OK) {
        mi_print_note(a->program, games->name, line, report ? miai_note(a->engine) : "");
        return true;
    }
    const char *reason = miai_error_reason(a->engine, error), *fault = reason;
    if (games->count == 0)
        fault = mi_first_record_fault(games->name, games->format, error, reason);
    if (report)
        mi_file_errors_add(&games->errors, line, fault);
    if (fault != reason)
        games->file.offset = games->file.length;
    return false;
}

/* Reads the opening that "miai match" writes: "4 random moves", in earlier versions "4 moves drawn
 * by lot". */
static int count_random_moves(const miai_engine *engine, const miai_game_record *record)
{
    char opening[64];
    if (miai_game_record_tell(engine, record, "opening", opening, sizeof opening) < 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        int moves = 0, length = 0;
        if (sscanf(opening, i == 0 ? "%4d random moves%n" : "%4d moves drawn by lot%n", &moves,
                   &length) == 1 &&
            length > 0)
            return moves;
    }
    return 0;
}

static bool start_game_analysis(struct mi_analysis_run *a, struct mi_game_reader *games,
                                miai_game_record *record, struct mi_game_analysis *game)
{
    int moves = miai_game_record_moves(record);
    struct mi_position_analysis *list = calloc((size_t)moves + 1, sizeof *list);
    *game = (struct mi_game_analysis){record, moves, list, games->format,
                                      count_random_moves(a->engine, record)};
    games->count += list != NULL;
    games->failed |= !list;
    if (!list)
        mi_analysis_report_error(a, games->name, 0, miai_error_text(MIAI_NO_MEMORY));
    return list != NULL;
}

bool mi_game_reader_next(struct mi_analysis_run *a, struct mi_game_reader *games, bool report,
                         struct mi_game_analysis *game)
{
    while (!games->failed) {
        miai_game_record *record = miai_game_record_read(games->format, &games->file);
        if (!record && games->file.fault_line == 0)
            return false;
        if (games->file.fault_line && report)
            mi_file_errors_add(&games->errors, games->file.fault_line, games->file.fault);
        if (record && is_playable(a, games, report, record) &&
            start_game_analysis(a, games, record, game))
            return true;
        miai_game_record_free(record);
    }
    return false;
}

void mi_game_analysis_free(struct mi_game_analysis *game)
{
    miai_game_record_free(game->game_record);
    for (int k = 0; k <= game->moves; k++)
        free(game->list[k].owner);
    free(game->list);
}
