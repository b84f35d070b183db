/* moves.h - the 1858 moves on 8x8 squares of which lc0's networks speak, in their order.
 *
 * Squares are counted along the rows, from the first of who is to move: 0 to 63.  First come the
 * moves from each square, in order, to each other, in order, that a queen or a knight standing
 * there reaches on an empty board.  Then, from each square of the last row but one, in order, to
 * those of the last row that touch it, in order, three that promote: to a queen, a rook, a bishop.
 * (Promotion to a knight is the move without promotion.) */
#ifndef MI_NET_MODEL_LC0_MOVES_H
#define MI_NET_MODEL_LC0_MOVES_H

enum {
    MI_LC0_MOVES = 1858,
    MI_LC0_SIDE = 8,
    MI_LC0_SQUARES = 64,
    MI_LC0_POLICY_PLANES = 73, /* of lc0's convolutional policies */
    MI_LC0_NONE = -1
};

enum mi_lc0_promotion { MI_LC0_QUEEN, MI_LC0_ROOK, MI_LC0_BISHOP, MI_LC0_PROMOTIONS };

struct mi_lc0_move {
    signed char from, to;
    signed char promotion; /* enum mi_lc0_promotion, or MI_LC0_NONE */
};

/* Does a queen or a knight go from there to there on an empty board? */
int mi_lc0_reaches(int from, int to);

void mi_lc0_moves(struct mi_lc0_move move[MI_LC0_MOVES]);

/* Which of the planes of a convolutional policy has the move, at the square that it comes from:
 * 7 each of the queen's 8 directions, clockwise from straight ahead, by distance; the knight's 8,
 * clockwise from ahead; 3 each that promote to the left, ahead and to the right: to a rook, a
 * bishop, a queen. */
int mi_lc0_plane(struct mi_lc0_move move);

#endif
