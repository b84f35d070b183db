#include "sgf.h"

#include <ctype.h>

enum { VALUE_SIZE = 8192, NAME_SIZE = 16 };

struct reader {
    const char *p, *end;
    mi_sgf_value *value;
    void *context;
    bool main_line; /* false behind its end: the rest is only checked */
    int node;
    char text[VALUE_SIZE];
};

static int peek(const struct reader *r)
{
    return r->p < r->end ? (unsigned char)*r->p : -1;
}

static void skip_blanks(struct reader *r)
{
    while (r->p < r->end && isspace((unsigned char)*r->p))
        r->p++;
}

/* Reads "[...]" into text; a backslash keeps the next character, or joins two lines. */
static bool read_value(struct reader *r)
{
    size_t n = 0;
    for (r->p++; peek(r) != ']'; r->p++) {
        if (peek(r) == '\\') {
            r->p++;
            if (peek(r) == '\r' && r->p + 1 < r->end && r->p[1] == '\n')
                r->p++;
            if (peek(r) == '\n')
                continue;
        }
        if (peek(r) < 0)
            return false;
        if (n + 1 < sizeof r->text)
            r->text[n++] = *r->p;
    }
    r->p++;
    r->text[n] = '\0';
    return true;
}

/* Reads "AB[..][..]".  Older files write "AddBlack": the capitals count. */
static bool read_property(struct reader *r)
{
    char name[NAME_SIZE];
    size_t n = 0;
    for (; isalpha(peek(r)); r->p++)
        if (isupper((unsigned char)*r->p) && n + 1 < sizeof name)
            name[n++] = *r->p;
    name[n] = '\0';
    skip_blanks(r);
    if (n == 0 || peek(r) != '[')
        return false;
    while (peek(r) == '[') {
        if (!read_value(r) || (r->main_line && !r->value(r->context, r->node, name, r->text)))
            return false;
        skip_blanks(r);
    }
    return true;
}

/* Reads from "(;" to the parenthesis that closes it; the first variation each time is the main
 * line, and ends with the first closing one. */
static bool read_tree(struct reader *r)
{
    long depth = 0;
    do {
        skip_blanks(r);
        switch (peek(r)) {
        case '(':
            depth++;
            r->p++;
            break;
        case ')':
            depth--;
            r->main_line = false;
            r->p++;
            break;
        case ';':
            r->node++;
            r->p++;
            break;
        default:
            if (!isalpha(peek(r)) || !read_property(r))
                return false;
        }
    } while (depth > 0);
    return true;
}

bool mi_sgf_walk(const char *text, size_t length, mi_sgf_value *value, void *context)
{
    struct reader r = {text, text + length, value, context, true, -1, ""};
    while (r.p < r.end && *r.p != '(')
        r.p++;
    return peek(&r) == '(' && read_tree(&r) && r.node >= 0;
}
