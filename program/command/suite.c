#include "suite.h"

#include "base/interrupt.h"
#include "program/convert/file_errors.h"
#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 8192, MOVES_BYTES = 1024, ID_BYTES = 64 };

/* A position and its known moves. */
struct question {
    /* moves in the engine's notation, each between spaces */
    char best[MOVES_BYTES], avoid[MOVES_BYTES];
    char id[ID_BYTES];
    double right_since; /* when the search last switched to a right move, in seconds; negative: it
                     has none */
};

/* ---- the operations of a line ---- */

/* Finds the value of an operation and its length; "" and 0: missing.  The four fields of the
 * position come first; quoted text may contain semicolons. */
static const char *find_operation(const char *line, const char *name, int *length)
{
    const char *p = line;
    for (int field = 0; field < 4; field++) {
        p += strcspn(p, " ");
        p += strspn(p, " ");
    }
    while (*p) {
        size_t word = strcspn(p, " ;\n");
        bool found = word == strlen(name) && memcmp(p, name, word) == 0, quoted = false;
        const char *value = p += word;
        value += strspn(value, " ");
        for (; *p && *p != '\n' && (quoted || *p != ';'); p++)
            quoted ^= *p == '"';
        *length = (int)(p - value);
        if (found)
            return value;
        p += strspn(p, " ;\n");
    }
    *length = 0;
    return "";
}

/* Reads the moves of an operation; false: *wrong is illegal. */
static bool read_epd_moves(miai_engine *engine, const char *line, const char *name, char *moves,
                           char *wrong)
{
    char copy[MOVES_BYTES], move[MIAI_MOVE_TEXT], *rest = copy;
    int length = 0, player;
    const char *value = find_operation(line, name, &length), *word;
    strcpy(moves, " ");
    snprintf(copy, sizeof copy, "%.*s", length, value);
    for (char *c = copy; (c = strchr(c, ',')) != NULL;) /* some files have "bm Rd8, Kf1" */
        *c = ' ';
    mi_squeeze(copy, strlen(copy));
    while ((word = mi_next_word(&rest)) != NULL) {
        if (miai_play(engine, MIAI_TURN, word) != MIAI_OK) {
            snprintf(wrong, MIAI_MOVE_TEXT, "%s", word);
            return false;
        }
        miai_move_text(engine, miai_plies(engine) - 1, &player, move, sizeof move);
        miai_undo(engine, 1);
        size_t used = strlen(moves);
        snprintf(moves + used, MOVES_BYTES - used, "%s ", move);
    }
    return true;
}

static void read_epd_id(const char *line, char *id)
{
    int length = 0;
    const char *value = find_operation(line, "id", &length);
    if (length > 1 && value[0] == '"' && value[length - 1] == '"') {
        value++;
        length -= 2;
    }
    snprintf(id, ID_BYTES, "%.*s", length, value);
}

/* ---- a position ---- */

static bool has_move(const char *moves, const char *move, size_t length)
{
    char word[MIAI_MOVE_TEXT + 2];
    snprintf(word, sizeof word, " %.*s ", (int)length, move);
    return length < MIAI_MOVE_TEXT && strstr(moves, word);
}

static bool is_right_move(const struct question *question, const char *move)
{
    size_t length = strcspn(move, " ");
    return (!question->best[1] || has_move(question->best, move, length)) &&
           !has_move(question->avoid, move, length);
}

static void on_info(void *context, const miai_info *info)
{
    struct question *question = context;
    if (!info->pv || !*info->pv || info->number > 0)
        return;
    if (!is_right_move(question, info->pv))
        question->right_since = -1;
    else if (question->right_since < 0)
        question->right_since = info->seconds;
}

/* Loads a position; returns NULL or an error, for which `why` is a buffer. */
static const char *load_question(miai_engine *engine, const miai_game_record *record,
                                 struct question *question, char *why, size_t size)
{
    char text[LINE_BYTES], wrong[MIAI_MOVE_TEXT] = "";
    *question = (struct question){.right_since = -1};
    int error = miai_game_record_load(engine, record, 0, NULL);
    if (error != MIAI_OK)
        return miai_error_reason(engine, error);
    if (miai_game_record_write(record, text, sizeof text) >= (int)sizeof text)
        return "the line is too long";
    if (!read_epd_moves(engine, text, "bm", question->best, wrong) ||
        !read_epd_moves(engine, text, "am", question->avoid, wrong)) {
        snprintf(why, size, "%s: %s", miai_error_text(MIAI_ILLEGAL), wrong);
        return why;
    }
    if (!question->best[1] && !question->avoid[1])
        return "it has neither bm (best moves) nor am (bad moves)";
    read_epd_id(text, question->id);
    return NULL;
}

