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

static const char how_to_play[] =
    "Chess.  White begins.  Goal: checkmate, an attack on the king that cannot be\n"
    "parried.\n"
    "\n"
    "Moves: e4 (a pawn), Nf3 (a knight), Bxc6 (a bishop takes), O-O and O-O-O\n"
    "(castling), e8=Q (promotion), Nbd2 (the knight of the b-file); or the two\n"
    "squares: g1f3, e7e8q.  The letters: K king, Q queen, R rook, B bishop,\n"
    "N knight, none for a pawn.\n"
    "\n"
    "The king moves one square in any direction, the queen any distance in any\n"
    "direction, the rook along ranks and files, the bishop along diagonals, the\n"
    "knight one square straight and one diagonally, jumping.  Pawns move forward one\n"
    "square, from their first square also two, and capture diagonally; on the last\n"
    "rank they become another piece.  A pawn that moved two squares can be captured\n"
    "on the square that it passed (en passant), by the next move only.\n"
    "Castling: king and rook have not moved, the squares between them are empty, and\n"
    "the king is not in check and crosses no attacked square.\n"
    "\n"
    "Draws: stalemate, the same position three times, 50 moves without a capture or\n"
    "a pawn move, too few pieces to mate, or agreement (\"draw\").\n"
    "\n"
    "In the diagram White's pieces are capitals, Black's small letters.\n";

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
    .how_to_play = how_to_play,
};
