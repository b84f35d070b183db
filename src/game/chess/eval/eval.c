#include "eval.h"

#include "terms.h"

static int game_phase(const struct mi_chess *p)
{
    int sum = count_squares(p->type[KNIGHT] | p->type[BISHOP]) + 2 * count_squares(p->type[ROOK]) +
              4 * count_squares(p->type[QUEEN]);
    return sum < PHASE_MAX ? sum : PHASE_MAX;
}

/* The 3x3 squares around the king, shifted so that they are on the board. */
static bitboard king_zone(int square)
{
    int file = file_of(square), rank = rank_of(square);
    file = file < 1 ? 1 : file > 6 ? 6 : file;
    rank = rank < 1 ? 1 : rank > 6 ? 6 : rank;
    return mi_chess_tables.king[rank * 8 + file] | bit(rank * 8 + file);
}

/* Computes the features of a player that the terms of both players need. */
static void eval_begin_player(struct mi_chess_eval *e, int player)
{
    const struct mi_chess *p = e->pos;
    int king = king_square(p, player);
    bitboard pawns = pieces(p, player, PAWN);
    bitboard by_pawns = captures_of_pawns(pawns, player), by_king = mi_chess_tables.king[king];
    e->attacks[player][PAWN] = by_pawns;
    e->attacks[player][KING] = by_king;
    e->attacked[player] = by_pawns | by_king;
    e->twice[player] = captured_twice(pawns, player) | (by_pawns & by_king);
    e->pawn_span[player] = captures_of_pawns(fill_forward(pawns, player), player);
    e->zone[player] = king_zone(king);
}

/* Interpolates between the middle-game and the endgame value. */
static int interpolate_phases(const struct mi_chess_eval *e, int32_t score)
{
    if (e->scale == SCALE_DRAW)
        return 0;
    int middle = middle_game(score) * e->phase * SCALE_FULL;
    int end = endgame(score) * (PHASE_MAX - e->phase) * e->scale;
    return (middle + end) / (PHASE_MAX * SCALE_FULL);
}

static int32_t sum_of_parts(const struct mi_chess_eval *e)
{
    int32_t sum = 0;
    for (int i = 0; i < CHESS_PARTS; i++)
        sum += e->part[i][WHITE] - e->part[i][BLACK];
    return sum;
}

int mi_chess_eval_sum(struct mi_chess_eval *e)
{
    const struct mi_chess *p = e->pos;
    e->all = occupied(p);
    eval_begin_player(e, WHITE);
    eval_begin_player(e, BLACK);
    e->part[PART_PLACES][WHITE] = p->piece_square;
    mi_chess_eval_pawns(e);
    for (int player = WHITE; player <= BLACK; player++)
        e->part[PART_PIECES][player] = mi_chess_eval_pieces(e, player);
    for (int player = WHITE; player <= BLACK; player++) {
        e->part[PART_PASSED][player] = mi_chess_eval_passed(e, player);
        e->part[PART_KING][player] = mi_chess_eval_king(e, player);
        e->part[PART_THREATS][player] = mi_chess_eval_threats(e, player);
    }
    e->part[PART_TEMPO][p->turn] = TERM(e, p->turn, tempo, 0, 1);
    int32_t score = sum_of_parts(e);
    e->phase = game_phase(p);
    e->scale = mi_chess_eval_scale(e, endgame(score) > 0 ? WHITE : BLACK);
    return interpolate_phases(e, score);
}

int mi_chess_evaluate(const struct mi_chess *p)
{
    int score = mi_chess_eval_mop_up(p);
    if (score)
        return score;
    struct mi_chess_eval e = {.pos = p};
    return mi_chess_eval_sum(&e);
}
