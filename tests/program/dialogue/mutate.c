/* Faulty lines, as broken clients send them: bytes or words changed, lost or doubled, surplus
 * bytes. */
#include "script.h"

#include <string.h>

/* Draws any byte except digits, which could make a number larger than intended. */
static char any_byte(struct script *script)
{
    static const char likely_bytes[] = " \t\r\n\"\\#,:{}[]-=.\x80\xc3\xff\x7f\x1b";
    char byte = one_in(script, 2) ? likely_bytes[drawn_number(script, sizeof likely_bytes)]
                                  : (char)drawn_number(script, 256);
    return byte >= '0' && byte <= '9' ? '\0' : byte;
}

static void copy_part(struct script *script, size_t from, size_t to)
{
    mi_reply_bytes(&script->input, script->line.text + from, to - from);
}

static void add_byte(struct script *script, char byte)
{
    mi_reply_bytes(&script->input, &byte, 1);
}

/* The end and the start of the word at a position. */
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
    copy_part(script, 0, start);
    switch (drawn_number(script, 4)) {
    case 0:
        break;
    case 1:
        copy_part(script, start, end);
        add_byte(script, ' ');
        copy_part(script, start, end);
        break;
    case 2:
        for (int i = 1 << drawn_number(script, 12); i > 0; i--)
            add_byte(script, (char)('a' + i % 26));
        break;
    default:
        mi_reply_add(&script->input, ONE_OF(script, "-1", "nan", "", "\xff", "[[[[", "{}"));
    }
    copy_part(script, end, length);
}

static void change_byte(struct script *script, size_t at)
{
    size_t length = script->line.length;
    copy_part(script, 0, at);
    switch (drawn_number(script, 4)) {
    case 0:
        break; /* truncate the line */
    case 1:
        copy_part(script, at + (at < length), length);
        break;
    case 2:
        add_byte(script, any_byte(script));
        copy_part(script, at, length);
        break;
    default:
        add_byte(script, any_byte(script));
        copy_part(script, at + (at < length), length);
    }
}

void add_faulty_line(struct script *script)
{
    size_t at = (size_t)drawn_number(script, (int)script->line.length + 1);
    if (one_in(script, 3) && script->line.length > 0)
        change_word(script, at);
    else if (script->line.length > 0)
        change_byte(script, at);
    else
        add_byte(script, any_byte(script));
}
