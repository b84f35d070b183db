#include "charset.h"
#include "sgf.h"

#include <ctype.h>
#include <string.h>

enum { HEADER_BYTES = 4096, SAMPLE_BYTES = 8192 };

struct sgf_reader {
    struct mi_record_source *source;
    struct miai_game_record *record;
    const char *p, *end;
    long line;
    bool declares_ambiguous;     /* the declared encoding has ambiguous pairs; not yet checked */
    bool has_ambiguous;          /* text has two-byte characters that may contain a bracket */
    struct mi_record_node *node; /* being read; NULL before the first */
    struct mi_record_node *open; /* innermost node with an unclosed "(" */
    struct mi_text white_space;  /* white space before "(", until its node is created */
    bool pending_open;           /* a "(" was read whose node is not created yet */
    bool cut_between_nodes;      /* the file ended between two nodes of the game */
};

static int peek_byte(const struct sgf_reader *r)
{
    return r->p < r->end ? (unsigned char)*r->p : -1;
}

static void next_byte(struct sgf_reader *r)
{
    r->line += *r->p++ == '\n';
}

static struct mi_text skip_blanks(struct sgf_reader *r)
{
    struct mi_text blanks = {r->p, 0};
    while (r->p < r->end && isspace((unsigned char)*r->p))
        next_byte(r);
    blanks.length = (size_t)(r->p - blanks.at);
    return blanks;
}

static bool ends_early(struct sgf_reader *r, const char *within, long line)
{
    return mi_record_source_fault(r->source, line, "the file ends within %s that begins here",
                                  within) != NULL;
}

/* Called at the first non-ASCII character. If the following text is valid UTF-8, the declared
 * encoding is ignored. */
static void check_for_ambiguous_pairs(struct sgf_reader *r)
{
    size_t length = (size_t)(r->end - r->p), sample = length < SAMPLE_BYTES ? length : SAMPLE_BYTES;
    while (sample > 0 && length > SAMPLE_BYTES && ((unsigned char)r->p[sample] & 0xc0) == 0x80)
        sample--; /* do not cut a character */
    r->has_ambiguous = !mi_is_utf8(r->p, sample);
    r->declares_ambiguous = false;
}

/* Reads "[...]" without the brackets. A backslash protects the next character. */
static bool read_value(struct sgf_reader *r, struct mi_text *raw)
{
    long line = r->line;
    r->p++;
    raw->at = r->p;
    while (peek_byte(r) != ']') {
        if (r->declares_ambiguous && peek_byte(r) >= 0x80)
            check_for_ambiguous_pairs(r);
        if (r->has_ambiguous && mi_is_ambiguous_pair(r->p, r->end))
            r->p++;
        else if (peek_byte(r) == '\\')
            r->p++;
        if (peek_byte(r) < 0)
            return ends_early(r, "a value", line);
        next_byte(r);
    }
    raw->length = (size_t)(r->p - raw->at);
    r->p++;
    return true;
}

/* Reads a name: a letter, then letters and digits. */
static bool read_name(struct sgf_reader *r, struct mi_text *name)
{
    bool capitals = false;
    name->at = r->p;
    for (; isalnum(peek_byte(r)); r->p++)
        capitals |= isupper((unsigned char)*r->p) != 0;
    name->length = (size_t)(r->p - name->at);
    if (!capitals)
        mi_record_source_fault(r->source, r->line,
                               "\"%.*s\" is not a property: its name has no capital letter",
                               (int)(name->length < 20 ? name->length : 20), name->at);
    return capitals;
}

/* Reads "AB[..][..]". */
static bool read_property(struct sgf_reader *r, struct mi_text before)
{
    struct mi_text name, raw;
    if (!read_name(r, &name))
        return false;
    struct mi_record_property *property = mi_game_record_add_property(r->record, r->node, name);
    struct mi_text white_space = skip_blanks(r);
    if (!property)
        return false;
    property->before = before;
    if (peek_byte(r) != '[')
        return mi_record_source_fault(r->source, r->line,
                                      "property %.*s has no value: \"[\" is missing",
                                      (int)(name.length < 20 ? name.length : 20), name.at) != NULL;
    for (;;) {
        if (!read_value(r, &raw))
            return false;
        struct mi_record_value *value = mi_game_record_add_value(r->record, property, raw);
        if (!value)
            return false;
        value->before = white_space;
        const char *after = r->p;
        long line = r->line;
        white_space = skip_blanks(r);
        if (peek_byte(r) != '[') { /* this white space belongs to the next property */
            r->p = after;
            r->line = line;
            return true;
        }
    }
}

/* Begins a node after the last one. */
static bool begin_node(struct sgf_reader *r, struct mi_text before)
{
    struct mi_record_node *node =
        r->node ? mi_game_record_add_node(r->record, r->node) : r->record->root;
    if (!node)
        return false;
    node->fresh = false;
    node->before = before;
    node->line = r->line;
    if (r->pending_open) {
        node->opens = true;
        node->before_open = r->white_space;
        node->outer = r->open;
        r->open = node;
        r->pending_open = false;
    }
    r->node = node;
    return true;
}

static bool open_variation(struct sgf_reader *r, struct mi_text before)
{
    if (r->pending_open)
        return mi_record_source_fault(r->source, r->line,
                                      "a variation begins with a node: \";\" is missing") != NULL;
    r->pending_open = true;
    r->white_space = before;
    r->p++;
    return true;
}

