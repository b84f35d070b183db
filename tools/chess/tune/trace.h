/* trace.h - the evaluation of a position as a sum of weights: how often each of them counts. */
#ifndef MI_TOOLS_CHESS_TUNE_TRACE_H
#define MI_TOOLS_CHESS_TUNE_TRACE_H

#include "game/chess/eval/terms.h"

enum { WEIGHTS = sizeof(struct mi_chess_weight_set) / sizeof(int32_t) };

/* Numbers for each player and weight; danger is the danger to that player's king. */
struct mi_chess_trace {
    int score[2][WEIGHTS], danger[2][WEIGHTS];
    int phase, scale;
    bool attacked[2]; /* does the danger to that player's king count? */
};

/* Evaluates a position as mi_chess_evaluate() does, and fills in the trace.  False if the value is
 * not such a sum: a mate against the bare king. */
bool tune_trace(const struct mi_chess *p, struct mi_chess_trace *trace, int *value);

/* The value that a trace has with the weights given, in whole numbers as the evaluation has it. */
int tune_trace_value(const struct mi_chess_trace *trace, const struct mi_chess_weight_set *weights);

#endif
