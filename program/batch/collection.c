#include "batch.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/shared/ledger.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct collection {
    struct mi_analysis_run *analyze;
    const char *folder, *output; /* of the games, and of the results; often the same */
    struct mi_collection_files files;
    struct mi_collection_done done;
    struct mi_ledger ledger;
    char table[MI_COLLECTION_PATH], csv[MI_COLLECTION_PATH], page[MI_COLLECTION_PATH];
    bool has_header_line; /* the CSV has its header line */
    bool failed;          /* an error occurred: nothing more is written */
};

/* ---- the table ---- */

static const char header_mark[] = "columns";

static void read_table_line(void *context, char *line)
{
    struct collection *c = context;
    char *field[MI_COLLECTION_HEAD + 1], *end;
    if (strcmp(line, header_mark) == 0)
        c->has_header_line = true;
    if (mi_collection_split(line, field, MI_COLLECTION_HEAD + 1) < MI_COLLECTION_HEAD)
        return;
    uint64_t key = strtoull(field[0], &end, 16);
    mi_collection_read_name(field[2]);
    if (*field[0] && !*end)
        mi_collection_add_done(&c->done, field[2], key, atoi(field[1]));
}

static bool collection_fail(struct collection *c, const char *why)
{
    if (!c->failed)
        mi_analysis_report_error(c->analyze, c->table, 0, why);
    c->failed = true;
    return false;
}

/* Locks the table against other processes and reads what they have written. */
static bool lock_table(struct collection *c)
{
    enum mi_ledger_state state = MI_LEDGER_BUSY;
    while (state == MI_LEDGER_BUSY && !mi_interrupted())
        state = mi_ledger_begin(&c->ledger, 1);
    if (state == MI_LEDGER_FAILED)
        collection_fail(c, strerror(errno));
    if (state == MI_LEDGER_HELD && c->done.failed) {
        mi_ledger_end(&c->ledger);
        return collection_fail(c, miai_error_text(MIAI_NO_MEMORY));
    }
    long done = (long)c->done.count;
    c->analyze->folder_progress.done =
        done < c->analyze->folder_progress.total ? done : c->analyze->folder_progress.total;
    return state == MI_LEDGER_HELD;
}

static void unlock_table(struct collection *c)
{
    mi_ledger_end(&c->ledger);
}

/* Opens the table and the CSV file. */
static bool open_collection_table(struct collection *c)
{
    char head[64], error[MI_FILE_ERROR];
    uint64_t key;
    if (!mi_analysis_key(c->analyze->engine, "", 0, &key))
        return collection_fail(c, miai_error_text(MIAI_NO_MEMORY));
    snprintf(c->table, sizeof c->table, "%s/analysis.table", c->output);
    snprintf(c->csv, sizeof c->csv, "%s/analysis.csv", c->output);
    snprintf(c->page, sizeof c->page, "%s/analysis.html", c->output);
    snprintf(head, sizeof head, "miai-analyses %016" PRIx64, key);
    c->ledger.on_line = read_table_line;
    c->ledger.context = c;
    if (!mi_ledger_open(&c->ledger, c->table, head, c->csv, error, sizeof error))
        return collection_fail(
            c, c->ledger.first_line_differs
                   ? "made with other options; repeat them, or remove this file and "
                     "analysis.csv"
                   : error);
    if (!lock_table(c))
        return false;
    bool good =
        c->has_header_line || mi_ledger_write(&c->ledger, header_mark, mi_collection_columns,
                                              strlen(mi_collection_columns));
    if (!good)
        collection_fail(c, strerror(errno));
    unlock_table(c);
    return good;
}

/* ---- one file ---- */

static void file_path(const struct collection *c, size_t i, char path[MI_COLLECTION_PATH])
{
    snprintf(path, MI_COLLECTION_PATH, "%s/%s", c->folder, c->files.name[i]);
}

enum claim { CLAIM_MINE, CLAIM_DONE, CLAIM_ELSEWHERE, CLAIM_FAILED };

/* Claims a file.  A file that has changed since it was analysed is not done. */
static enum claim claim_file(struct collection *c, size_t i)
{
    const char *name = c->files.name[i];
    char path[MI_COLLECTION_PATH];
    uint64_t own = 0;
    for (file_path(c, i, path);;) {
        if (!lock_table(c))
            return CLAIM_FAILED;
        const struct mi_collection_key *known = mi_collection_find_done(&c->done, name);
        if (known && own == known->key) {
            unlock_table(c);
            return CLAIM_DONE;
        }
        if (!known || own != 0) {
            bool mine = mi_ledger_claim(&c->ledger, mi_collection_name_key(name));
            unlock_table(c);
            return mine ? CLAIM_MINE : CLAIM_ELSEWHERE;
        }
        unlock_table(c);
        if (!mi_batch_file_key(c->analyze, path, &own))
            own = ~known->key; /* it cannot be read: claim it, so that the analysis reports this */
    }
}

