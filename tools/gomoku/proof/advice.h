/* advice.h - what miai's own search thinks of a position, where the network alone would be too
 * quick. */
#ifndef MI_TOOLS_GOMOKU_PROOF_ADVICE_H
#define MI_TOOLS_GOMOKU_PROOF_ADVICE_H

#include "miai.h"
#include "stones.h"

struct advice {
    double share[POINTS]; /* of the visits; 0: none */
    double value[POINTS]; /* Black's chance to win behind a move; meant where share is above 0 */
};

/* An engine with a network (NULL: that of data/); NULL, and it has said why. */
miai_engine *advice_open(const char *network);

/* Asks it, with so many playouts, about a position with Black to move. */
bool advice_ask(miai_engine *engine, const struct stones *stones, int playouts,
                struct advice *advice);

#endif
