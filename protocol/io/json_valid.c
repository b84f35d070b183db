/* Strict JSON (RFC 8259): values of a query are echoed in answers and must be valid there. */
#include "base/text.h"
#include "json.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

/* Each skip_ function skips the syntax element in its name at the start of the text, and returns
 * the position after it, or NULL if the element is not there. */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *skip_digits(const char *at)
{
    size_t n = strspn(at, "0123456789");
    return n > 0 ? at + n : NULL;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    at = *at == '0' ? at + 1 : skip_digits(at);
    if (at && *at == '.')
        at = skip_digits(at + 1);
    if (at && (*at == 'e' || *at == 'E'))
        at = skip_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
    return at;
}

static const char *skip_literal(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return NULL;
}

size_t mi_json_read_utf16_unit(const char *at, unsigned *unit)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    if (at[0] != '\\' || at[1] != 'u' || strspn(at + 2, digits) < 4)
        return 0;
    *unit = 0;
    for (int i = 2; i < 6; i++) {
        unsigned digit = (unsigned)(strchr(digits, at[i]) - digits);
        *unit = *unit * 16 + (digit > 15 ? digit - 6 : digit);
    }
    return 6;
}

/* Skips "\uXXXX", or both halves of a surrogate pair; a lone surrogate is an error. */
static const char *skip_unicode_escape(const char *at)
{
    unsigned unit, second;
    size_t n = mi_json_read_utf16_unit(at, &unit);
    if (n == 0 || unit >> 10 == 0xdc00 >> 10)
        return NULL;
    if (unit >> 10 != 0xd800 >> 10)
        return at + n;
    return mi_json_read_utf16_unit(at + n, &second) && second >> 10 == 0xdc00 >> 10 ? at + 2 * n
                                                                                    : NULL;
}

static const char *skip_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    while (at && *at != '"') {
        size_t n = mi_utf8_length(at, strnlen(at, 4));
        if (*at != '\\')
            at = n > 0 && (unsigned char)*at >= ' ' ? at + n : NULL;
        else if (at[1] == 'u')
            at = skip_unicode_escape(at);
        else
            at = at[1] && strchr("\"\\/bfnrt", at[1]) ? at + 2 : NULL;
    }
    return at ? at + 1 : NULL;
}

static const char *skip_value(const char *at, int depth);

/* A member's name and its colon. */
static const char *skip_name(const char *at)
{
    at = skip_string(at);
    if (at)
        at = skip_blanks(at);
    return at && *at == ':' ? skip_blanks(at + 1) : NULL;
}

/* An object or an array, depending on its closing bracket. */
static const char *skip_list(const char *at, char close, int depth)
{
    at = skip_blanks(at + 1);
    if (*at == close)
        return at + 1;
    for (;;) {
        if (close == '}')
            at = skip_name(at);
        if (!at || (at = skip_value(at, depth + 1)) == NULL)
            return NULL;
        at = skip_blanks(at);
        if (*at == close)
            return at + 1;
        if (*at != ',')
            return NULL;
        at = skip_blanks(at + 1);
    }
}

static const char *skip_value(const char *at, int depth)
{
    if (depth > MAX_DEPTH)
        return NULL;
    switch (*at) {
    case '{':
        return skip_list(at, '}', depth);
    case '[':
        return skip_list(at, ']', depth);
    case '"':
        return skip_string(at);
    case 't':
    case 'f':
    case 'n':
        return skip_literal(at);
    }
    return skip_number(at);
}

bool mi_json_is_valid(const char *text)
{
    const char *end = skip_value(skip_blanks(text), 0);
    return end && *skip_blanks(end) == '\0';
}
