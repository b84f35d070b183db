#include "batch.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/shared/ledger.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct collection {
    struct mi_analyze *analyze;
    const char *folder;
    struct mi_collection_files files;
    struct mi_collection_done done;
    struct mi_ledger ledger;
    char table[MI_COLLECTION_PATH], csv[MI_COLLECTION_PATH], page[MI_COLLECTION_PATH];
    bool columned; /* the CSV has its columns */
    bool broken;   /* nothing can be written down */
};

/* ---- what is written down ---- */

static const char columns_line[] = "columns";

static void take_line(void *context, char *line)
{
    struct collection *c = context;
    char *field[MI_COLLECTION_HEAD + 1], *end;
    if (strcmp(line, columns_line) == 0)
        c->columned = true;
    if (mi_collection_split(line, field, MI_COLLECTION_HEAD + 1) < MI_COLLECTION_HEAD)
        return;
    uint64_t key = strtoull(field[0], &end, 16);
    mi_collection_read_name(field[2]);
    if (*field[0] && !*end)
        mi_collection_put(&c->done, field[2], key, atoi(field[1]));
}

static bool fail(struct collection *c, const char *why)
{
    if (!c->broken)
        mi_analyze_complain(c->analyze, c->table, 0, why);
    c->broken = true;
    return false;
}

/* Hears from others, and keeps them from writing until it leaves. */
static bool enter(struct collection *c)
{
    enum mi_ledger_state state = MI_LEDGER_BUSY;
    while (state == MI_LEDGER_BUSY && !mi_interrupted())
        state = mi_ledger_begin(&c->ledger, 1);
    if (state == MI_LEDGER_FAILED)
        fail(c, strerror(errno));
    if (state == MI_LEDGER_HELD && c->done.failed) {
        mi_ledger_end(&c->ledger);
        return fail(c, miai_error_text(MIAI_NO_MEMORY));
    }
    long done = (long)c->done.count;
    c->analyze->whole.done = done < c->analyze->whole.all ? done : c->analyze->whole.all;
    return state == MI_LEDGER_HELD;
}

static void leave(struct collection *c)
{
    mi_ledger_end(&c->ledger);
}

/* Where it is told what a file has come to. */
static bool open_table(struct collection *c)
{
    char head[64], error[MI_FILE_ERROR];
    uint64_t key;
    if (!mi_analyze_key(c->analyze->engine, "", 0, &key))
        return fail(c, miai_error_text(MIAI_NO_MEMORY));
    snprintf(c->table, sizeof c->table, "%s/analysis.table", c->folder);
    snprintf(c->csv, sizeof c->csv, "%s/analysis.csv", c->folder);
    snprintf(c->page, sizeof c->page, "%s/analysis.html", c->folder);
    snprintf(head, sizeof head, "miai-analyses %016" PRIx64, key);
    c->ledger.take = take_line;
    c->ledger.context = c;
    if (!mi_ledger_open(&c->ledger, c->table, head, c->csv, error, sizeof error))
        return fail(c, c->ledger.alien
                           ? "of other options; repeat them, or begin anew without this file and "
                             "analysis.csv"
                           : error);
    if (!enter(c))
        return false;
    bool good = c->columned || mi_ledger_write(&c->ledger, columns_line, mi_collection_columns,
                                               strlen(mi_collection_columns));
    if (!good)
        fail(c, strerror(errno));
    leave(c);
    return good;
}

/* ---- one file ---- */

static void path_of(const struct collection *c, size_t i, char path[MI_COLLECTION_PATH])
{
    snprintf(path, MI_COLLECTION_PATH, "%s/%s", c->folder, c->files.name[i]);
}

enum claim { MINE, DONE, ELSEWHERE, NOWHERE };

/* Whose it is: what is done is done of a file that was the same. */
static enum claim claim(struct collection *c, size_t i)
{
    const char *name = c->files.name[i];
    char path[MI_COLLECTION_PATH];
    uint64_t own = 0;
    for (path_of(c, i, path);;) {
        if (!enter(c))
            return NOWHERE;
        const struct mi_collection_key *known = mi_collection_find(&c->done, name);
        if (known && own == known->key) {
            leave(c);
            return DONE;
        }
        if (!known || own != 0) {
            bool mine = mi_ledger_claim(&c->ledger, mi_collection_name_key(name));
            leave(c);
            return mine ? MINE : ELSEWHERE;
        }
        leave(c);
        if (!mi_analyze_file_key(c->analyze, path, &own))
            own = ~known->key; /* it cannot be read, which will be said */
    }
}

/* Writes a line, with the lines of CSV that the analysis of the file left, if it has games. */
static bool write_line(struct collection *c, const char *path, const char *line)
{
    char name[MI_COLLECTION_PATH], why[MI_FILE_ERROR];
    size_t length;
    mi_analyze_name(name, path, ".rows");
    FILE *rows = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    bool good = rows ? mi_ledger_write_file(&c->ledger, line, rows)
                     : mi_ledger_write(&c->ledger, line, NULL, 0);
    if (!good)
        fail(c, strerror(errno));
    if (rows) {
        fclose(rows);
        remove(name);
    }
    return good;
}

