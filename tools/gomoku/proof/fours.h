/* fours.h - victories of Black by continuous fours, with their zones (threats.h). */
#ifndef MI_TOOLS_GOMOKU_PROOF_FOURS_H
#define MI_TOOLS_GOMOKU_PROOF_FOURS_H

#include "game/gomoku/board/position.h"
#include "zone.h"

enum { FOURS_FAILED_BITS = 18 };

struct fours {
    struct mi_gomoku *g; /* put back */
    uint64_t *failed;    /* of 1 << FOURS_FAILED_BITS: positions without such a victory; 0: none */
    int nodes;           /* that may be looked at */
    int move;            /* the first of the victory */
    struct zone zone;    /* empty at first */
};

/* Does Black, who is to move, win so? */
bool fours_win(struct fours *fours);

#endif
