/* Game records: the functions of miai.h. */
#include "game_record.h"
#include "engine/error.h"
#include "engine/setup/setup.h"

#include "base/text.h"
#include "record/pgn.h"
#include "record/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const format_names[MI_FORMATS] = {
    [MI_SGF] = "sgf", [MI_PGN] = "pgn", [MI_EPD] = "epd", [MI_PLAIN] = "text"};

enum mi_format mi_game_record_find_format(const char *name)
{
    int i = 0;
    while (i < MI_FORMATS && strcmp(format_names[i], name) != 0)
        i++;
    return (enum mi_format)i;
}

/* EPD: seven slashes in the first word. */
static bool begins_epd(const char *p, const char *end)
{
    int slashes = 0;
    for (; p < end && strchr("pnbrqkPNBRQK12345678/~", *p); p++)
        slashes += *p == '/';
    return slashes == 7 && p < end && *p == ' ';
}

/* PGN: "[", a name, a blank and a quote. */
static bool begins_tag(const char *p, const char *end)
{
    if (p == end || *p++ != '[')
        return false;
    while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
        p++;
    while (p < end && *p == ' ')
        p++;
    return p < end && *p == '"';
}

static bool contains_sgf_game(const char *p, const char *end)
{
    while ((p = memchr(p, '(', (size_t)(end - p))) != NULL && !mi_sgf_begins_game(p, end))
        p++;
    return p != NULL;
}

static bool begins_with(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - p) > length && memcmp(p, word, length) == 0 && p[length] == ' ';
}

const char *miai_game_record_format(const char *bytes, size_t length)
{
    const char *p = bytes, *end = bytes + length;
    p += mi_utf8_mark(p, length);
    while (p < end && (isspace((unsigned char)*p) || *p == '%' || *p == '#')) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = isspace((unsigned char)*p) ? p + 1 : newline ? newline : end;
    }
    if (begins_tag(p, end))
        return format_names[MI_PGN];
    if (begins_epd(p, end))
        return format_names[MI_EPD];
    if (begins_with(p, end, "game") || begins_with(p, end, "moves"))
        return format_names[MI_PLAIN];
    if (contains_sgf_game(p, end))
        return format_names[MI_SGF];
    if (begins_with(p, end, "1.") || (end - p > 2 && memcmp(p, "1.", 2) == 0))
        return format_names[MI_PGN];
    return format_names[MI_PLAIN];
}

static void report_empty_file(miai_file *file)
{
    file->fault_line = 1;
    snprintf(file->fault, sizeof file->fault, "no game: the file is empty or has only comments");
}

miai_game_record *miai_game_record_read(const char *format, miai_file *file)
{
    static struct miai_game_record *(*const readers[])(struct mi_record_source *) = {
        [MI_SGF] = mi_sgf_read,
        [MI_PGN] = mi_pgn_read,
        [MI_EPD] = mi_epd_read,
        [MI_PLAIN] = mi_plain_read,
    };
    enum mi_format kind = mi_game_record_find_format(format);
    file->fault_line = 0;
    file->fault[0] = '\0';
    if (kind == MI_FORMATS || file->offset >= file->length) {
        if (file->length == 0 && file->line == 1) {
            report_empty_file(file);
            file->line = 2; /* so that it is reported once */
        }
        return NULL;
    }
    bool at_start = file->offset == 0;
    struct mi_record_source source = {
        .bytes = file->bytes, .length = file->length, .offset = file->offset, .line = file->line};
    struct miai_game_record *record = readers[kind](&source);
    file->offset = source.offset;
    file->line = source.line;
    file->fault_line = source.fault_line;
    memcpy(file->fault, source.fault, sizeof file->fault);
    if (at_start && !record && file->fault_line == 0)
        report_empty_file(file); /* only blanks or comments */
    return record;
}

void miai_game_record_free(miai_game_record *record)
{
    mi_game_record_free(record);
}

int miai_game_record_write(const miai_game_record *record, char *text, size_t size)
{
    static void (*const writers[])(const struct miai_game_record *, struct mi_out *) = {
        [MI_SGF] = mi_sgf_write,
        [MI_PGN] = mi_pgn_write,
        [MI_EPD] = mi_epd_write,
        [MI_PLAIN] = mi_plain_write,
    };
    struct mi_out out;
    mi_out_init(&out, text, size);
    writers[record->format](record, &out);
    return mi_out_length(&out);
}

/* ---- loading ---- */

static bool apply_main_line(struct mi_reading *reading, const miai_engine *engine,
                            const miai_game_record *record, const miai_game *only, int before)
{
    if (!mi_reading_begin(reading, engine, record, only))
        return false;
    reading->before = before;
    for (const struct mi_record_node *node = record->root; node && !reading->done;
         node = node->child)
        if (!mi_reading_node(reading, node))
            return false;
    mi_reading_end(reading);
    return true;
}

