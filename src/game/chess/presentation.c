#include "presentation.h"

static const miai_piece pieces[] = {
    {'K', 0, 0x2654}, {'Q', 0, 0x2655}, {'R', 0, 0x2656}, {'B', 0, 0x2657}, {'N', 0, 0x2658},
    {'P', 0, 0x2659}, {'k', 1, 0x265a}, {'q', 1, 0x265b}, {'r', 1, 0x265c}, {'b', 1, 0x265d},
    {'n', 1, 0x265e}, {'p', 1, 0x265f}, {0, 0, 0},
};

static const miai_variant variants[] = {
    {.name = "standard", .rules = "standard"},
    {.name = "normal", .rules = "standard"},
    {.name = "from position", .rules = "standard"},
    {.name = "chess960", .rules = "chess960", .in_pgn = true, .check = "UCI_Chess960"},
    {.name = "fischerandom", .rules = "chess960"},
    {.name = "fischerrandom", .rules = "chess960"},
    {.name = NULL},
};

const miai_presentation mi_chess_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_SQUARES,
    .board = "#f0d9b5",
    .dark = "#b58863",
    .line = "none",
    .colours = {"#fff", "#000"},
    .players = {"White", "Black"},
    .small_letters = true,
    .pieces = pieces,
    .variants = variants,
    .assumed = true,
};
