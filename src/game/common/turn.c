/* The last line of a board. */
#include "turn.h"

#include <stdio.h>

const char *mi_write_turn(const char *const name[2], int turn, const int *score,
                          char text[MI_TURN_TEXT])
{
    if (!score)
        snprintf(text, MI_TURN_TEXT, "%s to move", name[turn]);
    else if (*score == 0)
        snprintf(text, MI_TURN_TEXT, "a draw");
    else
        snprintf(text, MI_TURN_TEXT, "%s has won", name[*score < 0]);
    return text;
}