/* Returns the error for a fault of the record: MIAI_NO_MEMORY if that was the reason, otherwise
 * MIAI_NO_LOAD. */
static int fail_record(miai_engine *engine, const char *fault)
{
    bool out_of_memory = strcmp(fault, miai_error_text(MIAI_NO_MEMORY)) == 0;
    return out_of_memory ? MIAI_NO_MEMORY : mi_engine_fail(engine, MIAI_NO_LOAD, fault);
}

static int load_record(miai_engine *engine, const miai_game_record *record, const miai_game *only,
                       int before, long *line)
{
    struct mi_reading reading;
    engine->note[0] = '\0';
    if (!apply_main_line(&reading, engine, record, only, before)) {
        mi_reading_free(&reading);
        if (line)
            *line = reading.line;
        return fail_record(engine, reading.fault);
    }
    memcpy(engine->note, reading.note, sizeof engine->note);
    struct mi_history *history = reading.history;
    reading.history = NULL;
    mi_reading_free(&reading);
    int error = mi_engine_replace_history(engine, history);
    if (error == MIAI_OK)
        engine->handicap = reading.handicap && reading.stones[0];
    return error;
}

int miai_game_record_load(miai_engine *engine, const miai_game_record *record, int before,
                          long *line)
{
    if (line)
        *line = record->root->line;
    return load_record(engine, record, NULL, before, line);
}

int miai_load_sgf(miai_engine *engine, const char *sgf, size_t length, int before)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_file file = {.bytes = sgf, .length = length, .line = 1};
    if (!mi_records(game)->sgf)
        return MIAI_UNSUPPORTED;
    miai_game_record *record = miai_game_record_read("sgf", &file);
    int error = file.fault_line ? fail_record(engine, file.fault)
                                : load_record(engine, record, game, before, NULL);
    mi_game_record_free(record);
    return error;
}

/* ---- annotations ---- */

static bool is_move_node(const miai_game_record *record, const struct mi_record_node *node)
{
    if (record->format == MI_SGF)
        return mi_record_node_find(node, "B") || mi_record_node_find(node, "W");
    const struct mi_record_property *move = mi_record_node_find(node, MI_MOVE);
    return move && move->value && !mi_text_is_null_move(move->value->raw);
}

int miai_game_record_moves(const miai_game_record *record)
{
    int moves = 0;
    for (const struct mi_record_node *node = record->root; node; node = node->child)
        moves += is_move_node(record, node);
    return moves;
}

/* The next node in depth-first order, or NULL. */
static const struct mi_record_node *next_node(const struct mi_record_node *node)
{
    if (node->child)
        return node->child;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

int miai_game_record_variations(const miai_game_record *record)
{
    int variations = 0;
    for (const struct mi_record_node *node = record->root; node; node = next_node(node))
        variations += node->parent && node->parent->child != node;
    return variations;
}

/* Appends text to an existing comment. */
static bool append_comment(miai_game_record *record, struct mi_record_property *comment,
                           const char *text)
{
    struct mi_text old = comment->value->raw;
    size_t length = old.length + 2 * strlen(text) + 1;
    char *joined = mi_game_record_allocate(record, length + 1), *to = joined;
    if (!joined)
        return false;
    memcpy(to, old.at, old.length);
    to += old.length;
    if (old.length > 0)
        *to++ = record->format == MI_SGF ? '\n' : ' ';
    for (; *text; text++) {
        if (record->format == MI_SGF && (*text == ']' || *text == '\\'))
            *to++ = '\\';
        *to++ = *text;
    }
    comment->value->raw = (struct mi_text){joined, (size_t)(to - joined)};
    return true;
}

static bool add_annotation(miai_game_record *record, struct mi_record_node *node, const char *name,
                           const char *text)
{
    bool sgf = record->format == MI_SGF, comment = strcmp(name, "comment") == 0;
    const char *property = comment ? sgf ? "C" : MI_COMMENT : name;
    struct mi_record_property *old = mi_record_node_find(node, property);
    if (comment && old && old->value)
        return append_comment(record, old, text);
    return sgf ? mi_sgf_add(record, node, property, text)
               : mi_game_record_add(record, node, property, text);
}

struct mi_record_node *mi_game_record_node_at(const miai_game_record *record, int moves)
{
    struct mi_record_node *node = record->root;
    while (node && moves > 0 && (moves -= is_move_node(record, node)) > 0)
        node = node->child;
    return moves == 0 ? node : NULL;
}

int miai_game_record_note(miai_game_record *record, int moves, const char *name, const char *text)
{
    struct mi_record_node *node = mi_game_record_node_at(record, moves);
    if (!node)
        return MIAI_BAD_VALUE;
    return add_annotation(record, node, name, text) ? MIAI_OK : MIAI_NO_MEMORY;
}
