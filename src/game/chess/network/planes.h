/* planes.h - the inputs of lc0 networks.
 *
 * The board is seen by the side to move: with Black to move it is flipped vertically, so that row 0
 * is always the first rank of the side to move.  A square is row * 8 + column. */
#ifndef MI_GAME_CHESS_NETWORK_PLANES_H
#define MI_GAME_CHESS_NETWORK_PLANES_H

#include "game/chess/board/position.h"

enum {
    CHESS_BOARDS = 8,        /* the position and its predecessors */
    CHESS_BOARD_PLANES = 13, /* own pawns, knights, ..., king; the opponent's; is it a repetition */
    CHESS_REPEATED = 12,
    CHESS_PLANES = CHESS_BOARDS * CHESS_BOARD_PLANES + 8,
    CHESS_POLICY = 1858
};

/* Planes after the boards. */
enum {
    CHESS_PLANE_CASTLING = CHESS_BOARDS * CHESS_BOARD_PLANES, /* four rights: own queenside, own
                                                 kingside, the opponent's; or two: the rooks */
    CHESS_PLANE_BLACK =
        CHESS_PLANE_CASTLING + 4, /* 1 if Black is to move; in canonical encodings: en passant,
                                     marked in the last row of its file */
    CHESS_PLANE_CLOCK,            /* plies since a capture or pawn move, or a hundredth of them */
    CHESS_PLANE_ARMAGEDDON,
    CHESS_PLANE_ONES
};

/* Differences between the encodings. */
struct chess_format {
    bool rooks;      /* two planes of rooks that may castle, instead of four of rights */
    bool canonical;  /* the board is brought to a canonical symmetry, and the history ends at the
                        last irreversible move */
    bool hundredths; /* the clock is divided by 100 */
    bool repeats;    /* the history shows only positions that are repetitions */
    bool armageddon; /* has the plane of the side to move even if canonical */
};

/* ---- planes.c ---- */

/* Fills plane[CHESS_PLANES][64]. */
void mi_chess_fill_planes(const struct mi_chess *p, const miai_past *past,
                          const struct chess_format *format, float *plane);

/* ---- earlier_positions.c ---- */

/* The position `back` plies before p, or the earliest known one. */
const struct mi_chess *mi_chess_earlier_position(const struct mi_chess *p, const miai_past *past,
                                                 int back);

/* Is the position `back` plies ago a repetition, as far as the past is known? */
bool mi_chess_is_repetition(const struct mi_chess *p, const miai_past *past, int back);

/* The square behind a pawn that moved two squares to reach that position and can be attacked en
 * passant by an enemy pawn; or NO_SQUARE.  For the earliest known position the capture must be
 * legal. */
int mi_chess_passed_square(const struct mi_chess *p, const miai_past *past, int back);

/* Is it the standard start position? */
bool mi_chess_is_start(const struct mi_chess *p);

/* ---- symmetry.c ---- */

/* Symmetries, applied in this order. */
enum {
    CHESS_FLIP = 1,     /* left and right */
    CHESS_MIRROR = 2,   /* top and bottom */
    CHESS_TRANSPOSE = 4 /* about the diagonal from a8 to h1 */
};

/* The symmetry that makes this position canonical: a sum of these values. */
int mi_chess_transform(const struct mi_chess *p);

int mi_chess_transform_square(int transform, int square);

/* ---- policy.c ---- */

/* The index of a move in the policy, under a symmetry. */
int mi_chess_policy(const struct mi_chess *p, miai_move move, int transform);

/* ---- encodings.c ---- */

extern const miai_planes mi_chess_planes;

/* A set of squares from a player's view. */
static inline bitboard chess_seen(bitboard set, int player)
{
    return player == WHITE ? set : __builtin_bswap64(set);
}

static inline int chess_seen_square(int square, int player)
{
    return player == WHITE ? square : square ^ 56;
}

#endif
