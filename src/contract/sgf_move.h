/* sgf_move.h - moves and points of a game as SGF has them. */
#ifndef MI_CONTRACT_SGF_MOVE_H
#define MI_CONTRACT_SGF_MOVE_H

#include "capability.h"

/* The row of a board for a row of SGF, counted from the top, and the other way round. */
static inline int mi_sgf_row(const miai_game *game, const miai_setup *setup, int row)
{
    return mi_records(game)->from_top ? row : setup->height - 1 - row;
}

/* Is the move to put something on the point of its number?  Its text is that point then; where
 * moves go from point to point, or say a column alone, it is another.  It may be any move. */
bool mi_is_point_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move);

/* The value of a legal move: the records' own text of it, nothing for the pass, two letters for a
 * point, and for any other move the game's text.  As snprintf; not escaped. */
int mi_sgf_write_move(const miai_game *game, const miai_setup *setup, const void *pos,
                      miai_move move, char *text, size_t size);

/* The move of a value, not escaped, or MIAI_NO_MOVE; it need not be legal. */
miai_move mi_sgf_read_move(const miai_game *game, const miai_setup *setup, const void *pos,
                           const char *text);

/* The same of a point where a stone is set up. */
int mi_sgf_write_point(const miai_game *game, const miai_setup *setup, const void *pos,
                       miai_move point, char *text, size_t size);
miai_move mi_sgf_read_point(const miai_game *game, const miai_setup *setup, const void *pos,
                            const char *text);

#endif
