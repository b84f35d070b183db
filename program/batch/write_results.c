/* Writes the results of a file's games: the annotated record, pages, and CSV lines if a folder
 * is analysed. */
#include "batch.h"

#include "base/interrupt.h"
#include "program/page/page.h"
#include "protocol/io/file.h"

#include <string.h>

struct result {
    struct mi_analysis_run *analyze;
    const struct mi_game_reader *games;
    int count;                          /* games in the file */
    struct mi_draft record, page, rows; /* rows: only for a folder */
};

/* ---- files ---- */

static bool result_fail(struct result *r, const char *name, const char *why)
{
    mi_analysis_report_error(r->analyze, name, 0, why);
    return false;
}

static bool begin_result_file(struct result *r, struct mi_draft *draft, const char *name)
{
    char error[MI_FILE_MESSAGE];
    return mi_begin_file(draft, name, error) || result_fail(r, name, error);
}

static bool end_result_file(struct result *r, struct mi_draft *draft, const char *name)
{
    char error[MI_FILE_MESSAGE];
    return mi_end_file(draft, error) || result_fail(r, name, error);
}

/* Writes a text and frees it. */
static bool write_result_text(struct result *r, struct mi_reply *text, FILE *out)
{
    bool complete = !text->failed;
    if (complete && text->length > 0)
        fwrite(text->text, 1, text->length, out);
    mi_reply_free(text);
    return complete || result_fail(r, r->games->name, miai_error_text(MIAI_NO_MEMORY));
}

/* ---- one game ---- */

/* Adds the game to its page. */
static bool write_game_page(struct result *r, const struct mi_game_analysis *game, int number)
{
    char name[MI_ANALYSIS_PATH];
    bool last = number + 1 == r->count || (number + 1) % MI_PAGE_GAMES == 0;
    mi_page_file_name(name, r->games->output_base, number);
    if (number % MI_PAGE_GAMES == 0 &&
        (!begin_result_file(r, &r->page, name) ||
         !mi_page_open(r->games->name, number, r->count, r->page.out)))
        return false;
    if (!mi_page_add(r->analyze->engine, game, number, r->page.out))
        return result_fail(r, name, miai_error_text(MIAI_NO_MEMORY));
    if (last)
        mi_page_end(r->page.out);
    return !last || end_result_file(r, &r->page, name);
}

/* Writes the CSV lines and the fields of the folder's table. */
static bool write_rows(struct result *r, const struct mi_game_analysis *game, int number)
{
    struct mi_reply rows = {.text = NULL};
    const struct mi_folder_output *complete = &r->analyze->folder_output;
    if (!complete->name)
        return true;
    mi_collection_write_rows(game, complete->name, number + 1, &rows);
    if (miai_game_record_load(r->analyze->engine, game->game_record, 1, NULL) == MIAI_OK)
        mi_collection_write_fields(r->analyze->engine, game, complete->fields);
    return write_result_text(r, &rows, r->rows.out);
}

static bool write_annotated_record(struct result *r, const struct mi_game_analysis *game)
{
    struct mi_reply text = {.text = NULL};
    mi_analysis_annotate(r->analyze->engine, game);
    mi_reply_add_game_record(&text, game->game_record);
    return write_result_text(r, &text, r->record.out);
}

/* Fills in the moves played, in the engine's notation. */
static void fill_in_played_moves(miai_engine *engine, struct mi_game_analysis *game)
{
    for (int k = 0; k < game->moves; k++) {
        struct mi_played_move played = {.player = MIAI_TURN};
        if (miai_game_record_load(engine, game->game_record, k + 2, NULL) == MIAI_OK)
            mi_analysis_read_played_move(engine, &played);
        memcpy(game->list[k].played, played.move, sizeof played.move);
    }
}

/* The random moves of the opening are nobody's mistakes. */
static void ignore_random_opening(struct mi_game_analysis *game)
{
    for (int k = 0; k < game->random_plies && k < game->moves; k++)
        game->list[k].loss = game->list[k].points_lost = 0;
}

/* ---- all games ---- */

static bool write_games(struct result *r, struct mi_game_reader *games,
                        struct mi_checkpoint *checkpoint)
{
    struct mi_game_analysis game;
    bool good = true;
    for (mi_game_reader_rewind(games);
         good && mi_game_reader_next(r->analyze, games, false, &game);) {
        int number = games->count - 1;
        mi_checkpoint_restore(checkpoint, number, &game);
        fill_in_played_moves(r->analyze->engine, &game);
        ignore_random_opening(&game);
        good = !mi_interrupted() && write_game_page(r, &game, number) &&
               write_rows(r, &game, number) && write_annotated_record(r, &game);
        mi_game_analysis_free(&game);
    }
    return good && !games->failed;
}

bool mi_batch_write_results(struct mi_analysis_run *a, struct mi_game_reader *games,
                            struct mi_checkpoint *checkpoint, int count)
{
    struct result r = {.analyze = a, .games = games, .count = count};
    char record[MI_ANALYSIS_PATH], rows[MI_ANALYSIS_PATH];
    mi_analysis_output_name(record, games->output_base, NULL);
    mi_analysis_output_name(rows, games->output_base, ".rows");
    bool good = begin_result_file(&r, &r.record, record) &&
                (!a->folder_output.name || begin_result_file(&r, &r.rows, rows)) &&
                write_games(&r, games, checkpoint);
    good = good && (!a->folder_output.name || end_result_file(&r, &r.rows, rows)) &&
           end_result_file(&r, &r.record, record);
    mi_draft_discard(&r.page);
    mi_draft_discard(&r.rows);
    mi_draft_discard(&r.record);
    return good;
}
