/* planes.h - chess as lc0's networks see it.
 *
 *     planes.c      the planes
 *     past.c        what the past says of a position
 *     transform.c   how the canonical encodings turn the board over
 *     policy.c      a move's place in the policy
 *     encodings.c   the encodings, by name
 *
 * The board is seen by who is to move: with Black to move the rows are turned over, so that his
 * own first rank is row 0.  A square is row * 8 + column, from his a1 on. */
#ifndef MI_GAME_CHESS_NETWORK_PLANES_H
#define MI_GAME_CHESS_NETWORK_PLANES_H

#include "game/chess/board/position.h"

enum {
    CHESS_BOARDS = 8,        /* the position and those before it */
    CHESS_BOARD_PLANES = 13, /* own pawns, knights, ..., king; the other's; was it there before? */
    CHESS_REPEATED = 12,
    CHESS_PLANES = CHESS_BOARDS * CHESS_BOARD_PLANES + 8,
    CHESS_POLICY = 1858
};

/* Behind the boards. */
enum {
    CHESS_PLANE_CASTLING = CHESS_BOARDS * CHESS_BOARD_PLANES, /* four: own queen's side, own king's,
                                                                 the other's; or two: rooks */
    CHESS_PLANE_BLACK = CHESS_PLANE_CASTLING + 4, /* is to move; canonical: en passant, on the last
                                                     row of its file */
    CHESS_PLANE_CLOCK, /* plies without a capture or a pawn's move, or a hundredth of them */
    CHESS_PLANE_ARMAGEDDON,
    CHESS_PLANE_ONES
};

/* What the encodings differ in. */
struct chess_format {
    bool rooks;      /* two planes of rooks that may castle, instead of four of rights */
    bool canonical;  /* the board is turned over to one of its likenesses, and the past goes no
                        further back than a position can have been there before */
    bool hundredths; /* the clock */
    bool repeats;    /* of the past only what was there before */
    bool armageddon; /* who is to move is told, canonical or not */
};

/* ---- planes.c ---- */

/* plane[CHESS_PLANES][64] */
void mi_chess_fill_planes(const struct mi_chess *p, const miai_past *past,
                          const struct chess_format *format, float *plane);

/* ---- past.c ---- */

/* The position so many plies before p; where nothing is known of it, the first that is. */
const struct mi_chess *mi_chess_before(const struct mi_chess *p, const miai_past *past, int back);

/* Was that position there before, in the past that is known? */
bool mi_chess_was_there(const struct mi_chess *p, const miai_past *past, int back);

/* The square behind a pawn that has just moved two squares there, beside an enemy's pawn; or
 * NO_SQUARE.  Of the first position that is known: where a capture is legal. */
int mi_chess_passed_square(const struct mi_chess *p, const miai_past *past, int back);

/* Is it the first position of the game by the usual rules? */
bool mi_chess_is_start(const struct mi_chess *p);

/* ---- transform.c ---- */

/* In this order. */
enum {
    CHESS_FLIP = 1,     /* left and right */
    CHESS_MIRROR = 2,   /* top and bottom */
    CHESS_TRANSPOSE = 4 /* about the diagonal from a8 to h1 */
};

/* How the canonical encodings turn this position over: a sum of them. */
int mi_chess_transform(const struct mi_chess *p);

int mi_chess_transform_square(int transform, int square);

/* ---- policy.c ---- */

/* The place of a move in the policy, with the board turned over so. */
int mi_chess_policy(const struct mi_chess *p, miai_move move, int transform);

/* ---- encodings.c ---- */

extern const miai_planes mi_chess_planes;

/* A set of squares as the player sees it. */
static inline bitboard chess_seen(bitboard set, int player)
{
    return player == WHITE ? set : __builtin_bswap64(set);
}

static inline int chess_seen_square(int square, int player)
{
    return player == WHITE ? square : square ^ 56;
}

#endif
