#include "analyze.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/system.h"
#include "convert.h"
#include "protocol/io/file.h"
#include "protocol/io/input.h"
#include "protocol/io/reply.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 10000, PATH = 4096, NAME_SHOWN = 32 };

static void complain(struct mi_analyze *a, const char *file, long line, const char *what)
{
    a->faults++;
    if (line > 0)
        fprintf(stderr, "%s: %s:%ld: %s\n", a->program, file, line, what);
    else
        fprintf(stderr, "%s: %s: %s\n", a->program, file, what);
}

/* ---- progress ---- */

static void wipe(struct mi_analyze *a)
{
    if (a->width > 0)
        fprintf(stderr, "\r%*s\r", a->width, "");
    a->width = 0;
}

static void show_progress(struct mi_analyze *a, const char *file, int game, int move, int moves)
{
    char line[160];
    double gone = mi_clock() - a->begun;
    int skip = (int)strlen(file) - NAME_SHOWN; /* the end of a name tells most */
    if (!a->live)
        return;
    int n = snprintf(line, sizeof line, "%s, game %d, position %d of %d",
                     file + (skip > 0 ? skip : 0), game + 1, move, moves + 1);
    if (a->done > 0 && a->all > a->done) {
        long left = (long)(gone / (double)a->done * (double)(a->all - a->done));
        n += snprintf(line + n, sizeof line - (size_t)n, ", %ld:%02ld:%02ld left", left / 3600,
                      left / 60 % 60, left % 60);
    }
    fprintf(stderr, "\r%s%*s", line, a->width > n ? a->width - n : 0, "");
    a->width = n;
}

/* ---- one position ---- */

static bool load(struct mi_analyze *a, const struct mi_judged_game *game, int k, const char *file)
{
    long line;
    if (miai_game_record_load(a->engine, game->game_record, k + 1, &line) == MIAI_OK)
        return true;
    wipe(a);
    complain(a, file, line, miai_error_reason(a->engine, MIAI_NO_LOAD));
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
        show_progress(a, file, number, k + 1, game->moves);
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
            complain(a, name, file->fault_line, file->fault);
        if (game_record && miai_game_record_load(a->engine, game_record, 0, &line) != MIAI_OK) {
            bool none = count == 0 && !mi_format_of(name) && strcmp(format, "text") == 0;
            complain(a, name, line,
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
        complain(a, name, 0, text.failed ? miai_error_text(MIAI_NO_MEMORY) : error);
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
        complain(a, name, 0, miai_error_text(MIAI_NO_MEMORY));
    if (begun && mi_end_file(&draft, error))
        return true;
    complain(a, name, 0, error);
    return false;
}

/* "games/x.sgf" becomes "games/x-analysis" and the ending. */
static void write_name(char *to, const char *name, const char *ending)
{
    const char *dot = strrchr(mi_system_last_part(name), '.');
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(to, PATH, "%.*s-analysis%s", stem, name, ending ? ending : dot ? dot : "");
}

static void analyze_games(struct mi_analyze *a, const char *name, struct mi_judged_game *games,
                          int count, uint64_t key)
{
    char part_name[PATH], record[PATH], page[PATH], error[MI_FILE_WORDS];
    struct mi_draft part;
    bool good = true;
    write_name(part_name, name, ".part");
    write_name(record, name, NULL);
    write_name(page, name, ".html");
    if (!mi_analyze_open_part(&part, part_name, key, games, count, error)) {
        complain(a, part_name, 0, error);
        return;
    }
    a->begun = mi_clock();
    a->done = a->all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= games[i].moves; k++)
            a->all += !games[i].list[k].done;
    for (int i = 0; good && i < count; i++)
        good = judge_game(a, &games[i], i, name, part.out);
    wipe(a);
    bool kept = mi_end_file(&part, error);
    if (!kept)
        complain(a, part_name, 0, error);
    if (kept && mi_interrupted()) {
        snprintf(error, sizeof error, "interrupted after %ld of %ld positions", a->done, a->all);
        complain(a, part_name, 0, error);
        fputs("  what was found is in that file, and the same command goes on from it\n", stderr);
    }
    good = good && write_page(a, games, count, name, page);
    for (int i = 0; good && i < count; i++)
        mi_analyze_note(a->engine, &games[i]);
    if (good && write_record(a, games, count, record))
        remove(part_name);
}

static void analyze_file(struct mi_analyze *a, const char *name)
{
    miai_file file = {.line = 1};
    char error[MI_FILE_WORDS] = "its name is too long";
    char *bytes = strlen(name) + 32 < PATH ? mi_load_large(name, &file.length, error) : NULL;
    struct mi_judged_game *games = bytes ? calloc(GAMES_MAX, sizeof *games) : NULL;
    if (!games) {
        complain(a, name, 0, bytes ? miai_error_text(MIAI_NO_MEMORY) : error);
        free(bytes);
        return;
    }
    const char *format = mi_format_of(name);
    file.bytes = bytes;
    uint64_t key = mi_analyze_key(a->engine, bytes, file.length);
    int count = read_games(a, name, format ? format : miai_game_record_format(bytes, file.length),
                           &file, games);
    if (count > 0)
        analyze_games(a, name, games, count, key);
    free_games(games, count);
    free(bytes);
}

/* ---- folders ---- */

void mi_analyze_path(struct mi_analyze *a, const char *name)
{
    struct mi_folder folder;
    char path[PATH];
    if (!mi_is_folder(name)) {
        analyze_file(a, name);
        return;
    }
    mi_folder_read(&folder, name);
    for (size_t i = 0; i < folder.count && !mi_interrupted(); i++) {
        int length = snprintf(path, sizeof path, "%s/%s", name, folder.name[i]);
        bool record = !strstr(folder.name[i], "-analysis.");
        if (record && length < PATH - 32 && (mi_is_folder(path) || mi_format_of(path)))
            mi_analyze_path(a, path);
    }
    mi_folder_free(&folder);
}
