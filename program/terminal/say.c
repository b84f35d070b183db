/* Sentences at a terminal, whose lines break between words. */
#include "terminal.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 79, SENTENCE = 2048 };

/* How many bytes go on a line with so much room: all, or up to a blank, or the whole word that is
 * too long for any line. */
static size_t length_of_line(const char *text, int room)
{
    size_t length = 0, blank = 0;
    int columns = 0;
    for (; text[length] && (columns < room || blank == 0); length++) {
        columns += ((unsigned char)text[length] & 0xC0) != 0x80;
        if (text[length] == ' ' && columns > 1)
            blank = length;
    }
    bool fits = !text[length] && columns <= room;
    return fits || blank == 0 || text[length] == ' ' ? length : blank;
}

void mi_terminal_print(const char *format, ...)
{
    char text[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mi_text_clean(text);
    int indent = (int)strspn(text, " "), room = COLUMNS - indent;
    for (const char *rest = text + indent; *rest;) {
        size_t length = length_of_line(rest, room);
        printf("%*s%.*s\n", indent, "", (int)length, rest);
        rest += length + strspn(rest + length, " ");
    }
}
