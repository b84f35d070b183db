#include "batch.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "program/page/page.h"
#include "protocol/io/file.h"
#include "protocol/io/input.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_POSITIONS = 16 };

/* ---- one game ---- */

static bool load_position(struct mi_analysis_run *a, const struct mi_game_analysis *game, int k,
                          const char *file)
{
    long line;
    int error = miai_game_record_load(a->engine, game->game_record, k + 1, &line);
    if (error == MIAI_OK)
        return true;
    mi_progress_line_erase(&a->progress);
    mi_analysis_report_error(a, file, line, miai_error_reason(a->engine, error));
    return false;
}

/* A proof about the move played also holds in the next position, even if a short search does not
 * find it again: the loser cannot lose more, and a winner who errs loses all of the value. */
static void keep_proven_value(const struct mi_game_analysis *game, int k)
{
    const struct mi_position_analysis *before = &game->list[k - 1];
    struct mi_position_analysis *position = &game->list[k];
    if (!before->certain || position->player == before->player)
        return;
    double played = mi_value_for_player(before->player, before->value) - before->loss;
    double found = mi_value_for_player(position->player, position->value);
    bool lost = played > 0.5; /* the side to move now has lost */
    bool agrees = found == (lost ? 0 : 1);
    position->value = mi_value_for_player(position->player, lost ? 0 : 1);
    if (!agrees) {
        position->leads = position->scored = false;
        position->points_lost = 0;
        memset(position->alternatives, 0, sizeof position->alternatives);
    }
    if (lost) {
        position->certain = true;
        position->loss = 0;
    } else if (position->loss > 0) {
        position->loss += 1 - found;
    }
}

/* Searches the k-th position of a game. */
static bool judge_position(struct mi_analysis_run *a, struct mi_game_analysis *game, int k,
                           int number, const char *file)
{
    struct mi_position_analysis *position = &game->list[k];
    struct mi_played_move played = {.player = MIAI_TURN};
    if (k < game->moves) {
        if (!load_position(a, game, k + 1, file))
            return false;
        mi_analysis_read_played_move(a->engine, &played);
    }
    if (!load_position(a, game, k, file))
        return false;
    mi_analysis_show_progress(a, file, number, k + 1, game->moves);
    mi_analyze_position(a->engine, &played, position);
    if (k > 0)
        keep_proven_value(game, k);
    position->done &= !mi_interrupted();
    return position->done;
}

/* Each position reuses the search tree of the previous one, except the first of each BLOCK.  So
 * an interrupted analysis resumes at the start of a block, with the same results as an
 * uninterrupted one. */
static int first_position_to_judge(struct mi_analysis_run *a, const struct mi_game_analysis *game,
                                   int *known)
{
    int k = 0;
    while (k <= game->moves && game->list[k].done)
        k++;
    *known = k;
    if (k > game->moves)
        return k;
    a->total += k % BLOCK_POSITIONS;
    return k - k % BLOCK_POSITIONS;
}

static bool judge_game(struct mi_analysis_run *a, struct mi_game_analysis *game, int number,
                       const char *file, struct mi_checkpoint *checkpoint)
{
    int known;
    for (int k = first_position_to_judge(a, game, &known); k <= game->moves; k++) {
        if (k % BLOCK_POSITIONS == 0)
            miai_forget(a->engine);
        free(game->list[k].owner);
        game->list[k] = (struct mi_position_analysis){.done = false};
        if (!judge_position(a, game, k, number, file))
            return false;
        if (k >= known) /* the file already has the earlier results */
            mi_checkpoint_store(checkpoint, number, k, &game->list[k]);
        a->done++;
    }
    return true;
}

/* ---- one file ---- */

/* Counts the games and positions, and reports errors in them. */
static int count_games(struct mi_analysis_run *a, struct mi_game_reader *games)
{
    struct mi_game_analysis game;
    a->done = a->total = 0;
    games->errors = (struct mi_file_errors){.program = a->program, .file = games->name};
    while (!mi_interrupted() && mi_game_reader_next(a, games, true, &game)) {
        mi_file_errors_release(&games->errors);
        a->total += game.moves + 1;
        mi_game_analysis_free(&game);
    }
    mi_file_errors_finish(&games->errors);
    a->faults += games->errors.count;
    return games->count;
}

static bool judge_games(struct mi_analysis_run *a, struct mi_game_reader *games,
                        struct mi_checkpoint *checkpoint)
{
    struct mi_game_analysis game;
    bool good = true;
    a->started_at = mi_clock();
    a->total -= checkpoint->count;
    mi_game_reader_rewind(games);
    while (good && mi_game_reader_next(a, games, false, &game)) {
        mi_checkpoint_restore(checkpoint, games->count - 1, &game);
        good = judge_game(a, &game, games->count - 1, games->name, checkpoint);
        mi_game_analysis_free(&game);
    }
    mi_progress_line_erase(&a->progress);
    return good && !games->failed;
}

static void report_interrupted(struct mi_analysis_run *a, const char *checkpoint)
{
    char text[MI_FILE_MESSAGE];
    snprintf(text, sizeof text, "interrupted after %ld of %ld positions", a->done, a->total);
    mi_analysis_report_error(a, checkpoint, 0, text);
    fputs("  the results are in that file; the same command resumes\n", stderr);
}

