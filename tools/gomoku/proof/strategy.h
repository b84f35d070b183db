/* strategy.h - a proof as a file: what Black plays, in so many positions that White cannot leave
 * them.
 *
 * Records of bytes: how many stones Black has, and STRATEGY_FIRM more where he wins by threats,
 * which is to be believed rather than another record of the position; how many White has, one of
 * which may be missing (White has passed); Black's points, White's, and Black's move.  A point is
 * 15 * row + column. The file does not say what White may do: who reads it tries all of it
 * (verify.c). */
#ifndef MI_TOOLS_GOMOKU_PROOF_STRATEGY_H
#define MI_TOOLS_GOMOKU_PROOF_STRATEGY_H

#include "prover.h"

#include <stdio.h>

enum { STRATEGY_FIRM = 128 };

/* Writes how the root, which is proven, is won.  False: no memory, or the file does not take it, or
 * a victory was not found again. */
bool strategy_write(struct prover *prover, uint32_t root, const struct stones *stones, FILE *file,
                    int64_t *records);

#endif
