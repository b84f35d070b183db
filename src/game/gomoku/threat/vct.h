/* vct.h - victory by continuous threats: each of the attacker's moves makes a four or an open
 * three, and whatever the other answers loses. */
#ifndef MI_GAME_GOMOKU_THREAT_VCT_H
#define MI_GAME_GOMOKU_THREAT_VCT_H

#include "vcf.h"

struct gomoku_vct {
    struct gomoku_vcf vcf;       /* the position, the attacker, and wins by fours alone */
    struct gomoku_failed failed; /* positions from which no such victory was found */
    int64_t nodes;               /* that may still be looked at */
    int threes;                  /* the most threes in a line of it */
    miai_move move;              /* the first of the victory */
};

/* Can the attacker, who is to move, win so?  Then move says how it begins. */
bool mi_gomoku_vct(struct gomoku_vct *vct);

#endif
