/* Board colours of Hex. */
#include "position.h"

const miai_presentation mi_hex_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_HEXAGONS,
    .board = "#f3e3c3",
    .line = "#888",
    .sides = true,
    .players = {"Black", "White"},
    .black_begins = true,
};
