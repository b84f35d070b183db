/* The classical evaluation, or, where its weights are open, a network's value; and what the rules
 * and the known endgames say besides. */
#include "evaluation.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/chess/eval/eval.h"
#include "game/chess/eval/terms.h"
#include "game/chess/nnue/nnue.h"

#include <stdlib.h>

enum { SURE = 2500 }; /* more than the classical evaluation's, a bare king that can be mated */

/* ---- the network and its memory ---- */

static void *open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup;
    return mi_nnue_open(file, error, size);
}

static size_t held(const void *weights)
{
    return ((const struct mi_nnue *)weights)->held;
}

static size_t memory(const void *weights)
{
    return mi_nnue_memory(weights);
}

/* ---- the value ---- */

/* The nearer the fifty moves come without progress, the less is an advantage worth: half at their
 * end.  The network does not see the clock; where that is no part of the key, nor does this. */
static int damped(int score, int clock)
{
    const int full = 2 * (FIFTY_MOVES - CLOCK_MATTERS);
    return clock <= CLOCK_MATTERS ? score : score * (full - (clock - CLOCK_MATTERS)) / full;
}

static int evaluate_with_network(const void *weights, void *memory, const struct mi_chess *p)
{
    int score = mi_chess_eval_mop_up(p);
    if (score)
        return score > 0 ? score + SURE : score - SURE;
    score = mi_nnue_evaluate(weights, memory, p);
    score = p->turn == WHITE ? score : -score;
    score = score * mi_chess_eval_winnable(p, score > 0 ? WHITE : BLACK) / SCALE_FULL;
    return damped(score, fifty_count(p));
}

static int evaluate(const void *weights, void *memory, const void *pos)
{
    return weights ? evaluate_with_network(weights, memory, pos) : mi_chess_evaluate(pos);
}

/* ---- for people ---- */

static void add_pawns(struct mi_out *out, const char *what, int score)
{
    mi_out_format(out, "%s%c%d.%02d (white side)", what, score < 0 ? '-' : '+',
                  abs(score) / MIAI_POINT_SCORE, abs(score) % MIAI_POINT_SCORE);
}

static void explain_network(const void *weights, void *memory, const struct mi_chess *p,
                            struct mi_out *out)
{
    int bare = mi_nnue_evaluate(weights, memory, p);
    add_pawns(out, "\nNNUE evaluation       ", p->turn == WHITE ? bare : -bare);
    mi_out_format(out, ", bucket %d\n", mi_nnue_bucket(weights, p));
    add_pawns(out, "Final evaluation      ", evaluate_with_network(weights, memory, p));
    mi_out_format(out, ", %d plies without progress", p->clock);
}

static int explain(const void *weights, void *memory, const void *pos, char *text, size_t size)
{
    char terms[4096];
    struct mi_out out;
    mi_out_init(&out, text, size);
    mi_chess_explain(pos, terms, sizeof terms);
    mi_out_add(&out, terms);
    if (weights)
        explain_network(weights, memory, pos, &out);
    return mi_out_length(&out);
}

const miai_evaluation mi_chess_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = evaluate,
    .explain = explain,
    .open = open_weights,
    .close = mi_aligned_free,
    .held = held,
    .memory = memory,
    .quiet = true,
};