/* Analyses a file that is claimed, and writes down what came of it. */
static void analyze(struct collection *c, size_t i)
{
    struct mi_analyze *a = c->analyze;
    struct mi_reply fields = {.text = NULL}, line = {.text = NULL};
    const char *name = c->files.name[i];
    char path[MI_COLLECTION_PATH];
    long faults = a->faults;
    uint64_t key = 0;
    path_of(c, i, path);
    a->part_of = (struct mi_part_of_whole){name, &fields};
    bool done = mi_analyze_file_key(a, path, &key) && mi_analyze_file(a, path);
    a->part_of = (struct mi_part_of_whole){NULL, NULL};
    mi_reply_format(&line, "%016" PRIx64 "\t%ld\t", key, a->faults - faults);
    mi_collection_add_name(&line, name);
    mi_reply_bytes(&line, fields.text ? fields.text : "", fields.length);
    if (done && (fields.failed || line.failed))
        fail(c, miai_error_text(MIAI_NO_MEMORY));
    if (enter(c)) {
        if (done && !c->broken && write_line(c, path, line.text))
            mi_collection_put(&c->done, name, key, (int)(a->faults - faults));
        mi_ledger_release(&c->ledger, mi_collection_name_key(name));
        leave(c);
    }
    mi_reply_free(&line);
    mi_reply_free(&fields);
}

/* ---- all files ---- */

/* Goes through those that are open, and returns how many others have. */
static size_t go_through(struct collection *c, bool *settled)
{
    size_t elsewhere = 0;
    for (size_t i = 0; i < c->files.count && !mi_interrupted() && !c->broken; i++) {
        enum claim whose = settled[i] ? DONE : claim(c, i);
        settled[i] = whose == DONE || whose == MINE;
        elsewhere += whose == ELSEWHERE;
        if (whose == MINE)
            analyze(c, i);
    }
    return elsewhere;
}

/* Until all are done: one that breaks down leaves its file to the others. */
static void do_all(struct collection *c)
{
    const struct timespec moment = {.tv_nsec = 300000000};
    bool *settled = calloc(c->files.count + 1, sizeof *settled);
    if (!settled) {
        fail(c, miai_error_text(MIAI_NO_MEMORY));
        return;
    }
    while (go_through(c, settled) > 0 && !mi_interrupted() && !c->broken) {
        mi_analyze_tell(c->analyze, "waiting for other processes");
        nanosleep(&moment, NULL);
    }
    mi_live_wipe(&c->analyze->live);
    free(settled);
}

/* ---- the end ---- */

/* The lines of the table. */
struct lines {
    char **line;
    size_t count, room;
    bool failed;
};

static void collect(void *context, char *line)
{
    struct lines *lines = context;
    if (lines->count == lines->room) {
        size_t room = lines->room * 2 + 256;
        char **more = realloc(lines->line, room * sizeof *more);
        lines->failed |= !more;
        if (!more)
            return;
        lines->line = more;
        lines->room = room;
    }
    char *copy = strchr(line, '\t') ? strdup(line) : NULL;
    lines->failed |= !copy && strchr(line, '\t');
    if (copy)
        lines->line[lines->count++] = copy;
}

static void write_index(struct collection *c)
{
    struct lines lines = {.line = NULL};
    struct mi_draft draft;
    char error[MI_FILE_WORDS];
    if (!enter(c))
        return;
    bool read = mi_ledger_again(&c->ledger, collect, &lines);
    leave(c);
    bool begun = mi_begin_file(&draft, c->page, error);
    if (begun && read && !lines.failed)
        mi_collection_index(lines.line, lines.count, c->folder, draft.out);
    if (!read || lines.failed)
        mi_analyze_complain(c->analyze, c->page, 0, miai_error_text(MIAI_NO_MEMORY));
    if (!begun || !mi_end_file(&draft, error))
        mi_analyze_complain(c->analyze, c->page, 0, error);
    for (size_t i = 0; i < lines.count; i++)
        free(lines.line[i]);
    free(lines.line);
}

/* Faults that others have met count for each. */
static void count_faults(struct collection *c, long before)
{
    long faulty = 0;
    for (size_t i = 0; i < c->files.count; i++) {
        const struct mi_collection_key *key = mi_collection_find(&c->done, c->files.name[i]);
        faulty += key && key->faults > 0;
    }
    if (faulty == 0 || c->analyze->faults > before)
        return;
    char text[100];
    snprintf(text, sizeof text, "%ld of the files have faults; this file says how many each",
             faulty);
    mi_analyze_complain(c->analyze, c->table, 0, text);
}

/* What two records are analysed to would be called the same. */
static void drop_namesakes(struct collection *c)
{
    struct mi_collection_files *files = &c->files;
    char path[MI_COLLECTION_PATH], text[128];
    for (size_t i = files->count; i-- > 1;) {
        const char *namesake = mi_namesake(files->name, i);
        if (!namesake)
            continue;
        snprintf(text, sizeof text, "not analysed: what %.60s becomes has the same name", namesake);
        path_of(c, i, path);
        mi_analyze_complain(c->analyze, path, 0, text);
        free(files->name[i]);
        memmove(&files->name[i], &files->name[i + 1], (--files->count - i) * sizeof *files->name);
    }
}

void mi_collection_run(struct mi_analyze *a, const char *folder)
{
    struct collection *c = calloc(1, sizeof *c);
    long faults = a->faults;
    if (!c) {
        mi_analyze_complain(a, folder, 0, miai_error_text(MIAI_NO_MEMORY));
        return;
    }
    c->analyze = a;
    c->folder = folder;
    c->ledger.file = c->ledger.second = -1;
    if (!mi_collection_list(a, &c->files, folder))
        fail(c, miai_error_text(MIAI_NO_MEMORY));
    drop_namesakes(c);
    a->whole = (struct mi_whole){.all = (long)c->files.count, .begun = mi_clock()};
    if (c->files.count > 0 && !c->broken && open_table(c)) {
        a->whole.before = a->whole.done;
        do_all(c);
        if (!mi_interrupted() && !c->broken) {
            write_index(c);
            count_faults(c, faults);
        }
    }
    a->whole = (struct mi_whole){.all = 0};
    mi_ledger_close(&c->ledger);
    mi_collection_list_free(&c->files);
    free(c->done.list);
    free(c);
}
