/* Evaluates with NNUE if a network is loaded, else with the classical evaluation; corrects the
 * value for known endgames and the fifty-move rule. */
#include "evaluation.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/chess/eval/eval.h"
#include "game/chess/eval/terms.h"
#include "game/chess/nnue/nnue.h"

#include <stdlib.h>

enum { MATE_BONUS = 2500 }; /* bonus when a bare king can be mated; larger than the classical one */

/* ---- the network and its memory ---- */

static void *open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup;
    return mi_nnue_open(file, error, size);
}

static size_t weights_bytes(const void *weights)
{
    return ((const struct mi_nnue *)weights)->held;
}

static size_t thread_memory_bytes(const void *weights)
{
    return mi_nnue_memory(weights);
}

/* ---- the value ---- */

/* Scales an advantage down as the fifty-move rule approaches, finally to half, since the clock is
 * not an input of the network.  A small clock has no effect, because it is not part of the hash.
 */
static int damp_by_clock(int score, int clock)
{
    const int full = 2 * (FIFTY_MOVES - CLOCK_MATTERS);
    return clock <= CLOCK_MATTERS ? score : score * (full - (clock - CLOCK_MATTERS)) / full;
}

static int evaluate_with_network(const void *weights, void *memory, const struct mi_chess *p)
{
    int score = mi_chess_eval_mop_up(p);
    if (score)
        return score > 0 ? score + MATE_BONUS : score - MATE_BONUS;
    score = mi_nnue_evaluate(weights, memory, p);
    score = p->turn == WHITE ? score : -score;
    score = score * mi_chess_eval_winnable(p, score > 0 ? WHITE : BLACK) / SCALE_FULL;
    return damp_by_clock(score, fifty_count(p));
}

static int evaluate_with_either(const void *weights, void *memory, const void *pos)
{
    return weights ? evaluate_with_network(weights, memory, pos) : mi_chess_evaluate(pos);
}

/* ---- explanation ---- */

static void add_pawns(struct mi_out *out, const char *what, int score)
{
    mi_out_format(out, "%s%c%d.%02d (white side)", what, score < 0 ? '-' : '+',
                  abs(score) / MIAI_POINT_SCORE, abs(score) % MIAI_POINT_SCORE);
}

static void explain_network(const void *weights, void *memory, const struct mi_chess *p,
                            struct mi_out *out)
{
    int raw_score = mi_nnue_evaluate(weights, memory, p);
    add_pawns(out, "\nNNUE evaluation       ", p->turn == WHITE ? raw_score : -raw_score);
    mi_out_format(out, ", bucket %d\n", mi_nnue_bucket(weights, p));
    int material, position;
    if (mi_nnue_halfka_parts(weights, memory, p, &material, &position))
        mi_out_format(out, "Stockfish's units      material %d, position %d (side to move)\n",
                      material, position);
    add_pawns(out, "Final evaluation      ", evaluate_with_network(weights, memory, p));
    mi_out_format(out, ", %d plies without progress", p->clock);
}

static int explain_evaluation(const void *weights, void *memory, const void *pos, char *text,
                              size_t size)
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
    .evaluate = evaluate_with_either,
    .explain = explain_evaluation,
    .open = open_weights,
    .close = mi_aligned_free,
    .held = weights_bytes,
    .memory = thread_memory_bytes,
    .quiet = true,
};
