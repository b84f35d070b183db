/* advice.h - opinions of miai's own search, for positions that the network alone judges too
 * quickly. */
#ifndef MI_TOOLS_GOMOKU_PROOF_ADVICE_H
#define MI_TOOLS_GOMOKU_PROOF_ADVICE_H

#include "miai.h"
#include "stones.h"

struct advice {
    double share[POINTS]; /* share of the visits; 0: none */
    double value[POINTS]; /* Black's probability of winning after a move; valid where share > 0 */
};

/* Creates an engine with a network (NULL: the built-in one); returns NULL after printing an
 * error. */
miai_engine *advice_open(const char *network);

/* Searches a position with Black to move, with the given number of playouts. */
bool advice_ask(miai_engine *engine, const struct stones *stones, int playouts,
                struct advice *advice);

#endif
