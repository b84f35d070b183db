#include "game/gomoku/board/position.h"

/* Cute Chess has two of the rules, its plain name for exactly five. */
static const miai_variant variants[] = {
    {.name = "gomoku", .rules = "standard", .in_uci = true},
    {.name = "gomokufreestyle", .rules = "freestyle", .in_uci = true},
    {.name = NULL},
};

const miai_presentation mi_gomoku_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_LINES,
    .board = "#dcb35c",
    .line = "#000",
    .players = {"Black", "White"},
    .black_begins = true,
    .variants = variants,
    .drops = true,
};
