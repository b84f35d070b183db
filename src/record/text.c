#include "pgn.h"

#include <ctype.h>
#include <string.h>

enum { LINE_WIDTH = 79 };

static const char *const tag_names[] = {
    "game",     "size",      "komi",    "rules", "position", "handicap",    "black",  "white",
    "result",   "date",      "event",   "round", "place",    "time",        "stones", "turn",
    MI_COMMENT, "annotator", "opening", "name",  "source",   "termination",
};

struct plain_reader {
    struct mi_record_source *source;
    struct miai_game_record *record;
    struct mi_record_node *node;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct mi_text trim_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    while (end > p && is_blank(end[-1]))
        end--;
    return (struct mi_text){p, (size_t)(end - p)};
}

static struct mi_text next_word(const char **p, const char *end)
{
    struct mi_text rest = trim_blanks(*p, end);
    const char *word_end = rest.at;
    while (word_end < end && !is_blank(*word_end))
        word_end++;
    *p = word_end;
    return (struct mi_text){rest.at, (size_t)(word_end - rest.at)};
}

static bool is_tag_name(struct mi_text word)
{
    for (size_t i = 0; i < sizeof tag_names / sizeof *tag_names; i++)
        if (mi_text_is(word, tag_names[i]))
            return true;
    return false;
}

static bool add_tag(struct plain_reader *r, struct mi_text name, struct mi_text value)
{
    return mi_game_record_add_text(r->record, r->record->root, name, value);
}

/* Is it a move number: "12." or "12..."? */
static bool is_move_number(struct mi_text word)
{
    size_t digits = 0;
    while (digits < word.length && word.at[digits] >= '0' && word.at[digits] <= '9')
        digits++;
    while (digits > 0 && digits < word.length && word.at[digits] == '.')
        digits++;
    return digits == word.length && word.at[word.length - 1] == '.';
}

/* The length of the point (a letter and digits) at the start of a word; 0 if there is none. */
static size_t point_length(struct mi_text word)
{
    size_t i = 1;
    if (word.length == 0 || !isalpha((unsigned char)*word.at))
        return 0;
    while (i < word.length && isdigit((unsigned char)word.at[i]))
        i++;
    return i > 1 ? i : 0;
}

static struct mi_text text_after(struct mi_text word, size_t length)
{
    return (struct mi_text){word.at + length, word.length - length};
}

/* Is it a transcript, points without spaces such as "f5d6c3"? Two points are a chess move. */
static bool is_transcript(struct mi_text word)
{
    int points = 0;
    for (size_t n; (n = point_length(word)) > 0; points++)
        word = text_after(word, n);
    return word.length == 0 && points >= 3;
}

static bool add_plain_move(struct plain_reader *r, struct mi_text word)
{
    r->node = mi_game_record_add_node(r->record, r->node);
    if (!r->node || !mi_game_record_add_text(r->record, r->node, mi_text_of(MI_MOVE), word))
        return false;
    r->node->line = r->source->line;
    return true;
}

static bool add_transcript(struct plain_reader *r, struct mi_text word)
{
    bool good = true;
    for (size_t n; good && (n = point_length(word)) > 0; word = text_after(word, n))
        good = add_plain_move(r, (struct mi_text){word.at, n});
    return good;
}

static bool add_moves(struct plain_reader *r, const char *p, const char *end)
{
    for (struct mi_text word; (word = next_word(&p, end)).length > 0;) {
        if (is_move_number(word))
            continue;
        if (!(is_transcript(word) ? add_transcript(r, word) : add_plain_move(r, word)))
            return false;
    }
    return true;
}

/* Finds the start of a comment: a # that does not directly follow a move, since after a move it
 * means mate. */
static const char *find_comment(const char *p, const char *end)
{
    for (const char *at = p; at < end; at++)
        if (*at == '#' && (at == p || is_blank(at[-1])))
            return at;
    return end;
}

static bool add_node_text(struct plain_reader *r, const char *name, struct mi_text text)
{
    return mi_game_record_add_text(r->record, r->node, mi_text_of(name), text);
}

/* Is it a NAG of PGN, such as "$6"? */
static bool is_assessment(struct mi_text word)
{
    bool good = word.length > 1 && word.at[0] == '$';
    for (size_t i = 1; i < word.length; i++)
        good = good && isdigit((unsigned char)word.at[i]);
    return good;
}

/* Reads the assessments at the start of a comment and advances *p past them. */
static bool read_assessments(struct plain_reader *r, const char **p, const char *end)
{
    const char *rest = *p;
    for (struct mi_text word; is_assessment(word = next_word(&rest, end)); *p = rest)
        if (!add_node_text(r, MI_NAG, word))
            return false;
    return true;
}

