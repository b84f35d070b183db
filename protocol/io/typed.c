#include "typed.h"

#include <string.h>

enum { MAX_TYPED = 64 };

/* Plays one column per digit, counted from 1. */
static int play_column_digits(miai_engine *engine, const char *text)
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
    char joined[MAX_TYPED];
    size_t n = 0;
    int error = miai_play(engine, MIAI_TURN, text);
    if (error != MIAI_SYNTAX || !*text || strlen(text) >= MAX_TYPED)
        return error;
    for (const char *c = text; *c; c++)
        if (*c != '-')
            joined[n++] = *c;
    joined[n] = '\0';
    if (strspn(text, "123456789") == strlen(text))
        error = play_column_digits(engine, text);
    else if (text[n])
        error = miai_play(engine, MIAI_TURN, joined);
    /* Text that cannot be a move gets the error for what was typed. */
    return error == MIAI_SYNTAX ? miai_play(engine, MIAI_TURN, text) : error;
}
