/* sgf_move.h - moves and points in SGF. */
#ifndef MI_CONTRACT_SGF_MOVE_H
#define MI_CONTRACT_SGF_MOVE_H

#include "base/text.h"
#include "capability.h"

/* Converts between rows of the board and rows of SGF, which count from the top. Its own inverse. */
static inline int mi_sgf_row(const miai_game *game, const miai_setup *setup, int row)
{
    return mi_records(game)->from_top ? row : setup->height - 1 - row;
}

/* Does the move place something on the point with its number, so that its text is that point? False
 * for moves between points and moves named by a column only. The move need not be legal. */
bool mi_is_point_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move);

/* Writes the SGF value of a legal move: the text of the game's records capability, else "" for a
 * pass, two letters for a point, or the game's text of the move. As snprintf(); not escaped. */
int mi_sgf_write_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move, char *text, size_t size);

/* Adds a value of a property to a record: "[TEXT]", with the text escaped. */
void mi_sgf_add_value(struct mi_out *out, const char *text);

/* Reads the move of an unescaped SGF value. MIAI_NO_MOVE if it is not a move; the move need not be
 * legal. */
miai_move mi_sgf_read_move(const miai_game *game, const miai_setup *setup, const void *pos,
                           const char *text);

/* Reads the point of a set-up stone in the same way. */
int mi_sgf_write_point(const miai_game *game, const miai_setup *setup, const void *pos,
                       miai_move point, char *text, size_t size);
miai_move mi_sgf_read_point(const miai_game *game, const miai_setup *setup, const void *pos,
                            const char *text);

#endif
