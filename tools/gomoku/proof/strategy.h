/* strategy.h - a proof as a file: Black's moves in positions that White cannot leave.
 *
 * A record is a sequence of bytes: the number of black stones, plus STRATEGY_FIRM if Black wins by
 * threats (such a record takes precedence over another of the same position); the number of white
 * stones, one of which may be missing (White has passed); Black's points, White's points, and
 * Black's move.  A point is 15 * row + column.  The file does not list White's moves: a reader
 * tries them all (verify.c). */
#ifndef MI_TOOLS_GOMOKU_PROOF_STRATEGY_H
#define MI_TOOLS_GOMOKU_PROOF_STRATEGY_H

#include "prover.h"

#include <stdio.h>

enum { STRATEGY_FIRM = 128 };

/* Writes the proof of the root, which must be proven.  False: no memory, a write error, or a win by
 * threats that could not be found again. */
bool strategy_write(struct prover *prover, uint32_t root, const struct stones *stones, FILE *file,
                    int64_t *records);

#endif
