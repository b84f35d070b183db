/* What people who have learnt the first rules of the game play sooner than other moves that look as
 * good to them: pawns to the middle, knights and bishops out, castling, and the king stays home. */
#include "see.h"

/* How much sooner. */
static const double CASTLES = 5, DEVELOPS = 4, CENTRE = 4, HELPS = 1.5, IDLES = 0.25, WANDERS = 0.1,
                    ODD = 0.02;

static bitboard at_home(const struct mi_chess *p, int player)
{
    bitboard minors = pieces(p, player, KNIGHT) | pieces(p, player, BISHOP);
    bitboard squares = bit(1) | bit(2) | bit(5) | bit(6);
    return minors & (player == WHITE ? squares : squares << 56);
}

static double of_pawn(int from, int to)
{
    int file = file_of(from), steps = (to - from) / 8;
    if (file == 3 || file == 4)
        return steps == 2 || steps == -2 ? CENTRE : HELPS;
    return file == 2 ? 1 : IDLES;
}

static double of_knight(int player, int to, bool home)
{
    int file = file_of(to), rank = rank_of(to) ^ (player == WHITE ? 0 : 7);
    if (rank == 0 || file == 0 || file == 7)
        return WANDERS;
    if (!home)
        return HELPS * IDLES;
    return rank == 2 ? DEVELOPS : HELPS;
}

/* A quiet move while knights or bishops stand where they began. */
static double in_opening(const struct mi_chess *p, int from, int to)
{
    bool home = (at_home(p, p->turn) & bit(from)) != 0;
    switch (piece_type(p->piece[from])) {
    case PAWN:
        return of_pawn(from, to);
    case KNIGHT:
        return of_knight(p->turn, to, home);
    case BISHOP:
        return home ? DEVELOPS : IDLES;
    case QUEEN:
        return 2 * IDLES;
    default:
        return WANDERS;
    }
}

double mi_chess_habit(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), promotion = move_promotion(move);
    if (promotion)
        return promotion == QUEEN ? 1 : ODD;
    if (is_castling(p, move))
        return CASTLES;
    if (p->checkers || mi_chess_capture_value(p, move) || attackers(p, !p->turn, from, occupied(p)))
        return 1;
    if (piece_type(p->piece[from]) == KING)
        return pieces(p, !p->turn, QUEEN) ? WANDERS : 1;
    return at_home(p, p->turn) ? in_opening(p, from, to) : 1;
}
