#include "json_walk.h"

#include "base/text.h"
#include "words.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

char mi_json_peek(struct mi_json_walk *walk)
{
    walk->at += strspn(walk->at, " \t\r\n");
    return *walk->at;
}

static bool skip_char(struct mi_json_walk *walk, char c)
{
    if (walk->bad || mi_json_peek(walk) != c)
        return false;
    walk->at++;
    return true;
}

void mi_json_open(struct mi_json_walk *walk, char bracket)
{
    walk->bad = !skip_char(walk, bracket);
    walk->first = true;
}

bool mi_json_more(struct mi_json_walk *walk, char bracket)
{
    bool first = walk->first, end = skip_char(walk, bracket);
    walk->first = false;
    if (walk->bad || end)
        return false;
    bool comma = skip_char(walk, ',');
    walk->bad =
        mi_json_peek(walk) == '\0' || (walk->strict && (comma == first || *walk->at == bracket));
    return !walk->bad;
}

/* Reads "\uXXXX", one UTF-16 code unit.  Returns the number of bytes read, or 0. */
static size_t read_utf16_unit(const char *at, unsigned *unit)
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

/* Reads "\uXXXX", or two of them that form a surrogate pair.  Returns the length of the character
 * in UTF-8, or 0 if it is invalid.  U+0000, which would end the text, becomes U+FFFD. */
static size_t decode_unicode_escape(struct mi_json_walk *walk, char *text)
{
    unsigned c, second;
    size_t n = read_utf16_unit(walk->at, &c);
    if (n == 0 || c >> 10 == 0xdc00 >> 10)
        return 0;
    walk->at += n;
    if (c >> 10 == 0xd800 >> 10) {
        if (read_utf16_unit(walk->at, &second) == 0 || second >> 10 != 0xdc00 >> 10)
            return 0;
        walk->at += n;
        c = 0x10000 + ((c & 0x3ff) << 10 | (second & 0x3ff));
    }
    return mi_utf8_write(c ? c : 0xfffd, text);
}

/* Reads one character of a string, or one byte of invalid UTF-8 unless the walk is strict.  Returns
 * its length; 0 if the text ends or the character or escape is invalid. */
static size_t decode_character(struct mi_json_walk *walk, char text[4])
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (*walk->at == '\\' && walk->at[1] == 'u')
        return decode_unicode_escape(walk, text);
    if (*walk->at == '\\') {
        const char *letter = walk->at[1] ? strchr(letters, walk->at[1]) : NULL;
        if (!letter)
            return 0;
        text[0] = meant[letter - letters];
        walk->at += 2;
        return 1;
    }
    size_t n = mi_utf8_length(walk->at, strnlen(walk->at, 4));
    if (walk->strict && (unsigned char)*walk->at < ' ')
        return 0;
    n = n > 0 || walk->strict ? n : *walk->at != '\0';
    memcpy(text, walk->at, n);
    walk->at += n;
    return n;
}

/* Reads a string; keeps as many whole characters as fit.  False if it was truncated. */
static bool decode_string(struct mi_json_walk *walk, char *text, size_t size)
{
    char character[4];
    size_t n = 0, length;
    bool full = false;
    for (walk->at++; *walk->at != '"' && !walk->bad;) {
        length = decode_character(walk, character);
        walk->bad = length == 0;
        full |= n + length >= size;
        memcpy(text + n, character, full ? 0 : length);
        n += full ? 0 : length;
    }
    text[n] = '\0';
    walk->at += !walk->bad;
    return !full;
}

/* False if a string was truncated. */
static bool read_text(struct mi_json_walk *walk, char *text, size_t size)
{
    text[0] = '\0';
    if (!walk->bad && mi_json_peek(walk) == '"')
        return decode_string(walk, text, size);
    size_t n = strcspn(walk->at, ",:]}[{\" \t\r\n");
    walk->bad |= n == 0 || n >= size;
    if (walk->bad)
        return true;
    memcpy(text, walk->at, n);
    text[n] = '\0';
    walk->at += n;
    return true;
}

void mi_json_text(struct mi_json_walk *walk, char *text, size_t size)
{
    read_text(walk, text, size);
}

void mi_json_complete_text(struct mi_json_walk *walk, char *text, size_t size)
{
    walk->bad |= !read_text(walk, text, size);
}

void mi_json_colon(struct mi_json_walk *walk)
{
    walk->bad |= !skip_char(walk, ':');
}

void mi_json_key(struct mi_json_walk *walk, char *text, size_t size)
{
    walk->bad |= mi_json_peek(walk) != '"';
    mi_json_text(walk, text, size);
    mi_json_colon(walk);
}

double mi_json_number(struct mi_json_walk *walk)
{
    char text[64];
    double number = 0;
    mi_json_text(walk, text, sizeof text);
    walk->bad |= !mi_read_word_real(text, &number);
    return number;
}

bool mi_json_bool(struct mi_json_walk *walk)
{
    char text[8];
    mi_json_text(walk, text, sizeof text);
    bool value = strcmp(text, "true") == 0;
    walk->bad |= !value && strcmp(text, "false") != 0;
    return value;
}

void mi_json_skip(struct mi_json_walk *walk)
{
    char text[8];
    int depth = 0;
    do {
        char c = mi_json_peek(walk);
        if (c == '"') {
            decode_string(walk, text, sizeof text);
        } else if (strchr("[]{}", c) && c) {
            depth += c == '[' || c == '{' ? 1 : -1;
            walk->at++;
        } else if (c == ',' || c == ':') {
            walk->at++;
        } else {
            size_t n = strcspn(walk->at, ",:]}[{\" \t\r\n");
            walk->bad |= n == 0;
            walk->at += n;
        }
        walk->bad |= depth > MAX_DEPTH || depth < 0;
    } while (depth > 0 && !walk->bad);
}

bool mi_json_raw(struct mi_json_walk *walk, char *text, size_t size)
{
    mi_json_peek(walk);
    const char *from = walk->at;
    mi_json_skip(walk);
    size_t n = (size_t)(walk->at - from);
    bool fits = !walk->bad && n < size;
    memcpy(text, from, fits ? n : 0);
    text[fits ? n : 0] = '\0';
    return fits || walk->bad;
}

/* ---- strict JSON ---- */

/* Each skip_ function returns the position after the syntax element in its name, or NULL. */

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

static void check_value(struct mi_json_walk *walk, int depth);

static void check_list(struct mi_json_walk *walk, char close, int depth)
{
    char key[8];
    mi_json_open(walk, *walk->at);
    while (mi_json_more(walk, close)) {
        if (close == '}')
            mi_json_key(walk, key, sizeof key);
        check_value(walk, depth + 1);
    }
}

static void check_value(struct mi_json_walk *walk, int depth)
{
    char text[8], c = walk->bad ? '\0' : mi_json_peek(walk);
    walk->bad |= depth > MAX_DEPTH;
    if (walk->bad)
        return;
    if (c == '{' || c == '[') {
        check_list(walk, c == '{' ? '}' : ']', depth);
    } else if (c == '"') {
        decode_string(walk, text, sizeof text);
    } else {
        const char *end = strchr("tfn", c) ? skip_literal(walk->at) : skip_number(walk->at);
        walk->bad = !end;
        walk->at = end ? end : walk->at;
    }
}

bool mi_json_is_valid(const char *text)
{
    struct mi_json_walk walk = {.at = text, .strict = true};
    check_value(&walk, 0);
    return !walk.bad && mi_json_peek(&walk) == '\0';
}
