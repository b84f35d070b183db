#include "analyze.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/system.h"
#include "collection.h"
#include "convert.h"
#include "protocol/io/file.h"
#include "protocol/io/input.h"
#include "protocol/io/reply.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 10000, PATH = 4096 };

/* ---- one position ---- */

static bool load(struct mi_analyze *a, const struct mi_judged_game *game, int k, const char *file)
{
    long line;
    if (miai_game_record_load(a->engine, game->game_record, k + 1, &line) == MIAI_OK)
        return true;
    mi_live_wipe(&a->live);
    mi_analyze_complain(a, file, line, miai_error_reason(a->engine, MIAI_NO_LOAD));
    return false;
}

/* ---- one game ---- */

static bool judge_game(struct mi_analyze *a, struct mi_judged_game *game, int number,
                       const char *file, FILE *part)
{
    miai_forget(a->engine); /* the tree of another game, deep in it, says nothing of this one */
    for (int k = 0; k <= game->moves; k++) {
        struct mi_judged *judged = &game->list[k];
        struct mi_made made = {.player = MIAI_TURN};
        if (k < game->moves) {
            if (!load(a, game, k + 1, file))
                return false;
            mi_analyze_made(a->engine, &made);
            memcpy(judged->played, made.move, sizeof judged->played);
        }
        if (judged->done)
            continue;
        if (!load(a, game, k, file))
            return false;
        mi_analyze_show(a, file, number, k + 1, game->moves);
        mi_analyze_judge(a->engine, &made, judged);
        if (mi_interrupted()) {
            judged->done = false;
            return false;
        }
        mi_analyze_keep(part, number, k, judged);
        a->done++;
    }
    return true;
}

/* ---- one file ---- */

static void free_games(struct mi_judged_game *games, int count)
{
    for (int i = 0; i < count; i++) {
        miai_game_record_free(games[i].game_record);
        for (int k = 0; k <= games[i].moves; k++)
            free(games[i].list[k].owner);
        free(games[i].list);
    }
    free(games);
}

/* The games that can be played through. */
static int read_games(struct mi_analyze *a, const char *name, const char *format, miai_file *file,
                      struct mi_judged_game *games)
{
    int count = 0;
    long line;
    while (count < GAMES_MAX) {
        miai_game_record *game_record = miai_game_record_read(format, file);
        if (!game_record && file->fault_line == 0)
            break;
        if (file->fault_line)
            mi_analyze_complain(a, name, file->fault_line, file->fault);
        if (game_record && miai_game_record_load(a->engine, game_record, 0, &line) != MIAI_OK) {
            bool none = count == 0 && !mi_format_of(name) && strcmp(format, "text") == 0;
            mi_analyze_complain(a, name, line,
                                none ? "no record of games (SGF, PGN, EPD, or text of miai's)"
                                     : miai_error_reason(a->engine, MIAI_NO_LOAD));
            miai_game_record_free(game_record);
            if (none)
                break;
        } else if (game_record) {
            int moves = miai_game_record_moves(game_record);
            struct mi_judged *list = calloc((size_t)moves + 1, sizeof *list);
            if (!list) {
                miai_game_record_free(game_record);
                break;
            }
            games[count++] = (struct mi_judged_game){game_record, moves, list, format};
        }
    }
    return count;
}

/* The text of all games; failed: there is no memory for it. */
static struct mi_reply text_of(const struct mi_judged_game *games, int count)
{
    struct mi_reply text = {0};
    for (int i = 0; i < count; i++)
        mi_reply_game_record(&text, games[i].game_record);
    return text;
}

static bool write_record(struct mi_analyze *a, const struct mi_judged_game *games, int count,
                         const char *name)
{
    struct mi_reply text = text_of(games, count);
    char error[MI_FILE_WORDS];
    bool written = !text.failed && mi_write_file(name, text.text, text.length, error);
    if (!written)
        mi_analyze_complain(a, name, 0, text.failed ? miai_error_text(MIAI_NO_MEMORY) : error);
    mi_reply_free(&text);
    return written;
}

