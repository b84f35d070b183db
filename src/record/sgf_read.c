#include "charset.h"
#include "sgf.h"

#include <ctype.h>
#include <string.h>

enum { HEAD = 4096, SAMPLE = 8192 };

struct reader {
    struct mi_record_source *source;
    struct miai_game_record *record;
    const char *p, *end;
    long line;
    bool claims_sly;             /* so it is said; unless what comes is UTF-8 */
    bool sly;                    /* of two bytes that are a character the second may be a bracket */
    struct mi_record_node *node; /* that is being read; NULL before the first */
    struct mi_record_node *open; /* the innermost one with a "(" that has not been closed */
    struct mi_text gap;          /* blanks before "(", which wait for their node */
    bool opened;                 /* a "(" waits for its node */
    bool cut;                    /* the file ends between two nodes of the game */
};

static int peek(const struct reader *r)
{
    return r->p < r->end ? (unsigned char)*r->p : -1;
}

static void step(struct reader *r)
{
    r->line += *r->p++ == '\n';
}

static struct mi_text skip_blanks(struct reader *r)
{
    struct mi_text blanks = {r->p, 0};
    while (r->p < r->end && isspace((unsigned char)*r->p))
        step(r);
    blanks.length = (size_t)(r->p - blanks.at);
    return blanks;
}

static bool ends_early(struct reader *r, const char *within, long line)
{
    return mi_record_source_fault(r->source, line, "the file ends within %s that begins here",
                                  within) != NULL;
}

/* At the first character that is not ASCII: is it as the file says?  Not if those that follow are
 * UTF-8. */
static void look_for_sly_pairs(struct reader *r)
{
    size_t length = (size_t)(r->end - r->p), sample = length < SAMPLE ? length : SAMPLE;
    while (sample > 0 && length > SAMPLE && ((unsigned char)r->p[sample] & 0xc0) == 0x80)
        sample--; /* not within a character */
    r->sly = !mi_is_utf8(r->p, sample);
    r->claims_sly = false;
}

/* Reads "[...]" and leaves out the brackets.  A backslash keeps what follows it. */
static bool read_value(struct reader *r, struct mi_text *raw)
{
    long line = r->line;
    r->p++;
    raw->at = r->p;
    while (peek(r) != ']') {
        if (r->claims_sly && peek(r) >= 0x80)
            look_for_sly_pairs(r);
        if (r->sly && mi_is_ambiguous_pair(r->p, r->end))
            r->p++;
        else if (peek(r) == '\\')
            r->p++;
        if (peek(r) < 0)
            return ends_early(r, "a value", line);
        step(r);
    }
    raw->length = (size_t)(r->p - raw->at);
    r->p++;
    return true;
}

/* Letters, and behind the first one digits, too. */
static bool read_name(struct reader *r, struct mi_text *name)
{
    bool capitals = false;
    name->at = r->p;
    for (; isalnum(peek(r)); r->p++)
        capitals |= isupper((unsigned char)*r->p) != 0;
    name->length = (size_t)(r->p - name->at);
    if (!capitals)
        mi_record_source_fault(r->source, r->line,
                               "\"%.*s\" is no property: its name has no capital letter",
                               (int)(name->length < 20 ? name->length : 20), name->at);
    return capitals;
}

/* Reads "AB[..][..]". */
static bool read_property(struct reader *r, struct mi_text before)
{
    struct mi_text name, raw;
    if (!read_name(r, &name))
        return false;
    struct mi_record_property *property = mi_game_record_add_property(r->record, r->node, name);
    struct mi_text gap = skip_blanks(r);
    if (!property)
        return false;
    property->before = before;
    if (peek(r) != '[')
        return mi_record_source_fault(r->source, r->line,
                                      "property %.*s has no value: \"[\" is missing",
                                      (int)(name.length < 20 ? name.length : 20), name.at) != NULL;
    for (;;) {
        if (!read_value(r, &raw))
            return false;
        struct mi_record_value *value = mi_game_record_add_value(r->record, property, raw);
        if (!value)
            return false;
        value->before = gap;
        const char *behind = r->p;
        long line = r->line;
        gap = skip_blanks(r);
        if (peek(r) != '[') { /* these blanks are the next one's */
            r->p = behind;
            r->line = line;
            return true;
        }
    }
}

/* A node behind the one that was read last. */
static bool begin_node(struct reader *r, struct mi_text before)
{
    struct mi_record_node *node =
        r->node ? mi_game_record_add_node(r->record, r->node) : r->record->root;
    if (!node)
        return false;
    node->fresh = false;
    node->before = before;
    node->line = r->line;
    if (r->opened) {
        node->opens = true;
        node->before_open = r->gap;
        node->outer = r->open;
        r->open = node;
        r->opened = false;
    }
    r->node = node;
    return true;
}

