/* Board colours of Hex. */
#include "position.h"

static const char how_to_play[] =
    "Hex.  Black begins.  Goal: a connected chain between your two sides of the\n"
    "board: Black from top to bottom, White from left to right.  One of the two\n"
    "always succeeds, so there are no draws.\n"
    "\n"
    "Moves: a column and a row, c5.  Row 1 is at the top.  Each cell has six\n"
    "neighbours: left, right, two above and two below.  Stones are never captured\n"
    "and never move.\n"
    "\n"
    "Swap: the first move is an advantage.  After it, White may type \"swap\" instead\n"
    "of a move: Black's stone is removed, and a white stone is put on its mirror\n"
    "image (c5 becomes e3).  White then has the first stone, and Black is to move.\n"
    "\"rules no-swap\" plays without it.\n";

const miai_presentation mi_hex_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_HEXAGONS,
    .board = "#f3e3c3",
    .line = "#888",
    .sides = true,
    .players = {"Black", "White"},
    .black_begins = true,
    .how_to_play = how_to_play,
};
