/* piece.h - numbers of piece types and pieces. */
#ifndef MI_GAME_CHESS_BOARD_PIECE_H
#define MI_GAME_CHESS_BOARD_PIECE_H

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPES };

/* A piece is its type, plus 8 if it is Black's. */
enum { NO_PIECE = 7, PIECE_CODES = 14 };

static inline int make_piece(int player, int type)
{
    return player << 3 | type;
}

static inline int piece_type(int piece)
{
    return piece & 7;
}

static inline int piece_player(int piece)
{
    return piece >> 3;
}

#endif
