/* Prints sentences with word wrap. */
#include "terminal.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 79, SENTENCE_BYTES = 2048 };

/* The length of the text that fits into columns_left: all, up to a blank, or one word that is too
 * long for any line. */
static size_t wrapped_length(const char *text, int columns_left)
{
    size_t length = 0, last_blank = 0;
    int columns = 0;
    for (; text[length] && (columns < columns_left || last_blank == 0); length++) {
        columns += ((unsigned char)text[length] & 0xC0) != 0x80;
        if (text[length] == ' ' && columns > 1)
            last_blank = length;
    }
    bool fits = !text[length] && columns <= columns_left;
    return fits || last_blank == 0 || text[length] == ' ' ? length : last_blank;
}

void mi_terminal_print(const char *format, ...)
{
    char text[SENTENCE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mi_text_clean(text);
    int indent = (int)strspn(text, " "), columns_left = COLUMNS - indent;
    for (const char *rest = text + indent; *rest;) {
        size_t length = wrapped_length(rest, columns_left);
        printf("%*s%.*s\n", indent, "", (int)length, rest);
        rest += length + strspn(rest + length, " ");
    }
}
