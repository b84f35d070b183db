#include "pgn.h"

#include <stdlib.h>
#include <string.h>

struct pgn_reader {
    struct mi_record_source *source;
    struct miai_game_record *record;
    const char *start, *p, *end;
    long line;
    struct mi_record_node *node; /* the next move becomes its child */
    struct mi_record_node *
        *pending; /* for each open variation, the node to continue from after it */
    long *opened; /* for each open variation, the line where it begins */
    size_t depth, capacity;
    struct mi_text *comments_before; /* comments before the next move */
    size_t comments_count, comments_capacity;
    bool has_moves; /* moves were read: the next tag belongs to another game */
    bool done;
};

static int peek_byte(const struct pgn_reader *r)
{
    return r->p < r->end ? (unsigned char)*r->p : -1;
}

static void next_byte(struct pgn_reader *r)
{
    r->line += *r->p++ == '\n';
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool at_line_start(const struct pgn_reader *r)
{
    return r->p == r->source->bytes || r->p[-1] == '\n' || r->p[-1] == '\r';
}

static void skip_line(struct pgn_reader *r)
{
    while (r->p < r->end && *r->p != '\n')
        r->p++;
}

/* Skips white space and lines that begin with a percent sign. */
static void skip_blanks(struct pgn_reader *r)
{
    for (;;) {
        while (is_blank(peek_byte(r)))
            next_byte(r);
        size_t mark = r->p == r->source->bytes ? mi_utf8_mark(r->p, r->source->length) : 0;
        r->p += mark;
        if (mark > 0)
            continue;
        if (peek_byte(r) == '%' && at_line_start(r))
            skip_line(r);
        else
            return;
    }
}

/* ---- tags ---- */

/* Reads the text in quotes and removes its backslashes. */
static bool read_quoted(struct pgn_reader *r, struct mi_text *text)
{
    long line = r->line;
    const char *from = ++r->p;
    size_t escapes = 0;
    while (peek_byte(r) != '"') {
        if (peek_byte(r) == '\\' && r->end - r->p > 1 && (r->p[1] == '"' || r->p[1] == '\\')) {
            r->p++;
            escapes++;
        }
        if (peek_byte(r) < 0 || *r->p == '\n')
            return mi_record_source_fault(r->source, line,
                                          "a tag's value has no end: '\"' is missing") != NULL;
        r->p++;
    }
    *text = (struct mi_text){from, (size_t)(r->p++ - from)};
    if (escapes == 0)
        return true;
    char *to = (char *)(size_t)mi_game_record_copy(r->record, from, text->length);
    text->at = to;
    for (const char *p = from; to && p < r->p - 1; p++) {
        p += *p == '\\' && (p[1] == '"' || p[1] == '\\');
        *to++ = *p;
    }
    text->length -= escapes;
    return to != NULL;
}

/* [Name "value"] */
static bool read_tag(struct pgn_reader *r)
{
    struct mi_text name, value = {"", 0};
    r->p++;
    skip_blanks(r);
    name.at = r->p;
    while (r->p < r->end && !is_blank(*r->p) && !strchr("\"]", *r->p))
        r->p++;
    name.length = (size_t)(r->p - name.at);
    skip_blanks(r);
    if (name.length == 0 || peek_byte(r) != '"')
        return mi_record_source_fault(r->source, r->line,
                                      "not a tag of the form [Name \"value\"]") != NULL;
    if (!read_quoted(r, &value))
        return false;
    skip_blanks(r);
    if (peek_byte(r) != ']')
        return mi_record_source_fault(r->source, r->line, "a tag has no end: \"]\" is missing") !=
               NULL;
    r->p++;
    return mi_game_record_add_text(r->record, r->record->root, name, value);
}

/* ---- moves ---- */

static bool add_node_text(struct pgn_reader *r, struct mi_record_node *node, const char *name,
                          struct mi_text text)
{
    return mi_game_record_add_text(r->record, node, mi_text_of(name), text);
}

/* Keeps a comment until the next move is read. */
static bool save_comment(struct pgn_reader *r, struct mi_text text)
{
    if (r->comments_count == r->comments_capacity) {
        size_t capacity = r->comments_capacity ? 2 * r->comments_capacity : 8;
        struct mi_text *comments_before =
            realloc(r->comments_before, capacity * sizeof *comments_before);
        if (!comments_before)
            return false;
        r->comments_before = comments_before;
        r->comments_capacity = capacity;
    }
    r->comments_before[r->comments_count++] = text;
    return true;
}

/* A comment belongs to the move before it; the first comment of a variation belongs to the next
 * move. */
static bool keep_comment(struct pgn_reader *r, struct mi_text text)
{
    bool first = r->depth > 0 && r->node == r->pending[r->depth - 1]->parent;
    return first ? save_comment(r, text) : add_node_text(r, r->node, MI_COMMENT, text);
}

static bool read_comment(struct pgn_reader *r)
{
    long line = r->line;
    struct mi_text text = {++r->p, 0};
    while (peek_byte(r) != '}') {
        if (peek_byte(r) < 0)
            return mi_record_source_fault(r->source, line,
                                          "a comment has no end: \"}\" is missing") != NULL;
        next_byte(r);
    }
    text.length = (size_t)(r->p++ - text.at);
    return keep_comment(r, text);
}

static bool read_line_comment(struct pgn_reader *r)
{
    struct mi_text text = {++r->p, 0};
    skip_line(r);
    text.length = (size_t)(r->p - text.at);
    while (text.length > 0 && is_blank(text.at[text.length - 1]))
        text.length--;
    return keep_comment(r, text);
}

static bool add_pgn_move(struct pgn_reader *r, struct mi_text text)
{
    struct mi_record_node *node = mi_game_record_add_node(r->record, r->node);
    if (!node)
        return false;
    node->line = r->line;
    for (size_t i = 0; i < r->comments_count; i++)
        if (!add_node_text(r, node, MI_BEFORE, r->comments_before[i]))
            return false;
    r->comments_count = 0;
    r->node = node;
    r->has_moves = true;
    return add_node_text(r, node, MI_MOVE, text);
}

static bool grow_variations(struct pgn_reader *r)
{
    if (r->depth < r->capacity)
        return true;
    size_t capacity = r->capacity ? 2 * r->capacity : 64;
    struct mi_record_node **pending = realloc(r->pending, capacity * sizeof *pending);
    if (!pending)
        return false;
    r->pending = pending;
    long *opened = realloc(r->opened, capacity * sizeof *opened);
    if (!opened)
        return false;
    r->opened = opened;
    r->capacity = capacity;
    return true;
}

static bool open_variation(struct pgn_reader *r)
{
    if (!r->node->parent || (r->depth > 0 && r->node == r->pending[r->depth - 1]->parent))
        return mi_record_source_fault(r->source, r->line,
                                      "a variation needs a move before it that it replaces") !=
               NULL;
    if (!grow_variations(r))
        return false;
    r->opened[r->depth] = r->line;
    r->pending[r->depth++] = r->node;
    r->node = r->node->parent;
    r->p++;
    return true;
}

static bool close_variation(struct pgn_reader *r)
{
    if (r->depth == 0)
        return mi_record_source_fault(r->source, r->line, "\")\" without a \"(\" before it") !=
               NULL;
    r->node = r->pending[--r->depth];
    r->comments_count = 0;
    r->p++;
    return true;
}

static bool is_result(struct mi_text word)
{
    return mi_text_is(word, "1-0") || mi_text_is(word, "0-1") || mi_text_is(word, "1/2-1/2") ||
           mi_text_is(word, "1/2");
}

/* Older files write this after a capture. */
static bool is_en_passant(struct mi_text word)
{
    return mi_text_is(word, "e.p.") || mi_text_is(word, "ep");
}

/* Splits marks such as "!" and "?!" off the end of a move. */
static struct mi_text split_marks(struct mi_text *word)
{
    size_t n = word->length;
    while (n > 0 && (word->at[n - 1] == '!' || word->at[n - 1] == '?'))
        n--;
    struct mi_text marks = {word->at + n, word->length - n};
    word->length = n;
    return marks;
}

static bool add_assessment(struct pgn_reader *r, struct mi_text marks)
{
    return marks.length == 0 || add_node_text(r, r->node, MI_NAG, marks);
}

/* Reads a move, a move number, a result or an assessment. */
static bool read_pgn_word(struct pgn_reader *r)
{
    struct mi_text word = {r->p, 0};
    while (r->p < r->end && !is_blank(*r->p) && !(*r->p && strchr("{}();[]$", *r->p)))
        r->p++;
    size_t digits = 0;
    word.length = (size_t)(r->p - word.at);
    while (digits < word.length && word.at[digits] >= '0' && word.at[digits] <= '9')
        digits++;
    if (digits == word.length)
        return true; /* a move number without its full stop */
    if (word.at[digits] == '.') {
        while (digits < word.length && word.at[digits] == '.')
            digits++;
        r->p = word.at + digits;
        return true;
    }
    if (is_result(word)) {
        r->done = r->depth == 0;
        return !r->done || add_node_text(r, r->record->root, "result", word);
    }
    const char *nag = mi_text_is_null_move(word) ? NULL : mi_pgn_split_glyph(&word);
    struct mi_text marks = split_marks(&word);
    if (word.length > 0 && !is_en_passant(word) && !add_pgn_move(r, word))
        return false;
    return add_assessment(r, marks) && (!nag || add_assessment(r, mi_text_of(nag)));
}

static bool read_nag(struct pgn_reader *r)
{
    struct mi_text text = {r->p++, 0};
    while (peek_byte(r) >= '0' && peek_byte(r) <= '9')
        r->p++;
    text.length = (size_t)(r->p - text.at);
    return text.length > 1
               ? add_assessment(r, text)
               : mi_record_source_fault(r->source, r->line, "\"$\" without a number") != NULL;
}

static bool read_star(struct pgn_reader *r)
{
    struct mi_text star = {r->p++, 1};
    r->done = r->depth == 0;
    return !r->done || add_node_text(r, r->record->root, "result", star);
}

/* Ends the game at the end of the file, or at the next game's first tag if the result is missing.
 */
static bool end_pgn_game(struct pgn_reader *r)
{
    r->done = true;
    if (r->depth > 0)
        return mi_record_source_fault(r->source, r->opened[r->depth - 1],
                                      "a variation has no end: \")\" is missing") != NULL;
    return true;
}

/* Does the tag at this place belong to the next game? */
static bool begins_next_game(const struct pgn_reader *r)
{
    static const char event[] = "[Event ";
    size_t length = sizeof event - 1;
    return r->has_moves || ((size_t)(r->end - r->p) > length && memcmp(r->p, event, length) == 0 &&
                            mi_record_node_find(r->record->root, "Event"));
}

static bool read_pgn_item(struct pgn_reader *r)
{
    skip_blanks(r);
    switch (peek_byte(r)) {
    case -1:
        return end_pgn_game(r);
    case '[':
        return begins_next_game(r) ? end_pgn_game(r) : read_tag(r);
    case '{':
        return read_comment(r);
    case ';':
        return read_line_comment(r);
    case '(':
        return open_variation(r);
    case ')':
        return close_variation(r);
    case '$':
        return read_nag(r);
    case '*':
        return read_star(r);
    case '}':
    case ']':
        return mi_record_source_fault(r->source, r->line, "\"%c\" without an opening bracket",
                                      *r->p) != NULL;
    }
    return read_pgn_word(r);
}

/* Skips the rest of a malformed game, up to a tag at the start of a line that follows an empty
 * line. */
static void skip_broken_game(struct pgn_reader *r)
{
    bool empty = false;
    if (r->p > r->start && peek_byte(r) == '[' && at_line_start(r))
        return;
    skip_line(r);
    while (r->p < r->end) {
        next_byte(r);
        if (empty && peek_byte(r) == '[')
            return;
        const char *line = r->p;
        while (is_blank(peek_byte(r)) && *r->p != '\n')
            r->p++;
        empty = peek_byte(r) == '\n';
        r->p = line;
        skip_line(r);
    }
}

static bool read_pgn_game(struct pgn_reader *r)
{
    r->record = mi_game_record_new(MI_PGN);
    if (!r->record)
        return false;
    r->node = r->record->root;
    r->node->line = r->line;
    while (!r->done)
        if (!read_pgn_item(r))
            return false;
    return true;
}

struct miai_game_record *mi_pgn_read(struct mi_record_source *source)
{
    struct pgn_reader r = {.source = source, .line = source->line};
    r.start = r.p = source->bytes + source->offset;
    r.end = source->bytes + source->length;
    skip_blanks(&r);
    bool any = r.p < r.end, good = any && read_pgn_game(&r);
    if (any && !good) {
        mi_record_source_fault(source, r.line, "out of memory");
        skip_broken_game(&r);
    }
    source->offset = (size_t)(r.p - source->bytes);
    source->line = r.line;
    free(r.pending);
    free(r.opened);
    free(r.comments_before);
    if (good)
        return r.record;
    mi_game_record_free(r.record);
    return NULL;
}
