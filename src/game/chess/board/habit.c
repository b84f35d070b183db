/* Move preferences of beginners: among moves that look equally good to them they prefer central
 * pawn moves, developing knights and bishops, and castling, and they leave the king at home. */
#include "see.h"

/* Weights relative to an average move. */
static const double WEIGHT_CASTLING = 5, WEIGHT_DEVELOPMENT = 4, WEIGHT_CENTRE = 4,
                    WEIGHT_MINOR_PLUS = 1.5, WEIGHT_IDLE = 0.25, WEIGHT_POINTLESS = 0.1,
                    WEIGHT_UNDERPROMOTION = 0.02;

static bitboard undeveloped_minors(const struct mi_chess *p, int player)
{
    bitboard minors = pieces(p, player, KNIGHT) | pieces(p, player, BISHOP);
    bitboard squares = bit(1) | bit(2) | bit(5) | bit(6);
    return minors & (player == WHITE ? squares : squares << 56);
}

static double pawn_move_weight(int from, int to)
{
    int file = file_of(from), steps = (to - from) / 8;
    if (file == 3 || file == 4)
        return steps == 2 || steps == -2 ? WEIGHT_CENTRE : WEIGHT_MINOR_PLUS;
    return file == 2 ? 1 : WEIGHT_IDLE;
}

static double knight_move_weight(int player, int to, bool home)
{
    int file = file_of(to), rank = rank_of(to) ^ (player == WHITE ? 0 : 7);
    if (rank == 0 || file == 0 || file == 7)
        return WEIGHT_POINTLESS;
    if (!home)
        return WEIGHT_MINOR_PLUS * WEIGHT_IDLE;
    return rank == 2 ? WEIGHT_DEVELOPMENT : WEIGHT_MINOR_PLUS;
}

/* The weight of a quiet move while some knight or bishop is still undeveloped. */
static double opening_move_weight(const struct mi_chess *p, int from, int to)
{
    bool home = (undeveloped_minors(p, p->turn) & bit(from)) != 0;
    switch (piece_type(p->piece[from])) {
    case PAWN:
        return pawn_move_weight(from, to);
    case KNIGHT:
        return knight_move_weight(p->turn, to, home);
    case BISHOP:
        return home ? WEIGHT_DEVELOPMENT : WEIGHT_IDLE;
    case QUEEN:
        return 2 * WEIGHT_IDLE;
    default:
        return WEIGHT_POINTLESS;
    }
}

double mi_chess_habit(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), promotion = move_promotion(move);
    if (promotion)
        return promotion == QUEEN ? 1 : WEIGHT_UNDERPROMOTION;
    if (is_castling(p, move))
        return WEIGHT_CASTLING;
    if (p->checkers || mi_chess_capture_value(p, move) || attackers(p, !p->turn, from, occupied(p)))
        return 1;
    if (piece_type(p->piece[from]) == KING)
        return pieces(p, !p->turn, QUEEN) ? WEIGHT_POINTLESS : 1;
    return undeveloped_minors(p, p->turn) ? opening_move_weight(p, from, to) : 1;
}
