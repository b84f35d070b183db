#include "pgn.h"

#include <ctype.h>
#include <string.h>

enum { WIDTH = 79 };

static const char *const names[] = {
    "game", "size",  "komi",  "rules", "position", "handicap", "black", "white",   "result",
    "date", "event", "round", "place", "time",     "stones",   "turn",  "comment",
};

bool mi_plain_has_name(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

struct reader {
    struct mi_source *source;
    struct miai_sheet *sheet;
    struct mi_node *node;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct mi_text trim(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    while (end > p && is_blank(end[-1]))
        end--;
    return (struct mi_text){p, (size_t)(end - p)};
}

static struct mi_text take_word(const char **p, const char *end)
{
    struct mi_text rest = trim(*p, end);
    const char *word_end = rest.at;
    while (word_end < end && !is_blank(*word_end))
        word_end++;
    *p = word_end;
    return (struct mi_text){rest.at, (size_t)(word_end - rest.at)};
}

static bool is_known(struct mi_text word)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (mi_text_is(word, names[i]))
            return true;
    return false;
}

static bool add_tag(struct reader *r, struct mi_text name, struct mi_text value)
{
    struct mi_property *property = mi_sheet_add_property(r->sheet, r->sheet->root, name);
    return property && mi_sheet_add_value(r->sheet, property, value);
}

/* "12." and "12..." are numbers of moves. */
static bool is_number(struct mi_text word)
{
    size_t digits = 0;
    while (digits < word.length && word.at[digits] >= '0' && word.at[digits] <= '9')
        digits++;
    while (digits > 0 && digits < word.length && word.at[digits] == '.')
        digits++;
    return digits == word.length && word.at[word.length - 1] == '.';
}

/* The length of the point that a word begins with, a letter and digits; 0: with none. */
static size_t point_length(struct mi_text word)
{
    size_t i = 1;
    if (word.length == 0 || !isalpha((unsigned char)*word.at))
        return 0;
    while (i < word.length && isdigit((unsigned char)word.at[i]))
        i++;
    return i > 1 ? i : 0;
}

static struct mi_text behind(struct mi_text word, size_t length)
{
    return (struct mi_text){word.at + length, word.length - length};
}

/* Is it a transcript, points without blanks between them ("f5d6c3")?  Two of them are one move of
 * chess. */
static bool is_transcript(struct mi_text word)
{
    int points = 0;
    for (size_t n; (n = point_length(word)) > 0; points++)
        word = behind(word, n);
    return word.length == 0 && points >= 3;
}

static bool add_move(struct reader *r, struct mi_text word)
{
    r->node = mi_sheet_add_node(r->sheet, r->node);
    struct mi_property *move =
        r->node ? mi_sheet_add_property(r->sheet, r->node, mi_text_of(MI_MOVE)) : NULL;
    if (!move || !mi_sheet_add_value(r->sheet, move, word))
        return false;
    r->node->line = r->source->line;
    return true;
}

static bool add_transcript(struct reader *r, struct mi_text word)
{
    bool good = true;
    for (size_t n; good && (n = point_length(word)) > 0; word = behind(word, n))
        good = add_move(r, (struct mi_text){word.at, n});
    return good;
}

static bool add_moves(struct reader *r, const char *p, const char *end)
{
    for (struct mi_text word; (word = take_word(&p, end)).length > 0;) {
        if (is_number(word))
            continue;
        if (!(is_transcript(word) ? add_transcript(r, word) : add_move(r, word)))
            return false;
    }
    return true;
}

/* Where a comment begins: at a # that ends no move, as that of a mate does. */
static const char *find_comment(const char *p, const char *end)
{
    for (const char *at = p; at < end; at++)
        if (*at == '#' && (at == p || is_blank(at[-1])))
            return at;
    return end;
}

static bool read_line(struct reader *r, const char *p, const char *end)
{
    const char *rest = p;
    struct mi_text word;
    end = find_comment(p, end);
    word = take_word(&rest, end);
    if (word.length == 0)
        return true;
    if (is_known(word))
        return add_tag(r, word, trim(rest, end));
    return add_moves(r, mi_text_is(word, "moves") ? rest : p, end);
}

/* Is the game over where this line is: an empty one behind moves? */
static bool ends(const struct reader *r, const char *p, const char *end)
{
    return trim(p, end).length == 0 && r->node != r->sheet->root;
}

struct miai_sheet *mi_plain_read(struct mi_source *source)
{
    struct reader r = {.source = source, .sheet = mi_sheet_new(MI_PLAIN)};
    const char *p = source->bytes + source->offset, *end = source->bytes + source->length;
    bool good = r.sheet != NULL, done = false;
    if (good) {
        r.node = r.sheet->root;
        r.node->line = source->line;
    }
    while (good && !done && p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        line_end = line_end ? line_end : end;
        done = ends(&r, p, line_end);
        good = done || read_line(&r, p, line_end);
        source->line += line_end < end;
        p = line_end + (line_end < end);
    }
    if (!good) {
        mi_source_fault(source, source->line, "out of memory");
        p = end;
    }
    source->offset = (size_t)(p - source->bytes);
    if (good && (r.node != r.sheet->root || r.sheet->root->property))
        return r.sheet;
    mi_sheet_free(r.sheet);
    return NULL;
}

static void write_tags(const struct mi_node *root, struct mi_out *out)
{
    for (const struct mi_property *p = root->property; p; p = p->next) {
        for (size_t i = 0; i < p->name.length; i++)
            mi_out_char(out, p->name.at[i]);
        mi_out_char(out, ' ');
        for (size_t i = 0; p->value && i < p->value->raw.length; i++)
            mi_out_char(out, strchr("\r\n#", p->value->raw.at[i]) ? ' ' : p->value->raw.at[i]);
        mi_out_char(out, '\n');
    }
}

void mi_plain_write(const struct miai_sheet *sheet, struct mi_out *out)
{
    size_t column = 0;
    write_tags(sheet->root, out);
    for (const struct mi_node *node = sheet->root->child; node; node = node->child) {
        const struct mi_property *move = mi_node_find(node, MI_MOVE);
        if (!move || !move->value)
            continue;
        struct mi_text text = move->value->raw;
        if (column == 0 || column + 1 + text.length > WIDTH) {
            mi_out_add(out, column ? "\nmoves" : "moves");
            column = strlen("moves");
        }
        mi_out_char(out, ' ');
        for (size_t i = 0; i < text.length; i++)
            mi_out_char(out, text.at[i]);
        column += 1 + text.length;
    }
    mi_out_add(out, column ? "\n\n" : "\n");
}