/* Writes the table line of a file and its CSV lines, which its analysis stored in a .rows file. */
static bool write_result_lines(struct collection *c, size_t i, const char *line)
{
    char name[MI_COLLECTION_PATH], output_base[MI_COLLECTION_PATH], why[MI_FILE_ERROR];
    size_t length;
    snprintf(output_base, sizeof output_base, "%s/%s", c->output, c->files.name[i]);
    mi_analysis_output_name(name, output_base, ".rows");
    FILE *rows = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    bool good = rows ? mi_ledger_write_file(&c->ledger, line, rows)
                     : mi_ledger_write(&c->ledger, line, NULL, 0);
    if (!good)
        collection_fail(c, strerror(errno));
    if (rows) {
        fclose(rows);
        remove(name);
    }
    return good;
}

/* Makes the folders of the output folder in which a file's results go. */
static void make_output_folders(const struct collection *c, const char *name)
{
    char path[MI_COLLECTION_PATH];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%s/%.*s", c->output, (int)(slash - name), name);
        mi_system_make_folder(path); /* a failure is reported when the results are written */
    }
}

/* Analyses a claimed file and writes the result. */
static void analyze_claimed(struct collection *c, size_t i)
{
    struct mi_analysis_run *a = c->analyze;
    struct mi_reply fields = {.text = NULL}, line = {.text = NULL};
    const char *name = c->files.name[i];
    char path[MI_COLLECTION_PATH];
    long faults = a->faults;
    uint64_t key = 0;
    file_path(c, i, path);
    a->folder_output = (struct mi_folder_output){name, &fields};
    make_output_folders(c, name);
    bool done = mi_batch_file_key(a, path, &key) && mi_batch_analyze_file(a, path);
    a->folder_output = (struct mi_folder_output){NULL, NULL};
    mi_reply_format(&line, "%016" PRIx64 "\t%ld\t", key, a->faults - faults);
    mi_collection_add_name(&line, name);
    mi_reply_bytes(&line, fields.text ? fields.text : "", fields.length);
    if (done && (fields.failed || line.failed))
        collection_fail(c, miai_error_text(MIAI_NO_MEMORY));
    if (lock_table(c)) {
        if (done && !c->failed && write_result_lines(c, i, line.text))
            mi_collection_add_done(&c->done, name, key, (int)(a->faults - faults));
        mi_ledger_release(&c->ledger, mi_collection_name_key(name));
        unlock_table(c);
    }
    mi_reply_free(&line);
    mi_reply_free(&fields);
}

/* ---- all files ---- */

/* Analyses the files that are not finished; returns how many are claimed by other processes. */
static size_t analyze_unfinished_files(struct collection *c, bool *finished)
{
    size_t claimed_elsewhere = 0;
    for (size_t i = 0; i < c->files.count && !mi_interrupted() && !c->failed; i++) {
        enum claim claim = finished[i] ? CLAIM_DONE : claim_file(c, i);
        finished[i] = claim == CLAIM_DONE || claim == CLAIM_MINE;
        claimed_elsewhere += claim == CLAIM_ELSEWHERE;
        if (claim == CLAIM_MINE)
            analyze_claimed(c, i);
    }
    return claimed_elsewhere;
}

/* Repeats until all files are done, since this process takes over the files of one that dies. */
static void analyze_all(struct collection *c)
{
    const struct timespec poll_interval = {.tv_nsec = 300000000};
    bool *finished = calloc(c->files.count + 1, sizeof *finished);
    if (!finished) {
        collection_fail(c, miai_error_text(MIAI_NO_MEMORY));
        return;
    }
    while (analyze_unfinished_files(c, finished) > 0 && !mi_interrupted() && !c->failed) {
        mi_analysis_show_text(c->analyze, "waiting for other processes");
        nanosleep(&poll_interval, NULL);
    }
    mi_progress_line_erase(&c->analyze->progress);
    free(finished);
}

/* ---- the index page ---- */

/* A growing list of table lines. */
struct line_list {
    char **line;
    size_t count, capacity;
    bool failed;
};

