#include "terms.h"

static const bitboard SPACE_SQUARES = 0x000000003c3c3c00u; /* c2 to f4 */

/* Space: safe squares in the own half of the centre. */
static int32_t eval_space(const struct mi_chess_eval *e, int player)
{
    bitboard squares = relative_ranks(SPACE_SQUARES, player) & ~pieces(e->pos, player, PAWN) &
                       ~e->attacks[!player][PAWN];
    return TERM(e, player, space, 0, count_squares(squares));
}

/* The squares that pawns would attack after a safe push. */
static bitboard attacks_after_push(const struct mi_chess_eval *e, int player)
{
    bitboard pushes = forward(pieces(e->pos, player, PAWN), player) & ~e->all;
    pushes |= forward(pushes & relative_ranks(RANK_3, player), player) & ~e->all;
    pushes &= ~e->attacks[!player][PAWN] & (e->attacked[player] | ~e->attacked[!player]);
    return captures_of_pawns(pushes, player);
}

static int32_t eval_pawn_threats(const struct mi_chess_eval *e, int player, bitboard targets)
{
    bitboard now = targets & e->attacks[player][PAWN];
    bitboard then = targets & attacks_after_push(e, player) & ~now;
    int32_t score = 0;
    for (bitboard set = now; set;) {
        int type = piece_type(e->pos->piece[pop_lsb(&set)]);
        score += TERM(e, player, pawn_threat, type, 1);
    }
    for (; then; then &= then - 1)
        score += TERM(e, player, push_threat, 0, 1);
    return score;
}

/* A piece is well guarded if a pawn guards it, or if it is guarded twice and not attacked twice.  A
 * weak piece is attacked and not well guarded. */
static int32_t eval_piece_threats(const struct mi_chess_eval *e, int player, bitboard targets)
{
    const struct mi_chess *p = e->pos;
    const bitboard *attacks = e->attacks[player];
    int other = !player;
    bitboard enemies = p->of[other] & ~p->type[KING];
    bitboard guarded = e->attacks[other][PAWN] | (e->twice[other] & ~e->twice[player]);
    bitboard weak = enemies & e->attacked[player] & ~guarded;
    int32_t score = TERM(e, player, king_threat, 0, (weak & attacks[KING]) != 0);
    for (bitboard set = (targets | weak) & (attacks[KNIGHT] | attacks[BISHOP]); set;) {
        int type = piece_type(p->piece[pop_lsb(&set)]);
        score += TERM(e, player, minor_threat, type, 1);
    }
    for (bitboard set = weak & attacks[ROOK]; set;) {
        int type = piece_type(p->piece[pop_lsb(&set)]);
        score += TERM(e, player, rook_threat, type, 1);
    }
    for (bitboard set = weak & ~e->attacked[other]; set; set &= set - 1)
        score += TERM(e, player, hanging, 0, 1);
    return score;
}

int32_t mi_chess_eval_threats(const struct mi_chess_eval *e, int player)
{
    const struct mi_chess *p = e->pos;
    bitboard targets = p->of[!player] & ~p->type[PAWN] & ~p->type[KING];
    return eval_space(e, player) + eval_pawn_threats(e, player, targets) +
           eval_piece_threats(e, player, targets);
}
