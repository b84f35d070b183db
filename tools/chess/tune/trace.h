/* trace.h - an evaluation as a sum of weights, each with its count. */
#ifndef MI_TOOLS_CHESS_TUNE_TRACE_H
#define MI_TOOLS_CHESS_TUNE_TRACE_H

#include "game/chess/eval/terms.h"

enum { WEIGHTS = sizeof(struct mi_chess_weight_set) / sizeof(int32_t) };

/* Counts for each player and weight; danger is the danger to that player's king. */
struct mi_chess_trace {
    int score[2][WEIGHTS], danger[2][WEIGHTS];
    int phase, scale;
    bool attacked[2]; /* does the danger to that player's king count? */
};

/* Evaluates a position like mi_chess_evaluate() and fills in the trace. Returns false if the value
 * is no such sum: mating a bare king. */
bool tune_trace(const struct mi_chess *p, struct mi_chess_trace *trace, int *value);

/* The value of a trace with the given weights, in integers like the evaluation. */
int tune_trace_value(const struct mi_chess_trace *trace, const struct mi_chess_weight_set *weights);

#endif
