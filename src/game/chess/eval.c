#include "eval.h"

#include "eval_weights.h"
#include "position.h"

void mi_chess_fill_piece_squares(int32_t table[][64])
{
    for (int type = PAWN; type <= KING; type++)
        for (int square = 0; square < 64; square++) {
            int file = file_of(square) < 4 ? file_of(square) : 7 - file_of(square);
            int32_t score = material[type] + place[type][rank_of(square) * 4 + file];
            table[make_piece(WHITE, type)][square] = score;
            table[make_piece(BLACK, type)][square ^ 56] = -score;
        }
}

static bitboard pawn_attacks(const struct mi_chess *p, int player)
{
    bitboard pawns = pieces(p, player, PAWN);
    return forward_west(pawns, player) | forward_east(pawns, player);
}

/* The squares that a player's pieces can safely go to: neither guarded by a pawn, nor taken by a
 * pawn or the king of their own. */
static int32_t mobility_of(const struct mi_chess *p, int player)
{
    bitboard all = occupied(p);
    bitboard safe = ~(pawn_attacks(p, !player) | pieces(p, player, PAWN) | pieces(p, player, KING));
    int32_t score = 0;
    for (bitboard set = pieces(p, player, KNIGHT); set;)
        score += knight_mobility[count_squares(mi_chess_tables.knight[take_square(&set)] & safe)];
    for (bitboard set = pieces(p, player, BISHOP); set;)
        score += bishop_mobility[count_squares(bishop_attacks(take_square(&set), all) & safe)];
    for (bitboard set = pieces(p, player, ROOK); set;)
        score += rook_mobility[count_squares(rook_attacks(take_square(&set), all) & safe)];
    for (bitboard set = pieces(p, player, QUEEN); set;) {
        int square = take_square(&set);
        bitboard seen = bishop_attacks(square, all) | rook_attacks(square, all);
        score += queen_mobility[count_squares(seen & safe)];
    }
    return score;
}

static int32_t pair_of_bishops(const struct mi_chess *p, int player)
{
    bitboard bishops = pieces(p, player, BISHOP);
    return bishops & DARK_SQUARES && bishops & ~DARK_SQUARES ? bishop_pair : 0;
}

/* How much of the middle game is left, 0 to PHASE_MAX. */
enum { PHASE_MAX = 24 };

static int phase(const struct mi_chess *p)
{
    int sum = count_squares(p->type[KNIGHT] | p->type[BISHOP]) + 2 * count_squares(p->type[ROOK]) +
              4 * count_squares(p->type[QUEEN]);
    return sum < PHASE_MAX ? sum : PHASE_MAX;
}

int mi_chess_evaluate(const struct mi_chess *p)
{
    int32_t score = p->piece_square + mobility_of(p, WHITE) - mobility_of(p, BLACK) +
                    pair_of_bishops(p, WHITE) - pair_of_bishops(p, BLACK) +
                    (p->turn == WHITE ? tempo : -tempo);
    int middle = phase(p);
    return (middle_game(score) * middle + endgame(score) * (PHASE_MAX - middle)) / PHASE_MAX;
}
