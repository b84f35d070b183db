#include "json_walk.h"

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
    if (walk->bad || mi_json_peek(walk) != c || c == '\0')
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

static void take_string(struct mi_json_walk *walk, char *text, size_t size)
{
    size_t n = 0;
    for (walk->at++; *walk->at != '"'; walk->at++) {
        walk->at += *walk->at == '\\';
        if (*walk->at == '\0') {
            walk->bad = true;
            break;
        }
        if (n + 1 < size)
            text[n++] = *walk->at;
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
    return strcmp(text, "true") == 0;
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