static bool open_variation(struct reader *r, struct mi_text before)
{
    if (r->opened)
        return mi_record_source_fault(r->source, r->line,
                                      "a variation begins with a node: \";\" is missing") != NULL;
    r->opened = true;
    r->gap = before;
    r->p++;
    return true;
}

/* Goes on behind the node in front of the variation; at the end of the game node is NULL. */
static bool close_variation(struct reader *r, struct mi_text before)
{
    if (r->opened)
        return mi_record_source_fault(r->source, r->line,
                                      "a variation without a node: \";\" is missing") != NULL;
    r->open->before_close = before;
    r->node = r->open->parent;
    r->open = r->open->outer;
    r->p++;
    return true;
}

static bool read_item(struct reader *r)
{
    struct mi_text before = skip_blanks(r);
    int c = peek(r);
    switch (c) {
    case '(':
        return open_variation(r, before);
    case ')':
        return close_variation(r, before);
    case ';':
        r->p++;
        return begin_node(r, before);
    case -1:
        r->cut = !r->opened;
        return ends_early(r, "a game", r->record->root->line);
    }
    if (!isalpha(c))
        return mi_record_source_fault(
                   r->source, r->line,
                   isprint(c) ? "\"%c\" instead of a node (\";\"), a property or \")\""
                              : "byte %d instead of a node (\";\"), a property or \")\"",
                   c) != NULL;
    if (r->opened && !begin_node(r, (struct mi_text){r->p, 0}))
        return false;
    return read_property(r, before);
}

/* From "(" to the ")" that closes it. */
static bool read_game(struct reader *r)
{
    struct mi_text nothing = {r->p, 0};
    r->record->root->line = r->line;
    open_variation(r, nothing);
    do {
        if (!read_item(r))
            return false;
    } while (r->opened || r->open);
    return true;
}

static const char *skip_spaces(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p;
}

/* Does a property of two capital letters begin here?  With one of these the Nihon Ki-in and Sina
 * begin a game, without ";". */
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

/* The next place where a game begins; the end if there is none. */
static const char *find_game(const char *p, const char *end, long *line)
{
    while (p < end && !(*p == '(' && mi_sgf_begins_game(p, end)))
        *line += *p++ == '\n';
    return p;
}

/* Does a root node begin at this "(": without ";", or with one of the properties that open one? */
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

/* Behind a game that is broken: its variations begin as games do. */
static const char *find_next_root(const char *p, const char *end, long *line)
{
    p = find_game(p, end, line);
    while (p < end && !begins_root(p, end))
        p = find_game(p + 1, end, line);
    return p;
}

/* Does the game say that its characters are such that brackets may be parts of them? */
static bool claims_sly_pairs(const char *p, const char *end)
{
    const char *head = end - p < HEAD ? end : p + HEAD;
    for (const char *at = p; head - at > 3; at++) {
        if (memcmp(at, "CA[", 3) != 0)
            continue;
        const char *close = memchr(at, ']', (size_t)(head - at));
        return close && mi_has_ambiguous_pairs(at + 3, (size_t)(close - at) - 3);
    }
    return false;
}

/* Where there is no game any more. */
static struct miai_game_record *find_none(struct mi_record_source *source)
{
    bool first = source->offset == 0;
    source->offset = source->length;
    if (first)
        mi_record_source_fault(source, 1, "no game record: \"(;\" is missing");
    return NULL;
}

struct miai_game_record *mi_sgf_read(struct mi_record_source *source)
{
    struct reader r = {.source = source, .line = source->line};
    const char *start = source->bytes + source->offset;
    r.end = source->bytes + source->length;
    r.p = find_game(start, r.end, &r.line);
    if (r.p == r.end)
        return find_none(source);
    r.record = mi_game_record_new(MI_SGF);
    if (!r.record) {
        source->offset = source->length;
        return mi_record_source_fault(source, r.line, "out of memory");
    }
    if (*skip_spaces(r.p + 1, r.end) != ';')
        r.record->note = "\";\" is missing in front of the root's properties";
    r.record->before = (struct mi_text){start, (size_t)(r.p - start)};
    r.claims_sly = claims_sly_pairs(r.p, r.end);
    if (!read_game(&r) && !r.cut) {
        mi_record_source_fault(source, r.line, "out of memory");
        mi_game_record_free(r.record);
        source->offset = (size_t)(find_next_root(r.p, r.end, &r.line) - source->bytes);
        source->line = r.line;
        return NULL;
    }
    source->line = r.line;
    if (find_game(r.p, r.end, &(long){0}) == r.end) {
        r.record->behind = (struct mi_text){r.p, (size_t)(r.end - r.p)};
        r.p = r.end;
    }
    source->offset = (size_t)(r.p - source->bytes);
    return r.record;
}