static bool write_page(struct mi_analyze *a, const struct mi_judged_game *games, int count,
                       const char *title, const char *name)
{
    struct mi_draft draft;
    char error[MI_FILE_WORDS];
    bool begun = mi_begin_file(&draft, name, error);
    bool whole = begun && mi_analyze_page(a->engine, games, count, title, draft.out);
    if (begun && !whole)
        mi_analyze_complain(a, name, 0, miai_error_text(MIAI_NO_MEMORY));
    if (begun && mi_end_file(&draft, error))
        return true;
    mi_analyze_complain(a, name, 0, error);
    return false;
}

void mi_analyze_name(char *to, const char *name, const char *ending)
{
    const char *dot = strrchr(mi_system_last_part(name), '.');
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(to, PATH, "%.*s-analysis%s", stem, name, ending ? ending : dot ? dot : "");
}

/* What was found, as the table of a folder has it. */
static void tell_whole(struct mi_analyze *a, const struct mi_judged_game *games, int count)
{
    for (int i = 0; a->part_of.name && i < count; i++) {
        mi_collection_rows(&games[i], a->part_of.name, i + 1, a->part_of.rows);
        if (miai_game_record_load(a->engine, games[i].game_record, 1, NULL) == MIAI_OK)
            mi_collection_fields(a->engine, &games[i], a->part_of.fields);
    }
}

/* False: not all was found, or written. */
static bool analyze_games(struct mi_analyze *a, const char *name, struct mi_judged_game *games,
                          int count, uint64_t key)
{
    char part_name[PATH], record[PATH], page[PATH], error[MI_FILE_WORDS];
    struct mi_draft part;
    bool good = true;
    mi_analyze_name(part_name, name, ".part");
    mi_analyze_name(record, name, NULL);
    mi_analyze_name(page, name, ".html");
    if (!mi_analyze_open_part(&part, part_name, key, games, count, error)) {
        mi_analyze_complain(a, part_name, 0, error);
        return false;
    }
    a->begun = mi_clock();
    a->done = a->all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= games[i].moves; k++)
            a->all += !games[i].list[k].done;
    for (int i = 0; good && i < count; i++)
        good = judge_game(a, &games[i], i, name, part.out);
    mi_live_wipe(&a->live);
    bool kept = mi_end_file(&part, error);
    if (!kept)
        mi_analyze_complain(a, part_name, 0, error);
    if (kept && mi_interrupted()) {
        snprintf(error, sizeof error, "interrupted after %ld of %ld positions", a->done, a->all);
        mi_analyze_complain(a, part_name, 0, error);
        fputs("  what was found is in that file, and the same command goes on from it\n", stderr);
    }
    good = good && write_page(a, games, count, name, page);
    if (good)
        tell_whole(a, games, count);
    for (int i = 0; good && i < count; i++)
        mi_analyze_note(a->engine, &games[i]);
    good = good && write_record(a, games, count, record);
    if (good)
        remove(part_name);
    return good;
}

bool mi_analyze_file(struct mi_analyze *a, const char *name)
{
    miai_file file = {.line = 1};
    char error[MI_FILE_WORDS] = "its name is too long";
    char *bytes = strlen(name) + 32 < PATH ? mi_load_large(name, &file.length, error) : NULL;
    struct mi_judged_game *games = bytes ? calloc(GAMES_MAX, sizeof *games) : NULL;
    if (!games) {
        mi_analyze_complain(a, name, 0, bytes ? miai_error_text(MIAI_NO_MEMORY) : error);
        free(bytes);
        return false;
    }
    const char *format = mi_format_of(name);
    file.bytes = bytes;
    uint64_t key = mi_analyze_key(a->engine, bytes, file.length);
    int count = read_games(a, name, format ? format : miai_game_record_format(bytes, file.length),
                           &file, games);
    bool good = count == 0 || analyze_games(a, name, games, count, key);
    free_games(games, count);
    free(bytes);
    return good;
}

bool mi_analyze_file_key(const struct mi_analyze *a, const char *name, uint64_t *key)
{
    char error[MI_FILE_WORDS];
    size_t length;
    char *bytes = mi_load_large(name, &length, error);
    if (bytes)
        *key = mi_analyze_key(a->engine, bytes, length);
    free(bytes);
    return bytes != NULL;
}

void mi_analyze_path(struct mi_analyze *a, const char *name)
{
    if (mi_is_folder(name))
        mi_collection_run(a, name);
    else
        mi_analyze_file(a, name);
}
