#include "word_row.h"

#include "settings.h"
#include "suggestion.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static bool read_real(const struct mi_word_row *row, const char *text, double *value)
{
    return mi_read_word_real(text, value) && *value <= row->most &&
           (row->kind == MI_WORD_ABOVE ? *value > row->least : *value >= row->least);
}

static bool take(const struct mi_word_row *row, void *words, const char *text)
{
    void *at = (char *)words + row->at;
    switch (row->kind) {
    case MI_WORD_COUNT:
        return mi_read_word_count(text, (int)row->least, (int)row->most, at);
    case MI_WORD_REAL:
    case MI_WORD_ABOVE:
        return read_real(row, text, at);
    case MI_WORD_SEED:
        return mi_read_word_seed(text, at);
    case MI_WORD_NAME:
        return mi_read_word_name(text, at, MI_WORD_NAME_SIZE);
    case MI_WORD_OTHER:
        break;
    }
    return row->take(words, text);
}

bool mi_word_row_read(const struct mi_word_row *rows, const char *command, void *words,
                      const char *word, char *complaint)
{
    char name[40];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    struct mi_nearest nearest = {.name = name};
    for (const struct mi_word_row *row = rows; row->name; row++) {
        if (row->only && strcmp(row->only, command) != 0)
            continue;
        mi_nearest_offer(&nearest, row->name);
        if (strcmp(row->name, name) == 0)
            return take(row, words, word + length + 1) || mi_complain(complaint, word, row->range);
    }
    return mi_complain_of_setting(complaint, word, nearest.best);
}
