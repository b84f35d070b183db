#include "pgn.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

static const char *skip_word(const char *p, const char *end)
{
    while (p < end && !is_blank(*p) && *p != ';')
        p++;
    return p;
}

/* The first four fields. */
static const char *read_position(struct mi_record_source *source, struct miai_game_record *record,
                                 const char *p, const char *end)
{
    const char *from = p;
    for (int field = 0; field < 4; field++) {
        const char *word = skip(p, end);
        p = skip_word(word, end);
        if (p == word)
            return mi_record_source_fault(
                source, source->line,
                "no EPD: board, player, castling and en passant are to come first");
    }
    struct mi_text position = {from, (size_t)(p - from)};
    return mi_game_record_add_text(record, record->root, mi_text_of("position"), position) ? p
                                                                                           : NULL;
}

/* The counters of a FEN, which some write in EPD, too: "0 1" and no semicolon. */
static const char *read_counters(struct miai_game_record *record, const char *p, const char *end)
{
    static const char *const names[] = {"hmvc", "fmvn"};
    for (int i = 0; i < 2; i++) {
        const char *word = skip(p, end), *behind = word;
        while (behind < end && *behind >= '0' && *behind <= '9')
            behind++;
        if (behind == word || (behind < end && !is_blank(*behind)))
            return p;
        struct mi_text number = {word, (size_t)(behind - word)};
        if (!mi_game_record_add_text(record, record->root, mi_text_of(names[i]), number))
            return NULL;
        p = behind;
    }
    return p;
}

/* "bm Nf3 Nc3;", of which a text in quotes may have semicolons. */
static const char *read_operation(struct mi_record_source *source, struct miai_game_record *record,
                                  const char *p, const char *end)
{
    struct mi_text name = {p, 0}, raw;
    bool quoted = false;
    p = skip_word(p, end);
    name.length = (size_t)(p - name.at);
    raw.at = p = skip(p, end);
    for (; p < end && (quoted || *p != ';'); p++)
        quoted ^= *p == '"';
    if (quoted)
        return mi_record_source_fault(source, source->line, "operation %.*s: '\"' is missing",
                                      (int)(name.length < 20 ? name.length : 20), name.at);
    raw.length = (size_t)(p - raw.at);
    while (raw.length > 0 && is_blank(raw.at[raw.length - 1]))
        raw.length--;
    if (!mi_game_record_add_text(record, record->root, name, raw))
        return NULL;
    return p < end ? p + 1 : p;
}

static bool read_line(struct mi_record_source *source, struct miai_game_record *record,
                      const char *p, const char *end)
{
    p = read_position(source, record, p, end);
    if (p)
        p = read_counters(record, p, end);
    while (p && (p = skip(p, end)) < end)
        p = *p == ';' ? p + 1 : read_operation(source, record, p, end);
    return p != NULL;
}

/* Goes to the next line that has a position, or to the end. */
static const char *skip_to_line(struct mi_record_source *source)
{
    const char *p = source->bytes + source->offset, *end = source->bytes + source->length;
    p += source->offset == 0 ? mi_utf8_mark(p, source->length) : 0;
    for (; p < end && (is_blank(*p) || *p == '\n' || *p == '#'); p++) {
        if (*p == '#')
            p = memchr(p, '\n', (size_t)(end - p));
        if (!p)
            p = end - 1;
        source->line += *p == '\n';
    }
    source->offset = (size_t)(p - source->bytes);
    return p;
}

struct miai_game_record *mi_epd_read(struct mi_record_source *source)
{
    const char *p = skip_to_line(source), *end = source->bytes + source->length;
    if (p == end)
        return NULL;
    const char *line_end = memchr(p, '\n', (size_t)(end - p));
    struct miai_game_record *record = mi_game_record_new(MI_EPD);
    line_end = line_end ? line_end : end;
    bool good = record && read_line(source, record, p, line_end);
    if (!good)
        mi_record_source_fault(source, source->line, "out of memory");
    else
        record->root->line = source->line;
    source->offset = (size_t)(line_end - source->bytes) + (line_end < end);
    source->line += line_end < end;
    if (good)
        return record;
    mi_game_record_free(record);
    return NULL;
}

static void write_line(const struct mi_record_node *node, struct mi_out *out)
{
    for (const struct mi_record_property *p = node->property; p; p = p->next) {
        if (p != node->property) {
            mi_out_char(out, ' ');
            mi_text_write(out, p->name);
            mi_out_add(out, p->value->raw.length ? " " : "");
        }
        mi_text_write(out, p->value->raw);
        mi_out_add(out, p == node->property ? "" : ";");
    }
    mi_out_char(out, '\n');
}

void mi_epd_write(const struct miai_game_record *record, struct mi_out *out)
{
    for (const struct mi_record_node *node = record->root; node; node = node->child)
        write_line(node, out);
}
