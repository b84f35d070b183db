/* Gomocup's protocol: helpers for points and errors. */
#include "gomocup.h"

#include <stdio.h>

const char mi_gomocup_no_board[] = "no board: send START first";

void mi_gomocup_error(struct mi_gomocup *gomocup, const char *why)
{
    mi_reply_clear(&gomocup->reply);
    mi_reply_format(&gomocup->reply, "ERROR %s\n", why);
}

bool mi_gomocup_read_point(const struct mi_gomocup *gomocup, const char *text, int *x, int *y)
{
    int end = 0;
    return sscanf(text, "%4d , %4d%n", x, y, &end) == 2 && text[end] == '\0' && *x >= 0 &&
           *y >= 0 && *x < miai_width(gomocup->engine) && *y < miai_height(gomocup->engine);
}

void mi_gomocup_point_to_move(const struct mi_gomocup *gomocup, int x, int y, char *move)
{
    miai_point_text_in(MIAI_LETTERS_ALL, x, miai_height(gomocup->engine) - 1 - y, move,
                       MIAI_MOVE_TEXT);
}

bool mi_gomocup_move_to_point(const struct mi_gomocup *gomocup, const char *move, int *x, int *y)
{
    int width = miai_width(gomocup->engine), height = miai_height(gomocup->engine);
    miai_move point = miai_point_read_in(MIAI_LETTERS_ALL, move, width, height);
    if (point == MIAI_NO_MOVE)
        return false;
    *x = point % width;
    *y = height - 1 - point / width;
    return true;
}
