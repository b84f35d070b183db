#include "json_walk.h"

#include "base/text.h"
#include "json.h"
#include "words.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

char mi_json_peek(struct mi_json_walk *walk)
{
    walk->at += strspn(walk->at, " \t\r\n");
    return *walk->at;
}

static bool take(struct mi_json_walk *walk, char c)
{
    if (walk->bad || mi_json_peek(walk) != c)
        return false;
    walk->at++;
    return true;
}

void mi_json_open(struct mi_json_walk *walk, char bracket)
{
    walk->bad = !take(walk, bracket);
}

bool mi_json_more(struct mi_json_walk *walk, char bracket)
{
    if (walk->bad || take(walk, bracket))
        return false;
    take(walk, ',');
    walk->bad = mi_json_peek(walk) == '\0';
    return !walk->bad;
}

/* A character in UTF-8; one that is none, or would end the text, is U+FFFD.  How many bytes. */
static size_t write_utf8(unsigned c, char *text)
{
    if (c == 0 || c >> 11 == 0xd800 >> 11)
        c = 0xfffd;
    return mi_utf8_write(c, text);
}

/* "\uXXXX", or two of them that are one character; 0 bytes: it is none. */
static size_t take_unit(struct mi_json_walk *walk, char *text)
{
    unsigned c, second;
    size_t n = mi_json_unit(walk->at, &c);
    if (n == 0)
        return 0;
    walk->at += n;
    if (c >> 10 == 0xd800 >> 10 && mi_json_unit(walk->at, &second) > 0 &&
        second >> 10 == 0xdc00 >> 10) {
        walk->at += n;
        c = 0x10000 + ((c & 0x3ff) << 10 | (second & 0x3ff));
    }
    return write_utf8(c, text);
}

/* One character of a string, or a byte that is none; 0 bytes: the text ends. */
static size_t take_character(struct mi_json_walk *walk, char text[4])
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    if (*walk->at == '\\' && walk->at[1] == 'u')
        return take_unit(walk, text);
    if (*walk->at == '\\' && walk->at[1]) {
        const char *letter = strchr(letters, walk->at[1]);
        text[0] = letter ? meant[letter - letters] : walk->at[1];
        walk->at += 2;
        return 1;
    }
    size_t n = mi_utf8_length(walk->at, strnlen(walk->at, 4));
    n = n > 0 ? n : *walk->at != '\0';
    memcpy(text, walk->at, n);
    walk->at += n;
    return n;
}

/* Of a text that is too long as many whole characters as there is room for. */
static void take_string(struct mi_json_walk *walk, char *text, size_t size)
{
    char character[4];
    size_t n = 0, length;
    bool full = false;
    for (walk->at++; *walk->at != '"' && !walk->bad;) {
        length = take_character(walk, character);
        walk->bad = length == 0;
        full |= n + length >= size;
        memcpy(text + n, character, full ? 0 : length);
        n += full ? 0 : length;
    }
    text[n] = '\0';
    walk->at += !walk->bad;
}

void mi_json_text(struct mi_json_walk *walk, char *text, size_t size)
{
    text[0] = '\0';
    if (!walk->bad && mi_json_peek(walk) == '"') {
        take_string(walk, text, size);
        return;
    }
    size_t n = strcspn(walk->at, ",:]}[{\" \t\r\n");
    walk->bad |= n == 0 || n >= size;
    if (walk->bad)
        return;
    memcpy(text, walk->at, n);
    text[n] = '\0';
    walk->at += n;
}

void mi_json_key(struct mi_json_walk *walk, char *text, size_t size)
{
    walk->bad |= mi_json_peek(walk) != '"';
    mi_json_text(walk, text, size);
    walk->bad |= !take(walk, ':');
}

double mi_json_number(struct mi_json_walk *walk)
{
    char text[64];
    double number = 0;
    mi_json_text(walk, text, sizeof text);
    walk->bad |= !mi_read_word_real(text, &number);
    return number;
}

bool mi_json_true(struct mi_json_walk *walk)
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
            take_string(walk, text, sizeof text);
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
        walk->bad |= depth > DEPTH_MAX || depth < 0;
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
