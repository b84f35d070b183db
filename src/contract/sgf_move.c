/* Moves and points in SGF. If SGF does not define moves for a game, FF[4] leaves their form to the
 * application; the game's own text is used then. */
#include "sgf_move.h"

#include "read_move.h"

#include <stdio.h>
#include <string.h>

bool mi_is_point_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move)
{
    char text[MIAI_MOVE_TEXT];
    int width = setup->width, height = setup->height;
    if (move < 0 || move >= width * height)
        return false;
    game->move_text(pos, move, text, sizeof text);
    return miai_point_read_in(MIAI_LETTERS_GTP, text, width, height) == move ||
           miai_point_read_in(MIAI_LETTERS_ALL, text, width, height) == move;
}

static bool is_pass(const miai_game *game, const void *pos, miai_move move)
{
    return mi_editing(game)->pass && mi_editing(game)->pass(pos) == move;
}

/* Two letters: the column from the left, the row from the top. */
static int write_letters(const miai_game *game, const miai_setup *setup, miai_move point,
                         char *text, size_t size)
{
    int x = point % setup->width, y = mi_sgf_row(game, setup, point / setup->width);
    return snprintf(text, size, "%c%c", 'a' + x, 'a' + y);
}

static miai_move read_letters(const miai_game *game, const miai_setup *setup, const char *text)
{
    if (strlen(text) != 2)
        return MIAI_NO_MOVE;
    int x = text[0] - 'a', y = text[1] - 'a';
    if (x < 0 || x >= setup->width || y < 0 || y >= setup->height)
        return MIAI_NO_MOVE;
    return mi_sgf_row(game, setup, y) * setup->width + x;
}

int mi_sgf_write_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move, char *text, size_t size)
{
    const miai_records *records = mi_records(game);
    int length = records->write_move ? records->write_move(pos, move, text, size) : 0;
    if (length > 0)
        return length;
    if (is_pass(game, pos, move))
        return snprintf(text, size, "%s", "");
    if (mi_is_point_move(game, setup, pos, move))
        return write_letters(game, setup, move, text, size);
    return game->move_text(pos, move, text, size);
}

void mi_sgf_add_value(struct mi_out *out, const char *text)
{
    mi_out_char(out, '[');
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            mi_out_char(out, '\\');
        mi_out_char(out, *text);
    }
    mi_out_char(out, ']');
}

/* A pass is the empty value, or "tt" on boards up to 19x19. */
miai_move mi_sgf_read_move(const miai_game *game, const miai_setup *setup, const void *pos,
                           const char *text)
{
    const miai_records *records = mi_records(game);
    bool small = setup->width <= 19 && setup->height <= 19;
    int score;
    miai_move move = records->read_move ? records->read_move(pos, text) : MIAI_NO_MOVE;
    if (move != MIAI_NO_MOVE)
        return move;
    if (mi_editing(game)->pass && (!*text || (small && strcmp(text, "tt") == 0)))
        return mi_editing(game)->pass(pos);
    move = read_letters(game, setup, text);
    if (mi_is_point_move(game, setup, pos, move))
        return move;
    return mi_read_move(game, setup, pos, !game->outcome(pos, &score), text);
}

/* ---- stones ---- */

int mi_sgf_write_point(const miai_game *game, const miai_setup *setup, const void *pos,
                       miai_move point, char *text, size_t size)
{
    return mi_is_point_move(game, setup, pos, point)
               ? mi_sgf_write_move(game, setup, pos, point, text, size)
               : write_letters(game, setup, point, text, size);
}

miai_move mi_sgf_read_point(const miai_game *game, const miai_setup *setup, const void *pos,
                            const char *text)
{
    const miai_records *records = mi_records(game);
    miai_move point = records->read_move ? records->read_move(pos, text) : MIAI_NO_MOVE;
    return mi_is_point_move(game, setup, pos, point) ? point : read_letters(game, setup, text);
}
