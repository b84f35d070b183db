/* picture.h - the board, for pictures of it. */
#ifndef MI_PICTURE_H
#define MI_PICTURE_H

#include "../src/miai.h"

#include <stdio.h>

/* What stands on the points, from the top left, row by row: X and O the first and second player's
 * pieces, '.' nothing; in chess the men by the letters of a FEN.  "" where the game does not tell.
 */
void mi_picture_pieces(const miai_engine *engine, char pieces[MIAI_MAX_POINTS + 1]);

/* The letters of the columns as moves have them; "" where the game has others. */
void mi_picture_columns(const miai_engine *engine, char columns[MIAI_MAX_POINTS]);

/* Draws the position as SVG, the last move marked.  False if the game does not tell what stands
 * where. */
bool mi_picture_write(miai_engine *engine, FILE *out);

#endif
