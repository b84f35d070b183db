#include "game/gomoku/board/position.h"

/* The names in Cute Chess, which has two of the rule sets; "gomoku" means exactly five. */
static const miai_variant gomoku_variants[] = {
    {.name = "gomoku", .rules = "standard", .in_uci = true},
    {.name = "gomokufreestyle", .rules = "freestyle", .in_uci = true},
    {.name = "renju", .rules = "renju"},
    {.name = "caro", .rules = "caro"},
    {.name = "five in a row"},
    {.name = NULL},
};

static const char how_to_play[] =
    "Gomoku.  Black begins.  Goal: five stones in a row, across, up or diagonally.\n"
    "\n"
    "Moves: a column and a row, H8.  Stones are never captured and never move.\n"
    "\n"
    "Rules (\"rules NAME\"):\n"
    "  freestyle   five or more in a row win\n"
    "  standard    exactly five win\n"
    "  renju       Black must not make two open threes, two fours, or more than\n"
    "              five with one move; White may\n"
    "  caro        a five wins unless both of its ends are blocked\n"
    "  swap        the first player puts three stones on the board; the second takes\n"
    "              Black by \"swap\", or White by another move\n"
    "  swap2       the same, or \"two\": the second player adds two stones, and the\n"
    "              first player chooses a colour in the same way\n"
    "\n"
    "A row of four with both ends empty cannot be stopped, and a row of three with\n"
    "both ends empty threatens it.\n";

const miai_presentation mi_gomoku_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_LINES,
    .board = "#dcb35c",
    .line = "#000",
    .players = {"Black", "White"},
    .black_begins = true,
    .variants = gomoku_variants,
    .drops = true,
    .how_to_play = how_to_play,
};
