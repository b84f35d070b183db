#include "pgn.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *p, const char *end)
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

/* Reads the first four fields. */
static const char *read_epd_position(struct mi_record_source *source,
                                     struct miai_game_record *record, const char *p,
                                     const char *end)
{
    const char *from = p;
    for (int field = 0; field < 4; field++) {
        const char *word = skip_blanks(p, end);
        p = skip_word(word, end);
        if (p == word)
            return mi_record_source_fault(
                source, source->line,
                "not EPD: a line begins with board, side to move, castling and en passant");
    }
    struct mi_text position = {from, (size_t)(p - from)};
    return mi_game_record_add_text(record, record->root, mi_text_of("position"), position) ? p
                                                                                           : NULL;
}

/* Reads the move counters of a FEN, which some files have in EPD too: "0 1" without a semicolon. */
static const char *read_epd_counters(struct miai_game_record *record, const char *p,
                                     const char *end)
{
    static const char *const names[] = {"hmvc", "fmvn"};
    for (int i = 0; i < 2; i++) {
        const char *word = skip_blanks(p, end), *after = word;
        while (after < end && *after >= '0' && *after <= '9')
            after++;
        if (after == word || (after < end && !is_blank(*after)))
            return p;
        struct mi_text number = {word, (size_t)(after - word)};
        if (!mi_game_record_add_text(record, record->root, mi_text_of(names[i]), number))
            return NULL;
        p = after;
    }
    return p;
}

/* Reads an operation such as "bm Nf3 Nc3;". A quoted operand may contain semicolons. */
static const char *read_epd_operation(struct mi_record_source *source,
                                      struct miai_game_record *record, const char *p,
                                      const char *end)
{
    struct mi_text name = {p, 0}, raw;
    bool quoted = false;
    p = skip_word(p, end);
    name.length = (size_t)(p - name.at);
    raw.at = p = skip_blanks(p, end);
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

static bool read_epd_line(struct mi_record_source *source, struct miai_game_record *record,
                          const char *p, const char *end)
{
    p = read_epd_position(source, record, p, end);
    if (p)
        p = read_epd_counters(record, p, end);
    while (p && (p = skip_blanks(p, end)) < end)
        p = *p == ';' ? p + 1 : read_epd_operation(source, record, p, end);
    return p != NULL;
}

/* Skips to the next line that has a position, or to the end. */
static const char *skip_to_epd_line(struct mi_record_source *source)
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
    const char *p = skip_to_epd_line(source), *end = source->bytes + source->length;
    if (p == end)
        return NULL;
    const char *line_end = memchr(p, '\n', (size_t)(end - p));
    struct miai_game_record *record = mi_game_record_new(MI_EPD);
    line_end = line_end ? line_end : end;
    bool good = record && read_epd_line(source, record, p, line_end);
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

static void write_epd_line(const struct mi_record_node *node, struct mi_out *out)
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
        write_epd_line(node, out);
}
