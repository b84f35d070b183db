/* The line below a board diagram. */
#include "turn.h"

#include <stdio.h>

const char *mi_write_turn(const char *const name[2], int turn, const char *how, int score,
                          char text[MI_TURN_TEXT])
{
    if (!how)
        snprintf(text, MI_TURN_TEXT, "%s to move", name[turn]);
    else if (score == 0)
        snprintf(text, MI_TURN_TEXT, "%s: a draw", how);
    else
        snprintf(text, MI_TURN_TEXT, "%s: %s has won", how, name[score < 0]);
    return text;
}
