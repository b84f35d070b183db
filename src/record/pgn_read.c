#include "pgn.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct mi_record_source *source;
    struct miai_game_record *record;
    const char *start, *p, *end;
    long line;
    struct mi_record_node *node;     /* behind which the next move belongs */
    struct mi_record_node **pending; /* for each open variation, where to go on behind it */
    long *opened;                    /* and its line */
    size_t depth, room;
    struct mi_text *before; /* comments that wait for the move behind them */
    size_t before_count, before_room;
    bool moves; /* there were some: the next tag is another game's */
    bool done;
};

static int peek(const struct reader *r)
{
    return r->p < r->end ? (unsigned char)*r->p : -1;
}

static void step(struct reader *r)
{
    r->line += *r->p++ == '\n';
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool at_line_start(const struct reader *r)
{
    return r->p == r->source->bytes || r->p[-1] == '\n' || r->p[-1] == '\r';
}

static void skip_line(struct reader *r)
{
    while (r->p < r->end && *r->p != '\n')
        r->p++;
}

/* Blanks, and the lines that begin with a percent sign. */
static void skip_blanks(struct reader *r)
{
    for (;;) {
        while (is_blank(peek(r)))
            step(r);
        size_t mark = r->p == r->source->bytes ? mi_utf8_mark(r->p, r->source->length) : 0;
        r->p += mark;
        if (mark > 0)
            continue;
        if (peek(r) == '%' && at_line_start(r))
            skip_line(r);
        else
            return;
    }
}

/* ---- tags ---- */

/* The text within quotes, without its backslashes. */
static bool read_quoted(struct reader *r, struct mi_text *text)
{
    long line = r->line;
    const char *from = ++r->p;
    size_t escapes = 0;
    while (peek(r) != '"') {
        if (peek(r) == '\\' && r->end - r->p > 1 && (r->p[1] == '"' || r->p[1] == '\\')) {
            r->p++;
            escapes++;
        }
        if (peek(r) < 0 || *r->p == '\n')
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
static bool read_tag(struct reader *r)
{
    struct mi_text name, value = {"", 0};
    r->p++;
    skip_blanks(r);
    name.at = r->p;
    while (r->p < r->end && !is_blank(*r->p) && !strchr("\"]", *r->p))
        r->p++;
    name.length = (size_t)(r->p - name.at);
    skip_blanks(r);
    if (name.length == 0 || peek(r) != '"')
        return mi_record_source_fault(r->source, r->line,
                                      "not a tag of the form [Name \"value\"]") != NULL;
    if (!read_quoted(r, &value))
        return false;
    skip_blanks(r);
    if (peek(r) != ']')
        return mi_record_source_fault(r->source, r->line, "a tag has no end: \"]\" is missing") !=
               NULL;
    r->p++;
    return mi_game_record_add_text(r->record, r->record->root, name, value);
}

/* ---- moves ---- */

static bool add_text(struct reader *r, struct mi_record_node *node, const char *name,
                     struct mi_text text)
{
    return mi_game_record_add_text(r->record, node, mi_text_of(name), text);
}

/* Keeps a comment until there is the move behind it. */
static bool wait_for_move(struct reader *r, struct mi_text text)
{
    if (r->before_count == r->before_room) {
        size_t room = r->before_room ? 2 * r->before_room : 8;
        struct mi_text *before = realloc(r->before, room * sizeof *before);
        if (!before)
            return false;
        r->before = before;
        r->before_room = room;
    }
    r->before[r->before_count++] = text;
    return true;
}

/* A comment belongs to the move before it; where there is none in its variation, to the next. */
static bool keep_comment(struct reader *r, struct mi_text text)
{
    bool first = r->depth > 0 && r->node == r->pending[r->depth - 1]->parent;
    return first ? wait_for_move(r, text) : add_text(r, r->node, MI_COMMENT, text);
}

static bool read_comment(struct reader *r)
{
    long line = r->line;
    struct mi_text text = {++r->p, 0};
    while (peek(r) != '}') {
        if (peek(r) < 0)
            return mi_record_source_fault(r->source, line,
                                          "a comment has no end: \"}\" is missing") != NULL;
        step(r);
    }
    text.length = (size_t)(r->p++ - text.at);
    return keep_comment(r, text);
}

static bool read_line_comment(struct reader *r)
{
    struct mi_text text = {++r->p, 0};
    skip_line(r);
    text.length = (size_t)(r->p - text.at);
    while (text.length > 0 && is_blank(text.at[text.length - 1]))
        text.length--;
    return keep_comment(r, text);
}

static bool add_move(struct reader *r, struct mi_text text)
{
    struct mi_record_node *node = mi_game_record_add_node(r->record, r->node);
    if (!node)
        return false;
    node->line = r->line;
    for (size_t i = 0; i < r->before_count; i++)
        if (!add_text(r, node, MI_BEFORE, r->before[i]))
            return false;
    r->before_count = 0;
    r->node = node;
    r->moves = true;
    return add_text(r, node, MI_MOVE, text);
}

static bool grow(struct reader *r)
{
    if (r->depth < r->room)
        return true;
    size_t room = r->room ? 2 * r->room : 64;
    struct mi_record_node **pending = realloc(r->pending, room * sizeof *pending);
    if (!pending)
        return false;
    r->pending = pending;
    long *opened = realloc(r->opened, room * sizeof *opened);
    if (!opened)
        return false;
    r->opened = opened;
    r->room = room;
    return true;
}

static bool open_variation(struct reader *r)
{
    if (!r->node->parent || (r->depth > 0 && r->node == r->pending[r->depth - 1]->parent))
        return mi_record_source_fault(r->source, r->line,
                                      "a variation without a move before it to replace") != NULL;
    if (!grow(r))
        return false;
    r->opened[r->depth] = r->line;
    r->pending[r->depth++] = r->node;
    r->node = r->node->parent;
    r->p++;
    return true;
}

static bool close_variation(struct reader *r)
{
    if (r->depth == 0)
        return mi_record_source_fault(r->source, r->line, "\")\" without a \"(\" before it") !=
               NULL;
    r->node = r->pending[--r->depth];
    r->before_count = 0;
    r->p++;
    return true;
}

static bool is_result(struct mi_text word)
{
    return mi_text_is(word, "1-0") || mi_text_is(word, "0-1") || mi_text_is(word, "1/2-1/2") ||
           mi_text_is(word, "1/2");
}

/* A remark that older files write after a capture. */
static bool is_en_passant(struct mi_text word)
{
    return mi_text_is(word, "e.p.") || mi_text_is(word, "ep");
}

/* Splits what assesses the move off its end: "!", "?!". */
static struct mi_text split_marks(struct mi_text *word)
{
    size_t n = word->length;
    while (n > 0 && (word->at[n - 1] == '!' || word->at[n - 1] == '?'))
        n--;
    struct mi_text marks = {word->at + n, word->length - n};
    word->length = n;
    return marks;
}

static bool add_mark(struct reader *r, struct mi_text marks)
{
    return marks.length == 0 || add_text(r, r->node, MI_NAG, marks);
}

/* A move, a number of a move, a result, an assessment. */
static bool read_word(struct reader *r)
{
    struct mi_text word = {r->p, 0};
    while (r->p < r->end && !is_blank(*r->p) && !(*r->p && strchr("{}();[]$", *r->p)))
        r->p++;
    size_t digits = 0;
    word.length = (size_t)(r->p - word.at);
    while (digits < word.length && word.at[digits] >= '0' && word.at[digits] <= '9')
        digits++;
    if (digits == word.length)
        return true; /* a number without its point */
    if (word.at[digits] == '.') {
        while (digits < word.length && word.at[digits] == '.')
            digits++;
        r->p = word.at + digits;
        return true;
    }
    if (is_result(word)) {
        r->done = r->depth == 0;
        return !r->done || add_text(r, r->record->root, "result", word);
    }
    const char *nag = mi_text_is_null_move(word) ? NULL : mi_pgn_split_glyph(&word);
    struct mi_text marks = split_marks(&word);
    if (word.length > 0 && !is_en_passant(word) && !add_move(r, word))
        return false;
    return add_mark(r, marks) && (!nag || add_mark(r, mi_text_of(nag)));
}

static bool read_nag(struct reader *r)
{
    struct mi_text text = {r->p++, 0};
    while (peek(r) >= '0' && peek(r) <= '9')
        r->p++;
    text.length = (size_t)(r->p - text.at);
    return text.length > 1
               ? add_mark(r, text)
               : mi_record_source_fault(r->source, r->line, "\"$\" without a number") != NULL;
}

static bool read_star(struct reader *r)
{
    struct mi_text star = {r->p++, 1};
    r->done = r->depth == 0;
    return !r->done || add_text(r, r->record->root, "result", star);
}

/* The end of the file, or the next game's first tag where this one has no result. */
static bool end_game(struct reader *r)
{
    r->done = true;
    if (r->depth > 0)
        return mi_record_source_fault(r->source, r->opened[r->depth - 1],
                                      "a variation has no end: \")\" is missing") != NULL;
    return true;
}

/* Is the tag that begins here another game's? */
static bool begins_another(const struct reader *r)
{
    static const char event[] = "[Event ";
    size_t length = sizeof event - 1;
    return r->moves || ((size_t)(r->end - r->p) > length && memcmp(r->p, event, length) == 0 &&
                        mi_record_node_find(r->record->root, "Event"));
}

static bool read_item(struct reader *r)
{
    skip_blanks(r);
    switch (peek(r)) {
    case -1:
        return end_game(r);
    case '[':
        return begins_another(r) ? end_game(r) : read_tag(r);
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
        return mi_record_source_fault(r->source, r->line, "\"%c\" without its opening one",
                                      *r->p) != NULL;
    }
    return read_word(r);
}

/* Behind a game that is broken: the next tag that begins a line behind an empty one. */
static void skip_game(struct reader *r)
{
    bool empty = false;
    if (r->p > r->start && peek(r) == '[' && at_line_start(r))
        return;
    skip_line(r);
    while (r->p < r->end) {
        step(r);
        if (empty && peek(r) == '[')
            return;
        const char *line = r->p;
        while (is_blank(peek(r)) && *r->p != '\n')
            r->p++;
        empty = peek(r) == '\n';
        r->p = line;
        skip_line(r);
    }
}

static bool read_game(struct reader *r)
{
    r->record = mi_game_record_new(MI_PGN);
    if (!r->record)
        return false;
    r->node = r->record->root;
    r->node->line = r->line;
    while (!r->done)
        if (!read_item(r))
            return false;
    return true;
}

struct miai_game_record *mi_pgn_read(struct mi_record_source *source)
{
    struct reader r = {.source = source, .line = source->line};
    bool first = source->offset == 0;
    r.start = r.p = source->bytes + source->offset;
    r.end = source->bytes + source->length;
    skip_blanks(&r);
    bool any = r.p < r.end, good = any && read_game(&r);
    if (any && !good) {
        mi_record_source_fault(source, r.line, "out of memory");
        skip_game(&r);
    } else if (!any && first) {
        mi_record_source_fault(source, 1, "no game: the file is empty");
    }
    source->offset = (size_t)(r.p - source->bytes);
    source->line = r.line;
    free(r.pending);
    free(r.opened);
    free(r.before);
    if (good)
        return r.record;
    mi_game_record_free(r.record);
    return NULL;
}
