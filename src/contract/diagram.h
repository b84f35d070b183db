/* diagram.h - the board that a game's text shows. */
#ifndef MI_CONTRACT_DIAGRAM_H
#define MI_CONTRACT_DIAGRAM_H

#include "miai_game.h"

/* Finds the rows of a board in a text of several lines: with the number of the row before them, and
 * maybe behind them, or without numbers from the top, each with blanks between its fields or
 * without.  The letters of the columns may stand above or below.  False: there is no such board;
 * diagram is undefined then. */
bool mi_read_diagram(const char *text, int width, int height, miai_diagram *diagram);

#endif
