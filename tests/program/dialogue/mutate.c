/* Lines as broken clients send them: bytes changed, lost, doubled or too many; words likewise. */
#include "script.h"

#include <string.h>

/* Any byte but a digit, which would make a number larger than it was meant. */
static char any_byte(struct script *script)
{
    static const char liked[] = " \t\r\n\"\\#,:{}[]-=.\x80\xc3\xff\x7f\x1b";
    char byte = one_in(script, 2) ? liked[drawn(script, sizeof liked)] : (char)drawn(script, 256);
    return byte >= '0' && byte <= '9' ? '\0' : byte;
}

static void keep(struct script *script, size_t from, size_t to)
{
    mi_reply_bytes(&script->input, script->line.text + from, to - from);
}

static void keep_byte(struct script *script, char byte)
{
    mi_reply_bytes(&script->input, &byte, 1);
}

/* Behind the word before a place, or before the word behind it. */
static size_t word_end(const struct script *script, size_t at)
{
    return at + strcspn(script->line.text + at, " ,");
}

static size_t word_start(const struct script *script, size_t at)
{
    while (at > 0 && !strchr(" ,", script->line.text[at - 1]))
        at--;
    return at;
}

static void change_word(struct script *script, size_t at)
{
    size_t start = word_start(script, at), end = word_end(script, at), length = script->line.length;
    keep(script, 0, start);
    switch (drawn(script, 4)) {
    case 0:
        break;
    case 1:
        keep(script, start, end);
        keep_byte(script, ' ');
        keep(script, start, end);
        break;
    case 2:
        for (int i = 1 << drawn(script, 12); i > 0; i--)
            keep_byte(script, (char)('a' + i % 26));
        break;
    default:
        mi_reply_add(&script->input, ONE_OF(script, "-1", "nan", "", "\xff", "[[[[", "{}"));
    }
    keep(script, end, length);
}

static void change_byte(struct script *script, size_t at)
{
    size_t length = script->line.length;
    keep(script, 0, at);
    switch (drawn(script, 4)) {
    case 0:
        break; /* the end is missing */
    case 1:
        keep(script, at + (at < length), length);
        break;
    case 2:
        keep_byte(script, any_byte(script));
        keep(script, at, length);
        break;
    default:
        keep_byte(script, any_byte(script));
        keep(script, at + (at < length), length);
    }
}

void mutate(struct script *script)
{
    size_t at = (size_t)drawn(script, (int)script->line.length + 1);
    if (one_in(script, 3) && script->line.length > 0)
        change_word(script, at);
    else if (script->line.length > 0)
        change_byte(script, at);
    else
        keep_byte(script, any_byte(script));
}
