/* Faults and notes of a record that is read, and values of its root. */
#include "game_record.h"

#include "record/sgf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool mi_reading_fault(struct mi_reading *r, long line, const char *format, ...)
{
    va_list arguments;
    r->line = line;
    va_start(arguments, format);
    vsnprintf(r->fault, sizeof r->fault, format, arguments);
    va_end(arguments);
    return false;
}

void mi_reading_note(struct mi_reading *r, const char *format, ...)
{
    size_t used = strlen(r->note);
    va_list arguments;
    used += (size_t)snprintf(r->note + used, sizeof r->note - used, "%s", used ? "; " : "");
    if (used >= sizeof r->note)
        return;
    va_start(arguments, format);
    vsnprintf(r->note + used, sizeof r->note - used, format, arguments);
    va_end(arguments);
}

bool mi_game_record_root_value(const struct miai_game_record *record, const char *name, char *word,
                               size_t size)
{
    const struct mi_record_property *property = mi_record_node_find(record->root, name);
    *word = '\0';
    if (!property || !property->value)
        return false;
    mi_sgf_short_text(property->value->raw, word, size);
    return true;
}
