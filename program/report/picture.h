/* picture.h - the board, for pictures of it. */
#ifndef MI_PICTURE_H
#define MI_PICTURE_H

#include "miai.h"

#include <stdio.h>

/* What stands on the points, from the top left, row by row: X and O the first and second player's
 * pieces, '.' nothing; in chess the men by the letters of a FEN.  "" where the game does not tell.
 */
void mi_picture_pieces(const miai_engine *engine, char pieces[MIAI_MAX_POINTS + 1]);

/* How a game's board is drawn: kind "lines", "squares" or "hexagons"; the colours of the board, of
 * each other square, "" if all are alike, and of what parts them. */
struct mi_picture_look {
    const char *kind, *board, *dark, *line;
};

const struct mi_picture_look *mi_picture_look(const miai_engine *engine);

/* Is the upper row the first one, as in Othello? */
bool mi_picture_from_top(const miai_engine *engine);

/* The letters of the columns as moves have them; "" where the game has others. */
void mi_picture_columns(const miai_engine *engine, char columns[MIAI_MAX_POINTS]);

/* Draws the position as SVG, the last move marked.  False if the game does not tell what stands
 * where. */
bool mi_picture_write(miai_engine *engine, FILE *out);

#endif