/* Continues after the node before the variation; sets node to NULL at the end of the game. */
static bool close_variation(struct sgf_reader *r, struct mi_text before)
{
    if (r->pending_open)
        return mi_record_source_fault(r->source, r->line,
                                      "a variation without a node: \";\" is missing") != NULL;
    r->open->before_close = before;
    r->node = r->open->parent;
    r->open = r->open->outer;
    r->p++;
    return true;
}

static bool read_sgf_item(struct sgf_reader *r)
{
    struct mi_text before = skip_blanks(r);
    int c = peek_byte(r);
    switch (c) {
    case '(':
        return open_variation(r, before);
    case ')':
        return close_variation(r, before);
    case ';':
        r->p++;
        return begin_node(r, before);
    case -1:
        r->cut_between_nodes = !r->pending_open;
        return ends_early(r, "a game", r->record->root->line);
    }
    if (!isalpha(c))
        return mi_record_source_fault(
                   r->source, r->line,
                   isprint(c) ? "\"%c\" instead of a node (\";\"), a property or \")\""
                              : "byte %d instead of a node (\";\"), a property or \")\"",
                   c) != NULL;
    if (r->pending_open && !begin_node(r, (struct mi_text){r->p, 0}))
        return false;
    return read_property(r, before);
}

/* Reads from "(" to the matching ")". */
static bool read_sgf_game(struct sgf_reader *r)
{
    struct mi_text nothing = {r->p, 0};
    r->record->root->line = r->line;
    open_variation(r, nothing);
    do {
        if (!read_sgf_item(r))
            return false;
    } while (r->pending_open || r->open);
    return true;
}

static const char *skip_spaces(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p;
}

/* Does a property with two capitals begin here? Files of the Nihon Ki-in and of Sina begin a game
 * with one, without ";". */
static bool begins_property(const char *p, const char *end)
{
    return end - p > 2 && isupper((unsigned char)p[0]) && isupper((unsigned char)p[1]) &&
           p[2] == '[';
}

bool mi_sgf_begins_game(const char *p, const char *end)
{
    p = skip_spaces(p + 1, end);
    return p < end && (*p == ';' || begins_property(p, end));
}

/* Finds the next start of a game; the end if there is none. */
static const char *find_game(const char *p, const char *end, long *line)
{
    while (p < end && !(*p == '(' && mi_sgf_begins_game(p, end)))
        *line += *p++ == '\n';
    return p;
}

/* Does a root node begin at this "("? Its ";" is missing, or a typical first property follows. */
static bool begins_root(const char *p, const char *end)
{
    static const char *const first[] = {"FF[", "GM[", "CA[", "SZ[", "AP[", "EV[", "PB[", "PW["};
    p = skip_spaces(p + 1, end);
    if (p < end && *p != ';')
        return true;
    p = skip_spaces(p + 1, end);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (end - p > 3 && memcmp(p, first[i], 3) == 0)
            return true;
    return false;
}

/* Finds the next game after a malformed one. Variations look like games, so look for root
 * properties. */
static const char *find_next_root(const char *p, const char *end, long *line)
{
    p = find_game(p, end, line);
    while (p < end && !begins_root(p, end))
        p = find_game(p + 1, end, line);
    return p;
}

/* Does the game declare an encoding whose characters may contain brackets? */
static bool declares_ambiguous_pairs(const char *p, const char *end)
{
    const char *head = end - p < HEADER_BYTES ? end : p + HEADER_BYTES;
    for (const char *at = p; head - at > 3; at++) {
        if (memcmp(at, "CA[", 3) != 0)
            continue;
        const char *close = memchr(at, ']', (size_t)(head - at));
        return close && mi_has_ambiguous_pairs(at + 3, (size_t)(close - at) - 3);
    }
    return false;
}

static bool is_blank(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p == end;
}

/* Handles a source without another game.  The caller reports an empty one. */
static struct miai_game_record *end_of_source(struct mi_record_source *source)
{
    bool first = source->offset == 0;
    source->offset = source->length;
    if (first && !is_blank(source->bytes, source->bytes + source->length))
        mi_record_source_fault(source, 1, "not a game record: \"(;\" is missing");
    return NULL;
}

struct miai_game_record *mi_sgf_read(struct mi_record_source *source)
{
    struct sgf_reader r = {.source = source, .line = source->line};
    const char *start = source->bytes + source->offset;
    r.end = source->bytes + source->length;
    r.p = find_game(start, r.end, &r.line);
    if (r.p == r.end)
        return end_of_source(source);
    r.record = mi_game_record_new(MI_SGF);
    if (!r.record) {
        source->offset = source->length;
        return mi_record_source_fault(source, r.line, "out of memory");
    }
    if (*skip_spaces(r.p + 1, r.end) != ';')
        r.record->note = "\";\" is missing before the root's properties";
    r.record->before = (struct mi_text){start, (size_t)(r.p - start)};
    r.declares_ambiguous = declares_ambiguous_pairs(r.p, r.end);
    if (!read_sgf_game(&r) && !r.cut_between_nodes) {
        mi_record_source_fault(source, r.line, "out of memory");
        mi_game_record_free(r.record);
        source->offset = (size_t)(find_next_root(r.p, r.end, &r.line) - source->bytes);
        source->line = r.line;
        return NULL;
    }
    source->line = r.line;
    if (find_game(r.p, r.end, &(long){0}) == r.end) {
        r.record->after = (struct mi_text){r.p, (size_t)(r.end - r.p)};
        r.p = r.end;
    }
    source->offset = (size_t)(r.p - source->bytes);
    return r.record;
}
