/* notation.h - positions and moves as text: FEN, EPD, coordinates, SAN. */
#ifndef MI_GAME_CHESS_BOARD_NOTATION_H
#define MI_GAME_CHESS_BOARD_NOTATION_H

#include "position.h"

#include <stddef.h>

extern const char mi_chess_letters[]; /* of the piece types, as White's: "PNBRQK" */

/* ---- fen.c ---- */

/* Reads a FEN of four to six fields with nothing behind it.  It must mean a position: one king
 * each, at most 8 pawns and 16 men, no pawn on the last ranks, the player who has moved not
 * in check, castling rights with king and rook on their squares (Shredder's letters and X-FEN are
 * understood; a right whose rook is missing is left out), the en passant square behind a pawn that
 * can have moved.  Otherwise false, and *p is undefined. */
bool mi_chess_read_fen(struct mi_chess *p, bool chess960, const char *text);

/* The same for the first four fields alone: returns what stands behind them, or NULL. */
const char *mi_chess_read_placement(struct mi_chess *p, bool chess960, const char *text);

/* Why a text is refused, or what of it is left out, in words, as snprintf; 0: nothing is wrong with
 * it.  *p is undefined afterwards. */
int mi_chess_fen_refusal(struct mi_chess *p, bool chess960, const char *text, char *why,
                         size_t size);

int mi_chess_write_fen(const struct mi_chess *p, char *text, size_t size);

/* ---- san.c ---- */

/* A legal move in standard algebraic notation, as snprintf: "Nbd7", "exd8=Q+", "O-O-O#". */
int mi_chess_san(const struct mi_chess *p, miai_move move, char *text, size_t size);

/* What a text says of a move; the squares are sets of those it can mean. */
struct mi_chess_description {
    int type, promotion; /* NO_PIECE: of any type; promotion: a type, or 0 */
    bitboard from, to;
};

/* [piece][squares][x or -]squares[=][piece][ep][comment], the piece of a promotion in either case.
 * Without a letter it is a pawn, or, in long algebraic notation without letters ("c1-b2"), whatever
 * stands on the square of origin. */
bool mi_chess_read_description(const char *text, struct mi_chess_description *d);

/* 1 for O-O, 2 for O-O-O, in capitals, small letters or zeros, a comment behind it; else 0. */
int mi_chess_castling_sides(const char *text);

/* Reads such a text, in which signs ("x", "=", "+") may be missing, more of the square of origin
 * may be given than is needed, and comments ("!?") may follow.  MIAI_NO_MOVE if it means no legal
 * move, or more than one. */
miai_move mi_chess_read_san(const struct mi_chess *p, const char *text);

/* SAN, or coordinates with castling in either form, as "e1g1" or king takes rook, whatever the rule
 * set.  A legal move or MIAI_NO_MOVE. */
miai_move mi_chess_read_move(const struct mi_chess *p, const char *text);

/* The text of any move in coordinates, as UCI has it. */
int mi_chess_move_text(const struct mi_chess *p, miai_move move, char *text, size_t size);

/* ---- refusal.c ---- */

/* Why a text that looks like a move is no legal one, in words, as snprintf; 0: it looks like none.
 */
int mi_chess_refusal(const struct mi_chess *p, const char *text, char *why, size_t size);

/* ---- epd.c ---- */

enum { EPD_MOVES = 16, EPD_ID = 64 };

/* A position of a test suite. */
struct mi_chess_epd {
    struct mi_chess pos;
    miai_move best[EPD_MOVES], avoid[EPD_MOVES]; /* operations bm and am */
    int best_count, avoid_count;
    char id[EPD_ID];
};

/* Reads an EPD line.  Operations other than bm, am and id are passed over.  False if the position
 * is none, or a move is not legal there. */
bool mi_chess_read_epd(struct mi_chess_epd *epd, bool chess960, const char *line);

#endif
