#include "typed.h"

#include <string.h>

enum { TEXT = 64 };

/* Each digit is a column, from 1. */
static int play_columns(miai_engine *engine, const char *text)
{
    int plies = 0, error = MIAI_OK;
    for (; *text && error == MIAI_OK; text++, plies++) {
        const char column[] = {(char)('A' + *text - '1'), '\0'};
        error = miai_over(engine, NULL) ? MIAI_OVER : miai_play(engine, MIAI_TURN, column);
    }
    if (error != MIAI_OK)
        miai_undo(engine, plies - 1);
    return error;
}

int mi_play_typed(miai_engine *engine, const char *text)
{
    char joined[TEXT];
    size_t n = 0;
    int error = miai_play(engine, MIAI_TURN, text);
    if (error != MIAI_SYNTAX || !*text || strlen(text) >= TEXT)
        return error;
    if (strspn(text, "123456789") == strlen(text))
        return play_columns(engine, text);
    for (const char *c = text; *c; c++)
        if (*c != '-')
            joined[n++] = *c;
    joined[n] = '\0';
    return text[n] ? miai_play(engine, MIAI_TURN, joined) : error;
}