static void collect_line(void *context, char *line)
{
    struct line_list *lines = context;
    if (lines->count == lines->capacity) {
        size_t capacity = lines->capacity * 2 + 256;
        char **more = realloc(lines->line, capacity * sizeof *more);
        lines->failed |= !more;
        if (!more)
            return;
        lines->line = more;
        lines->capacity = capacity;
    }
    char *copy = strchr(line, '\t') ? strdup(line) : NULL;
    lines->failed |= !copy && strchr(line, '\t');
    if (copy)
        lines->line[lines->count++] = copy;
}

static void write_index(struct collection *c)
{
    struct line_list lines = {.line = NULL};
    struct mi_draft draft;
    char error[MI_FILE_MESSAGE];
    if (!lock_table(c))
        return;
    bool read = mi_ledger_replay(&c->ledger, collect_line, &lines);
    unlock_table(c);
    bool begun = mi_begin_file(&draft, c->page, error);
    if (begun && read && !lines.failed)
        mi_collection_index(lines.line, lines.count, c->folder, draft.out);
    if (!read || lines.failed)
        mi_analysis_report_error(c->analyze, c->page, 0, miai_error_text(MIAI_NO_MEMORY));
    if (!begun || !mi_end_file(&draft, error))
        mi_analysis_report_error(c->analyze, c->page, 0, error);
    for (size_t i = 0; i < lines.count; i++)
        free(lines.line[i]);
    free(lines.line);
}

/* Reports that files have errors, if only other processes have found them. */
static void report_other_faults(struct collection *c, long before)
{
    long faulty = 0;
    for (size_t i = 0; i < c->files.count; i++) {
        const struct mi_collection_key *key = mi_collection_find_done(&c->done, c->files.name[i]);
        faulty += key && key->faults > 0;
    }
    if (faulty == 0 || c->analyze->faults > before)
        return;
    char text[100];
    snprintf(text, sizeof text,
             "files with errors: %ld; the second column of this file counts them", faulty);
    mi_analysis_report_error(c->analyze, c->table, 0, text);
}

/* Skips a file if the output of an earlier file has the same name. */
static void drop_same_outputs(struct collection *c)
{
    struct mi_collection_files *files = &c->files;
    char path[MI_COLLECTION_PATH], text[128];
    for (size_t i = files->count; i-- > 1;) {
        const char *same_output = mi_same_output_name(files->name, i);
        if (!same_output)
            continue;
        snprintf(text, sizeof text, "not analysed: the output of %.60s has the same name",
                 same_output);
        file_path(c, i, path);
        mi_analysis_report_error(c->analyze, path, 0, text);
        free(files->name[i]);
        memmove(&files->name[i], &files->name[i + 1], (--files->count - i) * sizeof *files->name);
    }
}

/* Says how many records there are and where the results go, and asks a person whether to go on. */
static bool confirm_start(const struct collection *c)
{
    const struct mi_analysis_run *a = c->analyze;
    char answer[16];
    int rank;
    bool asks = a->progress.overwrite && isatty(STDIN_FILENO);
    if (mi_is_rank(&rank) && rank != 0)
        return true;
    mi_print_clean(
        stderr,
        "%s: %s: %zu record%s; the output folder is %s: analysis.html, analysis.csv, and "
        "for each record NAME-analysis.html and an annotated record\n",
        a->program, c->folder, c->files.count, c->files.count == 1 ? "" : "s", c->output);
    if (!asks)
        return true;
    fputs("Continue? [Y/n] ", stderr);
    return fgets(answer, sizeof answer, stdin) && *answer != 'n' && *answer != 'N';
}

void mi_collection_run(struct mi_analysis_run *a, const char *folder)
{
    struct collection *c = calloc(1, sizeof *c);
    long faults = a->faults;
    if (!c) {
        mi_analysis_report_error(a, folder, 0, miai_error_text(MIAI_NO_MEMORY));
        return;
    }
    c->analyze = a;
    c->folder = folder;
    c->output = a->output ? a->output : folder;
    c->ledger.file = c->ledger.second = -1;
    if (!mi_collection_list(a, &c->files, folder))
        collection_fail(c, miai_error_text(MIAI_NO_MEMORY));
    drop_same_outputs(c);
    a->folder_progress =
        (struct mi_folder_progress){.total = (long)c->files.count, .started_at = mi_clock()};
    if (c->files.count > 0 && !c->failed && confirm_start(c) && open_collection_table(c)) {
        a->folder_progress.done_before = a->folder_progress.done;
        analyze_all(c);
        if (!mi_interrupted() && !c->failed) {
            write_index(c);
            report_other_faults(c, faults);
        }
    }
    a->folder_progress = (struct mi_folder_progress){.total = 0};
    mi_ledger_close(&c->ledger);
    mi_collection_list_free(&c->files);
    free(c->done.list);
    free(c);
}
