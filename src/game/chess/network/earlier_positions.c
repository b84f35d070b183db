/* Looks up earlier positions: repetition and en passant. */
#include "planes.h"

const struct mi_chess *mi_chess_earlier_position(const struct mi_chess *p, const miai_past *past,
                                                 int back)
{
    back = back < past->earlier_count ? back : past->earlier_count;
    return back > 0 ? past->earlier[back - 1] : p;
}

bool mi_chess_is_repetition(const struct mi_chess *p, const miai_past *past, int back)
{
    const struct mi_chess *then = mi_chess_earlier_position(p, past, back);
    int last = past->key_count - (back < past->earlier_count ? back : past->earlier_count);
    for (int i = last - 2; i >= 0 && last - i <= then->clock; i -= 2)
        if (past->keys[i] == then->key)
            return true;
    return false;
}

int mi_chess_passed_square(const struct mi_chess *p, const miai_past *past, int back)
{
    const struct mi_chess *then = mi_chess_earlier_position(p, past, back);
    if (back >= past->plies || back > past->earlier_count)
        return then->en_passant;
    miai_move move = past->ply[past->plies - 1 - back].move;
    int from = move_from(move), to = move_to(move), behind = (from + to) / 2;
    if (piece_type(then->piece[to]) != PAWN || (from ^ to) != 16)
        return NO_SQUARE;
    bitboard beside_it = mi_chess_tables.pawn[!then->turn][behind] & pieces(then, then->turn, PAWN);
    return beside_it ? behind : NO_SQUARE;
}

bool mi_chess_is_start(const struct mi_chess *p)
{
    const bitboard both = RANK_1 | RANK_1 << 56;
    return p->turn == WHITE && p->castling == 0x8100000000000081u &&
           p->of[WHITE] == (RANK_1 | RANK_1 << 8) && p->of[BLACK] == (RANK_1 | RANK_1 << 8) << 48 &&
           p->type[PAWN] == (RANK_1 << 8 | RANK_1 << 48) &&
           p->type[ROOK] == (both & (FILE_A | FILE_H)) &&
           p->type[KNIGHT] == (both & (FILE_A << 1 | FILE_A << 6)) &&
           p->type[BISHOP] == (both & (FILE_A << 2 | FILE_A << 5)) &&
           p->type[QUEEN] == (both & FILE_A << 3);
}
