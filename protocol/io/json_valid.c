/* JSON as RFC 8259 has it, to the letter: what is not may not come back in an answer. */
#include "base/text.h"
#include "json.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

/* Each function takes what it is named after from the beginning of the text, and returns what is
 * behind it, or NULL. */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *take_digits(const char *at)
{
    size_t n = strspn(at, "0123456789");
    return n > 0 ? at + n : NULL;
}

static const char *take_number(const char *at)
{
    at += *at == '-';
    at = *at == '0' ? at + 1 : take_digits(at);
    if (at && *at == '.')
        at = take_digits(at + 1);
    if (at && (*at == 'e' || *at == 'E'))
        at = take_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
    return at;
}

static const char *take_word(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return NULL;
}

size_t mi_json_unit(const char *at, unsigned *unit)
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

/* Half a character that takes two of them has to have its other half. */
static const char *take_unit(const char *at)
{
    unsigned unit, second;
    size_t n = mi_json_unit(at, &unit);
    if (n == 0 || unit >> 10 == 0xdc00 >> 10)
        return NULL;
    if (unit >> 10 != 0xd800 >> 10)
        return at + n;
    return mi_json_unit(at + n, &second) && second >> 10 == 0xdc00 >> 10 ? at + 2 * n : NULL;
}

static const char *take_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    while (at && *at != '"') {
        size_t n = mi_utf8_length(at, strnlen(at, 4));
        if (*at != '\\')
            at = n > 0 && (unsigned char)*at >= ' ' ? at + n : NULL;
        else if (at[1] == 'u')
            at = take_unit(at);
        else
            at = at[1] && strchr("\"\\/bfnrt", at[1]) ? at + 2 : NULL;
    }
    return at ? at + 1 : NULL;
}

static const char *take_value(const char *at, int depth);

/* With the colon. */
static const char *take_name(const char *at)
{
    at = take_string(at);
    if (at)
        at = skip_blanks(at);
    return at && *at == ':' ? skip_blanks(at + 1) : NULL;
}

/* An object or an array, by its closing bracket. */
static const char *take_list(const char *at, char close, int depth)
{
    at = skip_blanks(at + 1);
    if (*at == close)
        return at + 1;
    for (;;) {
        if (close == '}')
            at = take_name(at);
        if (!at || (at = take_value(at, depth + 1)) == NULL)
            return NULL;
        at = skip_blanks(at);
        if (*at == close)
            return at + 1;
        if (*at != ',')
            return NULL;
        at = skip_blanks(at + 1);
    }
}

static const char *take_value(const char *at, int depth)
{
    if (depth > DEPTH_MAX)
        return NULL;
    switch (*at) {
    case '{':
        return take_list(at, '}', depth);
    case '[':
        return take_list(at, ']', depth);
    case '"':
        return take_string(at);
    case 't':
    case 'f':
    case 'n':
        return take_word(at);
    }
    return take_number(at);
}

bool mi_json_is_valid(const char *text)
{
    const char *end = take_value(skip_blanks(text), 0);
    return end && *skip_blanks(end) == '\0';
}
