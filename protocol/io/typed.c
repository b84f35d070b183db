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
    for (const char *c = text; *c; c++)
        if (*c != '-')
            joined[n++] = *c;
    joined[n] = '\0';
    if (strspn(text, "123456789") == strlen(text))
        error = play_columns(engine, text);
    else if (text[n])
        error = miai_play(engine, MIAI_TURN, joined);
    /* What is no move at all is refused as it was typed. */
    return error == MIAI_SYNTAX ? miai_play(engine, MIAI_TURN, text) : error;
}
