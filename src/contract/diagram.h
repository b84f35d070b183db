/* diagram.h - reads the board diagram in a game's text. */
#ifndef MI_CONTRACT_DIAGRAM_H
#define MI_CONTRACT_DIAGRAM_H

#include "miai_game.h"

/* Finds the rows of a board in a text of several lines. The rows may have their number before, or
 * before and after them; rows without numbers go from top to bottom. Fields may be separated by
 * spaces. Column letters may stand above or below. Returns false if there is no such board;
 * *diagram is then undefined. */
bool mi_read_diagram(const char *text, int width, int height, miai_diagram *diagram);

#endif