/* Names the output files; only on a terminal. */
static void report_written(const char *name)
{
    char record[MI_ANALYSIS_PATH], page[MI_ANALYSIS_PATH];
    mi_analysis_output_name(record, name, NULL);
    mi_page_file_name(page, name, 0);
    mi_print_clean(stderr, "The annotated record is %s; open %s in a browser.\n", record, page);
}

/* Analyses all games and writes the results.  False: analysis or results are incomplete. */
static bool analyze_games(struct mi_analysis_run *a, struct mi_game_reader *games, int count)
{
    char name[MI_ANALYSIS_PATH], error[MI_FILE_MESSAGE];
    struct mi_checkpoint checkpoint = {.line = NULL};
    uint64_t key;
    mi_analysis_output_name(name, games->output_base, ".part");
    snprintf(error, sizeof error, "%s", miai_error_text(MIAI_NO_MEMORY));
    bool opened = mi_analysis_key(a->engine, games->bytes, games->file.length, &key) &&
                  mi_checkpoint_open(&checkpoint, name, key, error);
    bool good = opened && judge_games(a, games, &checkpoint);
    bool reopened = opened && mi_checkpoint_rewind(&checkpoint, name, error);
    if (!opened || !reopened)
        mi_analysis_report_error(a, name, 0, error);
    good = good && reopened && mi_batch_write_results(a, games, &checkpoint, count);
    bool closed = mi_checkpoint_close(&checkpoint, error);
    if (reopened && !closed)
        mi_analysis_report_error(a, name, 0, error);
    if (reopened && closed && mi_interrupted())
        report_interrupted(a, name);
    good = good && closed;
    if (good)
        remove(name);
    if (good && a->progress.overwrite)
        report_written(games->output_base);
    return good;
}

bool mi_batch_analyze_file(struct mi_analysis_run *a, const char *name)
{
    struct mi_game_reader games;
    char error[MI_FILE_MESSAGE], output_base[MI_ANALYSIS_PATH];
    bool good = mi_game_reader_open(&games, name, error);
    mi_analysis_output_base(a, name, output_base);
    games.output_base = output_base;
    if (!good)
        mi_analysis_report_error(a, name, 0, error);
    else
        mi_print_note(a->program, name, 0, error);
    int count = good ? count_games(a, &games) : 0;
    if (good && mi_interrupted()) {
        mi_analysis_report_error(a, name, 0, "interrupted before the first position");
        good = false;
    }
    good = good && !games.failed && (count == 0 || analyze_games(a, &games, count));
    mi_game_reader_close(&games);
    return good;
}

bool mi_batch_file_key(const struct mi_analysis_run *a, const char *name, uint64_t *key)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    char *bytes = mi_load_large(name, &length, error);
    bool good = bytes && mi_analysis_key(a->engine, bytes, length, key);
    free(bytes);
    return good;
}

static bool have_same_page(const struct mi_analysis_run *a, const char *name, const char *other)
{
    char page[MI_ANALYSIS_PATH], other_page[MI_ANALYSIS_PATH], output_base[MI_ANALYSIS_PATH];
    mi_analysis_output_base(a, name, output_base);
    mi_page_file_name(page, output_base, 0);
    mi_analysis_output_base(a, other, output_base);
    mi_page_file_name(other_page, output_base, 0);
    return mi_is_same_path(page, other_page);
}

/* Is it the output of another file's analysis? */
static bool is_output_of(const struct mi_analysis_run *a, const char *name, const char *other)
{
    char record[MI_ANALYSIS_PATH], output_base[MI_ANALYSIS_PATH];
    mi_analysis_output_base(a, other, output_base);
    mi_analysis_output_name(record, output_base, NULL);
    return mi_is_same_path(record, name);
}

/* Is the i-th file skipped because its output would collide with another file? */
static bool has_conflict(const struct mi_analysis_run *a, char *const *name, size_t i, char *text,
                         size_t size)
{
    for (size_t k = 0; name[k]; k++) {
        if (mi_is_folder(name[k]) || mi_is_same_path(name[i], name[k]))
            continue;
        bool same = k < i && have_same_page(a, name[i], name[k]);
        if (same)
            snprintf(text, size, "not analysed: the output of %.60s has the same name", name[k]);
        else if (is_output_of(a, name[i], name[k]))
            snprintf(text, size, "not analysed: the output of %.60s would replace it", name[k]);
        else
            continue;
        return true;
    }
    return false;
}

void mi_batch_analyze_path(struct mi_analysis_run *a, char *const *name, size_t i)
{
    char text[MI_FILE_MESSAGE];
    if (a->output && !mi_make_folder(a->output, text))
        mi_analysis_report_error(a, a->output, 0, text);
    else if (mi_is_folder(name[i]))
        mi_collection_run(a, name[i]);
    else if (has_conflict(a, name, i, text, sizeof text))
        mi_analysis_report_error(a, name[i], 0, text);
    else
        mi_batch_analyze_file(a, name[i]);
}
