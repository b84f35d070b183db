/* How promising a quiet move looks. */
#include "see.h"

/* What it is worth to leave the attack of lesser men, and costs to run into it; found by matches of
 * thousands of nodes a move. */
static const int worth[] = {[KNIGHT] = 4000, [BISHOP] = 4000, [ROOK] = 7000, [QUEEN] = 12000};

/* Does the player have a man that attacks the square, and is worth less than one of that type? */
static bool is_attacked_by_less(const struct mi_chess *p, int player, int square, int type)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    if (t->pawn[!player][square] & pieces(p, player, PAWN))
        return true;
    if (type < ROOK)
        return false;
    if ((t->knight[square] & pieces(p, player, KNIGHT)) ||
        (bishop_attacks(square, occupied(p)) & pieces(p, player, BISHOP)))
        return true;
    return type == QUEEN && (rook_attacks(square, occupied(p)) & pieces(p, player, ROOK));
}

int mi_chess_quiet_score(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), type = piece_type(p->piece[from]);
    if (type == PAWN || type == KING)
        return 0;
    return worth[type] * (is_attacked_by_less(p, !p->turn, from, type) -
                          is_attacked_by_less(p, !p->turn, to, type));
}
