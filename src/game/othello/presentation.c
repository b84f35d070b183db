#include "othello.h"

static const miai_variant variants[] = {{.name = "reversi"}, {.name = NULL}};

static const char how_to_play[] =
    "Othello (Reversi).  Black begins.  Goal: more discs than the opponent when\n"
    "nobody can move.\n"
    "\n"
    "Moves: a column and a row, D3.  Row 1 is at the top.\n"
    "\n"
    "A disc must enclose opposing discs between itself and another disc of its\n"
    "colour, in a straight line in any of the eight directions.  All enclosed discs\n"
    "turn over.  A player without such a move has to pass (\"pass\"); with one,\n"
    "passing is not allowed.\n"
    "\n"
    "End: neither player can move.  The winner gets the empty squares as well,\n"
    "unless the rules are \"discs\".\n"
    "\n"
    "Corners can never be turned over.  Early on few discs and many possible moves\n"
    "are better than many discs.\n";

const miai_presentation mi_othello_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_SQUARES,
    .board = "#3a8f54",
    .line = "#1d5030",
    .players = {"Black", "White"},
    .black_begins = true,
    .variants = variants,
    .how_to_play = how_to_play,
};
