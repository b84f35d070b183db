#include "othello.h"

const miai_presentation mi_othello_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_SQUARES,
    .board = "#3a8f54",
    .line = "#1d5030",
    .players = {"Black", "White"},
    .black_begins = true,
};
