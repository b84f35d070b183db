/* moves.h - the 1858 moves of lc0's policy, in order.
 *
 * Squares are numbered 0 to 63, row by row, from the first row of the side to move.  First come all
 * moves of a queen or knight on an empty board, sorted by origin, then destination.  Then come the
 * promotions from each square of the second to last row to the adjacent squares of the last row:
 * each to a queen, a rook and a bishop.  (The move without promotion stands for a knight.) */
#ifndef MI_NET_MODEL_LC0_MOVES_H
#define MI_NET_MODEL_LC0_MOVES_H

enum {
    MI_LC0_MOVES = 1858,
    MI_LC0_SIDE = 8,
    MI_LC0_SQUARES = 64,
    MI_LC0_POLICY_PLANES = 73, /* planes of lc0's convolutional policies */
    MI_LC0_NONE = -1
};

enum mi_lc0_promotion { MI_LC0_QUEEN, MI_LC0_ROOK, MI_LC0_BISHOP, MI_LC0_PROMOTIONS };

struct mi_lc0_move {
    signed char from, to;
    signed char promotion; /* enum mi_lc0_promotion, or MI_LC0_NONE */
};

/* Can a queen or a knight move from `from` to `to` on an empty board? */
int mi_lc0_reaches(int from, int to);

void mi_lc0_moves(struct mi_lc0_move move[MI_LC0_MOVES]);

/* The plane of a convolutional policy that has the move, at its square of origin.  Order: for each
 * of the queen's 8 directions, clockwise from straight ahead, 7 distances; 8 knight moves,
 * clockwise from ahead; for promotions to the left, ahead and to the right, a rook, a bishop and a
 * queen. */
int mi_lc0_plane(struct mi_lc0_move move);

#endif