static void report_suite_result(struct mi_suite *suite, const struct question *question,
                                const char *move)
{
    miai_info info;
    bool right = is_right_move(question, move);
    miai_last_search(suite->engine, &info);
    suite->positions++;
    suite->solved += right;
    suite->nodes += info.nodes;
    suite->seconds += info.seconds;
    printf("%4ld %s %-8s depth %d nodes %" PRIu64 " time %.2f", suite->positions,
           right ? "solved" : "missed", move, info.depth, info.nodes, info.seconds);
    if (right)
        printf(" since %.2f", question->right_since < 0 ? info.seconds : question->right_since);
    else
        printf(" %s%s", question->best[1] ? "bm" : "am",
               question->best[1] ? question->best : question->avoid);
    mi_print_clean(stdout, "%s%s\n", question->id[0] ? "  " : "", question->id);
    fflush(stdout);
}

static void search_question(struct mi_suite *suite, struct question *question,
                            struct mi_file_errors *errors, long line)
{
    char move[MIAI_MOVE_TEXT];
    miai_engine *engine = suite->engine;
    miai_forget(engine); /* positions are independent */
    miai_on_info(engine, on_info, question);
    int error = miai_search(engine, MIAI_TURN, NULL, move, sizeof move);
    miai_on_info(engine, NULL, NULL);
    if (error == MIAI_OK && mi_interrupted()) /* the search is incomplete */
        mi_file_errors_add(errors, line, "interrupted here; the totals cover the positions before");
    else if (error == MIAI_OK)
        report_suite_result(suite, question, move);
    else
        mi_file_errors_add(errors, line, miai_error_text(error));
}

/* ---- a file ---- */

static void test_position(struct mi_suite *suite, const miai_game_record *record,
                          struct mi_file_errors *errors, long line)
{
    struct question question;
    char reason[MIAI_MOVE_TEXT + 64];
    const char *why = load_question(suite->engine, record, &question, reason, sizeof reason);
    if (why) {
        mi_file_errors_add(errors, line, why);
        return;
    }
    mi_print_note(suite->program, errors->file, line, miai_note(suite->engine));
    mi_file_errors_release(errors);
    search_question(suite, &question, errors, line);
}

static void test_positions(struct mi_suite *suite, miai_file *file, struct mi_file_errors *errors)
{
    miai_game_record *record;
    while (!mi_interrupted() &&
           ((record = miai_game_record_read("epd", file)) != NULL || file->fault_line > 0)) {
        long line = file->line - (file->offset > 0 && file->bytes[file->offset - 1] == '\n');
        if (file->fault_line > 0)
            mi_file_errors_add(errors, file->fault_line, file->fault);
        if (record)
            test_position(suite, record, errors, line);
        miai_game_record_free(record);
    }
    if (!errors->file_is_usable && errors->count == 0 && !mi_interrupted())
        mi_file_errors_add(errors, 1, "no EPD position found");
}

void mi_suite_file(struct mi_suite *suite, const char *name)
{
    miai_file file = {.line = 1};
    struct mi_file_errors errors = {.program = suite->program, .file = name};
    char error[MI_FILE_MESSAGE], *bytes = mi_load_text(name, &file.length, error);
    file.bytes = bytes;
    if (!bytes) {
        suite->faults++;
        mi_print_clean(stderr, "%s: %s: %s\n", suite->program, name, error);
        return;
    }
    mi_print_note(suite->program, name, 0, error);
    test_positions(suite, &file, &errors);
    mi_file_errors_finish(&errors);
    suite->faults += errors.count;
    free(bytes);
}

void mi_suite_print_totals(const struct mi_suite *suite)
{
    if (suite->positions > 0)
        printf("solved %ld of %ld, nodes %" PRIu64 ", time %.2f\n", suite->solved, suite->positions,
               suite->nodes, suite->seconds);
}
