#include "terms.h"

static const bitboard OUTPOST_RANKS = 0x0000ffffff000000u; /* the fourth to the sixth */

/* Records the attacks of a piece, and its contribution to the danger of the opponent's king. */
static inline void record_attacks(struct mi_chess_eval *e, int player, int type, bitboard attacks)
{
    bool attacker = (attacks & e->zone[!player]) != 0;
    e->attacks[player][type] |= attacks;
    e->twice[player] |= e->attacked[player] & attacks;
    e->attacked[player] |= attacks;
    e->attackers[player] += attacker;
    e->danger[!player] += DANGER(e, !player, danger_attacker, type, attacker);
}

static int32_t eval_knights(struct mi_chess_eval *e, int player, bitboard safe, bitboard outposts)
{
    const struct mi_chess *p = e->pos;
    int32_t score = 0;
    for (bitboard set = pieces(p, player, KNIGHT); set;) {
        int square = pop_lsb(&set);
        bitboard attacks = mi_chess_tables.knight[square];
        record_attacks(e, player, KNIGHT, attacks);
        score += TERM(e, player, knight_mobility, count_squares(attacks & safe), 1);
        if (outposts & bit(square))
            score += TERM(e, player, outpost, 0, 1);
        else if (outposts & attacks & ~p->of[player])
            score += TERM(e, player, outpost_near, 0, 1);
    }
    return score;
}

/* If all bishops are on one colour, a term for the own pawns on that colour; else the bishop
 * pair. */
static int32_t eval_bishop_colours(const struct mi_chess_eval *e, int player, bitboard bishops)
{
    bitboard pawns = pieces(e->pos, player, PAWN);
    if (!(bishops & ~DARK_SQUARES))
        return TERM(e, player, bishop_pawns, 0, count_squares(pawns & DARK_SQUARES));
    if (!(bishops & DARK_SQUARES))
        return TERM(e, player, bishop_pawns, 0, count_squares(pawns & ~DARK_SQUARES));
    return TERM(e, player, bishop_pair, 0, 1);
}

/* Bishops attack through queens (x-ray). */
static int32_t eval_bishops(struct mi_chess_eval *e, int player, bitboard safe, bitboard outposts)
{
    bitboard bishops = pieces(e->pos, player, BISHOP), all = e->all ^ e->pos->type[QUEEN];
    int32_t score = bishops ? eval_bishop_colours(e, player, bishops) : 0;
    for (bitboard set = bishops; set;) {
        int square = pop_lsb(&set);
        bitboard attacks = bishop_attacks(square, all);
        record_attacks(e, player, BISHOP, attacks);
        score += TERM(e, player, bishop_mobility, count_squares(attacks & safe), 1) +
                 TERM(e, player, outpost, 1, (int)(outposts >> square & 1));
    }
    return score;
}

/* Is a rook trapped in the corner by its own king, which has moved and so cannot castle? */
static bool is_trapped_by_king(const struct mi_chess *p, int player, int rook)
{
    int king = king_square(p, player), file = file_of(king);
    bool outside = file < 3 ? file_of(rook) < file : file > 4 && file_of(rook) > file;
    return outside && relative_rank(player, king) == 0 && rank_of(rook) == rank_of(king);
}

static int32_t eval_rook_place(struct mi_chess_eval *e, int player, int square, int mobility)
{
    const struct mi_chess *p = e->pos;
    bitboard file = FILE_A << file_of(square);
    int32_t score = 0;
    if (!(file & pieces(p, player, PAWN)))
        score += TERM(e, player, rook_file, !(file & p->type[PAWN]), 1);
    else if (mobility <= 3 && is_trapped_by_king(p, player, square))
        score += TERM(e, player, rook_trapped, 0, 1);
    if (relative_rank(player, square) == 6) {
        bitboard seventh = RANK_1 << (square & 56), eighth = home_rank(!player);
        if ((seventh & pieces(p, !player, PAWN)) | (eighth & pieces(p, !player, KING)))
            score += TERM(e, player, rook_seventh, 0, 1);
    }
    return score;
}

/* Rooks attack through queens and own rooks (x-ray). */
static int32_t eval_rooks(struct mi_chess_eval *e, int player, bitboard safe)
{
    const struct mi_chess *p = e->pos;
    bitboard rooks = pieces(p, player, ROOK), all = e->all ^ p->type[QUEEN] ^ rooks;
    int32_t score = 0;
    for (bitboard set = rooks; set;) {
        int square = pop_lsb(&set);
        bitboard attacks = rook_attacks(square, all);
        int mobility = count_squares(attacks & safe);
        record_attacks(e, player, ROOK, attacks);
        score += TERM(e, player, rook_mobility, mobility, 1) +
                 eval_rook_place(e, player, square, mobility);
    }
    return score;
}

static int32_t eval_queens(struct mi_chess_eval *e, int player, bitboard safe)
{
    int32_t score = 0;
    for (bitboard set = pieces(e->pos, player, QUEEN); set;) {
        int square = pop_lsb(&set);
        bitboard attacks = bishop_attacks(square, e->all) | rook_attacks(square, e->all);
        record_attacks(e, player, QUEEN, attacks);
        score += TERM(e, player, queen_mobility, count_squares(attacks & safe), 1);
    }
    return score;
}

/* Mobility counts squares that no enemy pawn guards and no own pawn or king occupies. */
int32_t mi_chess_eval_pieces(struct mi_chess_eval *e, int player)
{
    const struct mi_chess *p = e->pos;
    bitboard own = p->of[player], minors = own & (p->type[KNIGHT] | p->type[BISHOP]);
    bitboard safe = ~(e->attacks[!player][PAWN] | (own & (p->type[PAWN] | p->type[KING])));
    bitboard outposts =
        relative_ranks(OUTPOST_RANKS, player) & e->attacks[player][PAWN] & ~e->pawn_span[!player];
    bitboard shielded = forward(minors, player) & p->type[PAWN];
    return eval_knights(e, player, safe, outposts) + eval_bishops(e, player, safe, outposts) +
           eval_rooks(e, player, safe) + eval_queens(e, player, safe) +
           TERM(e, player, behind_pawn, 0, count_squares(shielded));
}