/* Reads the text after a #, which is about the move before it. no_moves: the line has none. */
static bool read_comment(struct plain_reader *r, const char *p, const char *end, bool no_moves)
{
    if (!no_moves && r->node->parent && !read_assessments(r, &p, end))
        return false;
    struct mi_text comment = trim_blanks(p, end);
    return comment.length == 0 || add_node_text(r, MI_COMMENT, comment);
}

static bool read_plain_words(struct plain_reader *r, const char *p, const char *end)
{
    const char *rest = p;
    struct mi_text word = next_word(&rest, end);
    if (word.length == 0)
        return true;
    if (is_tag_name(word))
        return add_tag(r, word, trim_blanks(rest, end));
    return add_moves(r, mi_text_is(word, "moves") ? rest : p, end);
}

static bool read_plain_line(struct plain_reader *r, const char *p, const char *end)
{
    const char *words_end = find_comment(p, end);
    if (!read_plain_words(r, p, words_end))
        return false;
    bool no_moves = trim_blanks(p, words_end).length == 0;
    return words_end == end || read_comment(r, words_end + 1, end, no_moves);
}

/* Does this line end the game: is it empty, after moves? */
static bool ends_game(const struct plain_reader *r, const char *p, const char *end)
{
    return trim_blanks(p, end).length == 0 && r->node != r->record->root;
}

struct miai_game_record *mi_plain_read(struct mi_record_source *source)
{
    struct plain_reader r = {.source = source, .record = mi_game_record_new(MI_PLAIN)};
    const char *p = source->bytes + source->offset, *end = source->bytes + source->length;
    bool good = r.record != NULL, done = false;
    p += source->offset == 0 ? mi_utf8_mark(p, source->length) : 0;
    if (good) {
        r.node = r.record->root;
        r.node->line = source->line;
    }
    while (good && !done && p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        line_end = line_end ? line_end : end;
        done = ends_game(&r, p, line_end);
        good = done || read_plain_line(&r, p, line_end);
        source->line += line_end < end;
        p = line_end + (line_end < end);
    }
    if (!good) {
        mi_record_source_fault(source, source->line, "out of memory");
        p = end;
    }
    source->offset = (size_t)(p - source->bytes);
    if (good && (r.node != r.record->root || r.record->root->property))
        return r.record;
    mi_game_record_free(r.record);
    return NULL;
}

/* ---- writing ---- */

/* Writes text on one line, replacing the characters in replaced by spaces. */
static void write_text(struct mi_out *out, struct mi_text text, const char *replaced)
{
    for (size_t i = 0; i < text.length; i++)
        mi_out_char(out, strchr(replaced, text.at[i]) ? ' ' : text.at[i]);
}

static void write_tags(const struct mi_record_node *root, struct mi_out *out)
{
    for (const struct mi_record_property *p = root->property; p; p = p->next) {
        if (p->value->raw.length == 0)
            continue;
        write_text(out, p->name, "");
        mi_out_char(out, ' ');
        write_text(out, p->value->raw, mi_text_is(p->name, MI_COMMENT) ? "\r\n" : "\r\n#");
        mi_out_char(out, '\n');
    }
}

/* Writes notes after a #: assessments, then a comment. Further comments, and a comment that looks
 * like an assessment, get their own lines. Returns whether there were any. */
static bool write_comments(const struct mi_record_node *node, struct mi_out *out)
{
    bool any = false;
    for (int comments = 0; comments < 2; comments++)
        for (const struct mi_record_property *p = node->property; p; p = p->next) {
            if (!mi_text_is(p->name, comments ? MI_COMMENT : MI_NAG))
                continue;
            bool below = comments && (any || p->value->raw.at[0] == '$');
            mi_out_add(out, below ? "\n# " : any ? " " : " # ");
            write_text(out, p->value->raw, "\r\n");
            any = true;
        }
    return any;
}

void mi_plain_write(const struct miai_game_record *record, struct mi_out *out)
{
    size_t column = 0;
    bool noted = false;
    write_tags(record->root, out);
    for (const struct mi_record_node *node = record->root->child; node; node = node->child) {
        const struct mi_record_property *move = mi_record_node_find(node, MI_MOVE);
        if (!move)
            continue;
        struct mi_text text = move->value->raw;
        if (column == 0 || noted || column + 1 + text.length > LINE_WIDTH) {
            mi_out_add(out, column ? "\nmoves" : "moves");
            column = strlen("moves");
        }
        mi_out_char(out, ' ');
        write_text(out, text, "");
        column += 1 + text.length;
        noted = write_comments(node, out);
    }
    mi_out_add(out, column ? "\n\n" : "\n");
}
