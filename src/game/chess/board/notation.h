/* notation.h - positions and moves as text: FEN, EPD, coordinates, SAN. */
#ifndef MI_GAME_CHESS_BOARD_NOTATION_H
#define MI_GAME_CHESS_BOARD_NOTATION_H

#include "position.h"

#include <stddef.h>

extern const char mi_chess_letters[]; /* by piece type, capital: "PNBRQK" */

/* ---- fen.c ---- */

/* Reads a FEN of four to six fields.  Requires a plausible position:
 *   - one king per side, at most 8 pawns and 16 pieces per side, no pawn on the first or last rank;
 *   - the side not to move is not in check;
 *   - castling rights, also as in Shredder-FEN and X-FEN, fit the king's square (a right whose rook
 *     is missing is dropped);
 *   - the en passant square is one that a pawn can just have passed by moving two squares.
 * Otherwise returns false and *p is undefined. */
bool mi_chess_read_fen(struct mi_chess *p, bool chess960, const char *text);

/* As mi_chess_read_fen(), but reads only the first four fields.  Returns the rest of the text, or
 * NULL. */
const char *mi_chess_read_placement(struct mi_chess *p, bool chess960, const char *text);

/* Writes why a FEN is rejected, or what was dropped from it.  Returns the length like snprintf; 0
 * if the FEN is fine.  *p is undefined afterwards. */
int mi_chess_fen_refusal(struct mi_chess *p, bool chess960, const char *text, char *why,
                         size_t size);

int mi_chess_write_fen(const struct mi_chess *p, char *text, size_t size);

/* ---- san.c ---- */

/* Writes a legal move in standard algebraic notation: "Nbd7", "exd8=Q+", "O-O-O#".  Returns the
 * length like snprintf. */
int mi_chess_san(const struct mi_chess *p, miai_move move, char *text, size_t size);

/* A move as described by a text; from and to are the sets of possible squares. */
struct mi_chess_description {
    int type, promotion; /* type NO_PIECE: any; promotion: a type, or 0 */
    bitboard from, to;
};

/* Parses [piece][squares][x or -]squares[=][piece][ep][comment]; the promotion piece may be in
 * upper or lower case.  If the piece letter is missing, the text describes a pawn move, or if it
 * has a full square of origin ("c1-b2"), a move of any piece from there. */
bool mi_chess_read_description(const char *text, struct mi_chess_description *d);

/* 1 for O-O, 2 for O-O-O, else 0.  Accepts O, o or 0, and a trailing comment such as "+!". */
int mi_chess_castling_sides(const char *text);

/* Reads a move in SAN.  "x", "=" and "+" are optional, the square of origin may be longer than
 * needed, and comments ("!?") may follow.  MIAI_NO_MOVE if no legal move matches, or several do. */
miai_move mi_chess_read_san(const struct mi_chess *p, const char *text);

/* Reads SAN or coordinates.  Castling in coordinates may be the king's move ("e1g1") or king takes
 * rook, with any rule set.  Returns a legal move or MIAI_NO_MOVE. */
miai_move mi_chess_read_move(const struct mi_chess *p, const char *text);

/* Writes any move in UCI's coordinate notation.  Returns the length like snprintf. */
int mi_chess_move_text(const struct mi_chess *p, miai_move move, char *text, size_t size);

/* ---- refusal.c ---- */

/* Writes why a text that looks like a move is not a legal one.  Returns the length like snprintf; 0
 * if the text does not look like a move. */
int mi_chess_refusal(const struct mi_chess *p, const char *text, char *why, size_t size);

/* ---- epd.c ---- */

enum { EPD_MOVES = 16, EPD_ID = 64 };

/* A position of an EPD test suite. */
struct mi_chess_epd {
    struct mi_chess pos;
    miai_move best[EPD_MOVES], avoid[EPD_MOVES]; /* operations bm and am */
    int best_count, avoid_count;
    char id[EPD_ID];
};

/* Reads an EPD line; ignores operations other than bm, am and id.  False if the position is invalid
 * or a move is illegal. */
bool mi_chess_read_epd(struct mi_chess_epd *epd, bool chess960, const char *line);

#endif
