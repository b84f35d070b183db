/* Text of points, and diagrams of boards. */
#include "base/text.h"
#include "miai_game.h"

#include <stdio.h>
#include <string.h>

static const char *const columns[] = {[MIAI_LETTERS_GTP] = "ABCDEFGHJKLMNOPQRSTUVWXYZ",
                                      [MIAI_LETTERS_ALL] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"};

int miai_point_text_in(int letters, int x, int y, char *text, size_t size)
{
    return snprintf(text, size, "%c%d", columns[letters][x], y + 1);
}

miai_move miai_point_read_in(int letters, const char *text, int width, int height)
{
    char letter = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
    const char *column = letter ? strchr(columns[letters], letter) : NULL;
    int64_t row;
    if (!column || text[1] < '0' || text[1] > '9' || !mi_read_int(text + 1, 1, height, &row))
        return MIAI_NO_MOVE;
    int x = (int)(column - columns[letters]);
    return x < width ? ((int)row - 1) * width + x : MIAI_NO_MOVE;
}

static void add_column_letters(struct mi_out *out, int letters, int width)
{
    mi_out_add(out, "  ");
    for (int x = 0; x < width; x++)
        mi_out_format(out, " %c", columns[letters][x]);
}

int miai_board_diagram_in(int letters, int width, int height,
                          char (*mark)(const void *context, int x, int y), const void *context,
                          char *text, size_t size)
{
    struct mi_out out;
    mi_out_init(&out, text, size);
    add_column_letters(&out, letters, width);
    for (int y = height - 1; y >= 0; y--) {
        mi_out_format(&out, "\n%2d", y + 1);
        for (int x = 0; x < width; x++)
            mi_out_format(&out, " %c", mark(context, x, y));
        mi_out_format(&out, " %d", y + 1);
    }
    mi_out_char(&out, '\n');
    add_column_letters(&out, letters, width);
    return mi_out_length(&out);
}

/* ---- with the letters of GTP ---- */

int miai_point_text(int x, int y, char *text, size_t size)
{
    return miai_point_text_in(MIAI_LETTERS_GTP, x, y, text, size);
}

miai_move miai_point_read(const char *text, int width, int height)
{
    return miai_point_read_in(MIAI_LETTERS_GTP, text, width, height);
}

int miai_board_diagram(int width, int height, char (*mark)(const void *context, int x, int y),
                       const void *context, char *text, size_t size)
{
    return miai_board_diagram_in(MIAI_LETTERS_GTP, width, height, mark, context, text, size);
}
