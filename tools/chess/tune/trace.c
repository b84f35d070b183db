/* The evaluation's sources, compiled again under other names and with TRACE. */
#define MI_CHESS_TRACE
#define mi_chess_evaluate      tune_evaluate
#define mi_chess_eval_pawns    tune_eval_pawns
#define mi_chess_eval_pieces   tune_eval_pieces
#define mi_chess_eval_passed   tune_eval_passed
#define mi_chess_eval_king     tune_eval_king
#define mi_chess_eval_threats  tune_eval_threats
#define mi_chess_eval_scale    tune_eval_scale
#define mi_chess_eval_mop_up   tune_eval_mop_up
#define mi_chess_eval_sum      tune_eval_sum
#define mi_chess_eval_winnable tune_eval_winnable

#include "trace.h"

#define NOTE(sum, player, weight, index, number)                                                   \
    ((sum)[player][offsetof(struct mi_chess_weight_set, weight) / sizeof(int32_t) +                \
                   (size_t)(index)] += (number))
#define TRACE(e, sum, player, weight, index, number)                                               \
    ((e)->trace ? (void)NOTE((e)->trace->sum, player, weight, index, number) : (void)0)

#include "game/chess/eval/endgame.c"
#include "game/chess/eval/eval.c"
#include "game/chess/eval/king.c"
#include "game/chess/eval/pawns.c"
#include "game/chess/eval/pieces.c"
#include "game/chess/eval/threats.c"

#include <string.h>

/* The position keeps the sum of material and piece-square values incrementally. */
static void trace_piece_squares(struct mi_chess_eval *e)
{
    for (int square = 0; square < 64; square++) {
        int piece = e->pos->piece[square];
        if (piece == NO_PIECE)
            continue;
        int type = piece_type(piece), player = piece_player(piece);
        int place = type * 32 + relative_rank(player, square) * 4 + edge_distance(file_of(square));
        TRACE(e, score, player, material, type, 1);
        TRACE(e, score, player, place, place, 1);
    }
}

bool tune_trace(const struct mi_chess *p, struct mi_chess_trace *trace, int *value)
{
    memset(trace, 0, sizeof *trace);
    if (mi_chess_eval_mop_up(p))
        return false;
    struct mi_chess_eval e = {.pos = p, .trace = trace};
    trace_piece_squares(&e);
    *value = mi_chess_eval_sum(&e);
    trace->phase = e.phase;
    trace->scale = e.scale;
    trace->attacked[WHITE] = king_is_attacked(&e, WHITE);
    trace->attacked[BLACK] = king_is_attacked(&e, BLACK);
    return true;
}

static int32_t sum_of(const int *numbers, const struct mi_chess_weight_set *weights)
{
    int32_t sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += numbers[i] * ((const int32_t *)weights)[i];
    return sum;
}

int tune_trace_value(const struct mi_chess_trace *trace, const struct mi_chess_weight_set *weights)
{
    struct mi_chess_eval e = {.phase = trace->phase, .scale = trace->scale};
    int32_t score = sum_of(trace->score[WHITE], weights) - sum_of(trace->score[BLACK], weights);
    if (trace->attacked[WHITE])
        score -= danger_penalty(sum_of(trace->danger[WHITE], weights));
    if (trace->attacked[BLACK])
        score += danger_penalty(sum_of(trace->danger[BLACK], weights));
    return interpolate_phases(&e, score);
}
