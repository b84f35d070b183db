#include "terms.h"

static int32_t eval_weak_pawns(const struct mi_chess_eval *e, int player, bitboard exposed)
{
    bitboard pawns = pieces(e->pos, player, PAWN);
    bitboard doubled = pawns & forward(e->before[player], player);
    bitboard isolated = pawns & ~left_and_right(e->before[player] | e->behind[player]);
    bitboard stopped = forward(pawns, player) & e->attacks[!player][PAWN] & ~e->pawn_span[player];
    bitboard backward = forward(stopped, !player) & ~isolated;
    return TERM(e, player, doubled, 0, count_squares(doubled)) +
           TERM(e, player, isolated, 0, count_squares(isolated)) +
           TERM(e, player, backward, 0, count_squares(backward)) +
           TERM(e, player, exposed, 0, count_squares((isolated | backward) & exposed));
}

static int32_t eval_connected_pawns(const struct mi_chess_eval *e, int player)
{
    bitboard pawns = pieces(e->pos, player, PAWN);
    bitboard phalanx = pawns & left_and_right(pawns), supported = pawns & e->attacks[player][PAWN];
    int32_t score = 0;
    for (bitboard set = phalanx | supported; set;) {
        int square = pop_lsb(&set);
        int kind = (int)((phalanx >> square & 1) + 2 * (supported >> square & 1)) - 1;
        score += TERM(e, player, connected, 8 * kind + relative_rank(player, square), 1);
    }
    return score;
}

/* Candidates: pawns without an enemy pawn in front whose next square is guarded by pawns at least
 * as often as enemy pawns attack it. */
static int32_t eval_candidates(const struct mi_chess_eval *e, int player, bitboard exposed)
{
    bitboard pawns = pieces(e->pos, player, PAWN), others = pieces(e->pos, !player, PAWN);
    bitboard stops = forward(exposed & ~e->passed[player], player);
    bitboard bad = (e->attacks[!player][PAWN] & ~e->attacks[player][PAWN]) |
                   (captured_twice(others, !player) & ~captured_twice(pawns, player));
    int32_t score = 0;
    for (bitboard set = stops & ~bad; set;) {
        int rank = relative_rank(player, pop_lsb(&set)) - 1;
        score += TERM(e, player, candidate, rank, 1);
    }
    return score;
}

static int32_t eval_structure(struct mi_chess_eval *e, int player)
{
    bitboard faced = forward(e->before[!player], !player);
    bitboard rear = forward(e->behind[player], !player);
    bitboard exposed = pieces(e->pos, player, PAWN) & ~faced & ~rear;
    e->passed[player] = exposed & ~e->pawn_span[!player];
    return eval_weak_pawns(e, player, exposed) + eval_connected_pawns(e, player) +
           eval_candidates(e, player, exposed);
}

void mi_chess_eval_pawns(struct mi_chess_eval *e)
{
    for (int player = WHITE; player <= BLACK; player++) {
        bitboard pawns = pieces(e->pos, player, PAWN);
        e->before[player] = fill_forward(pawns, player);
        e->behind[player] = fill_forward(pawns, !player);
    }
    for (int player = WHITE; player <= BLACK; player++)
        e->part[PART_PAWNS][player] = eval_structure(e, player);
}

/* ---- passed pawns ---- */

/* Rule of the square: the opponent has only pawns and a king that is too far away. */
static bool is_unstoppable(const struct mi_chess_eval *e, int player, int square, bitboard path)
{
    const struct mi_chess *p = e->pos;
    if (p->of[!player] & ~p->type[PAWN] & ~p->type[KING])
        return false;
    int last = (player == WHITE ? 56 : 0) + file_of(square);
    int moves = 7 - relative_rank(player, square);
    moves -= moves == 6; /* two squares at once */
    int away = king_steps(king_square(p, !player), last) - (p->turn != player);
    return !(path & e->all) && away > moves;
}

static int32_t eval_passed_path(const struct mi_chess_eval *e, int player, int rank, bitboard stop,
                                bitboard path)
{
    bitboard bad = e->attacked[!player] | e->all;
    return TERM(e, player, passed_blocked, rank, (e->pos->of[!player] & stop) != 0) +
           TERM(e, player, passed_safe, rank, !(bad & stop)) +
           TERM(e, player, passed_open, rank, !(bad & path)) +
           TERM(e, player, passed_helped, rank, (e->attacked[player] & stop) != 0);
}

static int32_t eval_passed_pawn(const struct mi_chess_eval *e, int player, int square)
{
    const struct mi_chess *p = e->pos;
    int rank = relative_rank(player, square), stop = player == WHITE ? square + 8 : square - 8;
    int own_king = king_steps(king_square(p, player), stop);
    int other_king = king_steps(king_square(p, !player), stop);
    bitboard path = fill_forward(bit(stop), player);
    bitboard rooks = p->type[ROOK] & fill_forward(bit(square), !player);
    return TERM(e, player, passed, rank, 1) + TERM(e, player, passed_own_king, rank, own_king) +
           TERM(e, player, passed_other_king, rank, other_king) +
           TERM(e, player, rook_behind, 0, (rooks & p->of[player]) != 0) +
           TERM(e, player, rook_behind, 1, (rooks & p->of[!player]) != 0) +
           TERM(e, player, unstoppable, 0, is_unstoppable(e, player, square, path)) +
           eval_passed_path(e, player, rank, bit(stop), path);
}

int32_t mi_chess_eval_passed(const struct mi_chess_eval *e, int player)
{
    int32_t score = 0;
    for (bitboard set = e->passed[player]; set;)
        score += eval_passed_pawn(e, player, pop_lsb(&set));
    return score;
}
