#include "terms.h"

/* ---- shelter ---- */

/* The rank, from the player's side, of the nearest pawn on a file; 7 if there is none. */
static int nearest_rank(bitboard pawns, int file)
{
    return rank_of(first_square((pawns & FILE_A << file) | RANK_1 << 56));
}

/* Pawn shelter and pawn storm on the king's file and the two adjacent files. */
static int32_t eval_shelter(struct mi_chess_eval *e, int player)
{
    const struct mi_chess *p = e->pos;
    int king = king_square(p, player), file = file_of(king);
    bitboard before = ~(bitboard)0 << 8 * relative_rank(player, king);
    bitboard own = relative_ranks(pieces(p, player, PAWN), player) & before;
    bitboard other = relative_ranks(pieces(p, !player, PAWN), player) & before;
    int middle = file < 1 ? 1 : file > 6 ? 6 : file;
    int32_t score = 0;
    for (file = middle - 1; file <= middle + 1; file++) {
        int own_rank = nearest_rank(own, file), other_rank = nearest_rank(other, file);
        int place = 8 * edge_distance(file), stopped = other_rank == own_rank + 1 ? 32 : 0;
        score += TERM(e, player, shelter, place + own_rank, 1) +
                 TERM(e, player, storm, stopped + place + other_rank, 1);
        e->danger[player] += DANGER(e, player, danger_shelter, own_rank, 1);
    }
    return score;
}

/* ---- danger ---- */

/* Danger from safe checks by the opponent.  A square that the opponent attacks twice and that only
 * king or queen guard counts as safe. */
static int32_t danger_from_checks(const struct mi_chess_eval *e, int player, bitboard weak)
{
    const struct mi_chess *p = e->pos;
    int other = !player, king = king_square(p, player);
    const bitboard *attacks = e->attacks[other];
    bitboard all = e->all ^ pieces(p, player, QUEEN);
    bitboard safe = ~p->of[other] & (~e->attacked[player] | (weak & e->twice[other]));
    bitboard lines = rook_attacks(king, all) & safe, diagonals = bishop_attacks(king, all) & safe;
    bitboard by_knight = mi_chess_tables.knight[king] & safe & attacks[KNIGHT];
    bitboard by_queen = (lines | diagonals) & attacks[QUEEN] & ~e->attacks[player][QUEEN];
    return DANGER(e, player, danger_check, KNIGHT, by_knight != 0) +
           DANGER(e, player, danger_check, BISHOP, (diagonals & attacks[BISHOP]) != 0) +
           DANGER(e, player, danger_check, ROOK, (lines & attacks[ROOK]) != 0) +
           DANGER(e, player, danger_check, QUEEN, by_queen != 0);
}

static const bitboard flanks[8] = {0x0707070707070707u, 0x0f0f0f0f0f0f0f0fu, 0x0f0f0f0f0f0f0f0fu,
                                   0x3c3c3c3c3c3c3c3cu, 0x3c3c3c3c3c3c3c3cu, 0xf0f0f0f0f0f0f0f0u,
                                   0xf0f0f0f0f0f0f0f0u, 0xe0e0e0e0e0e0e0e0u};
static const bitboard CAMP_RANKS = 0x000000ffffffffffu; /* the first five ranks */

/* Danger units in addition to those of the individual attackers. */
static int32_t danger_to_king(const struct mi_chess_eval *e, int player)
{
    const struct mi_chess *p = e->pos;
    int other = !player;
    bitboard king_or_queen = e->attacks[player][KING] | e->attacks[player][QUEEN];
    bitboard weak = e->attacked[other] & ~e->twice[player] & (~e->attacked[player] | king_or_queen);
    bitboard camp = flanks[file_of(king_square(p, player))] & relative_ranks(CAMP_RANKS, player);
    bool guarded = (e->attacks[player][KNIGHT] & e->zone[player]) != 0;
    bitboard hits = e->attacked[other] & e->zone[player], hits_twice = hits & e->twice[other];
    return DANGER(e, player, danger, 0, 1) + DANGER(e, player, danger_hit, 0, count_squares(hits)) +
           DANGER(e, player, danger_hit, 1, count_squares(hits_twice)) +
           DANGER(e, player, danger_weak, 0, count_squares(weak & e->zone[player])) +
           DANGER(e, player, danger_flank, 0, count_squares(camp & e->attacked[other])) +
           DANGER(e, player, danger_no_queen, 0, !pieces(p, other, QUEEN)) +
           DANGER(e, player, danger_knight, 0, guarded) + danger_from_checks(e, player, weak);
}

/* Converts danger to a penalty, quadratic in the middle game: a few attackers do little, many do
 * much. */
static int32_t danger_penalty(int32_t danger)
{
    int middle = middle_game(danger), end = endgame(danger);
    middle = middle > 0 ? middle * middle / DANGER_MIDDLE : 0;
    end = end > 0 ? end / DANGER_END : 0;
    return SCORE(middle, end);
}

/* A single attacker counts only if the opponent has a queen. */
static bool king_is_attacked(const struct mi_chess_eval *e, int player)
{
    return e->attackers[!player] + (pieces(e->pos, !player, QUEEN) != 0) > 1;
}

int32_t mi_chess_eval_king(struct mi_chess_eval *e, int player)
{
    int32_t shelter = eval_shelter(e, player);
    if (!king_is_attacked(e, player))
        return shelter;
    e->danger[player] += danger_to_king(e, player);
    return shelter - danger_penalty(e->danger[player]);
}
