#include "game/gomoku/board/position.h"

/* The names in Cute Chess, which has two of the rule sets; "gomoku" means exactly five. */
static const miai_variant gomoku_variants[] = {
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
    .variants = gomoku_variants,
    .drops = true,
};
