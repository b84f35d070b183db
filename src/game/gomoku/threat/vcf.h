/* vcf.h - victory by continuous fours: each of the attacker's moves but the last makes a four, to
 * which there is one answer. */
#ifndef MI_GAME_GOMOKU_THREAT_VCF_H
#define MI_GAME_GOMOKU_THREAT_VCF_H

#include "zone.h"

/* Positions from which no such victory was found.  Owned by the caller; all zero is empty. */
struct gomoku_failed {
    uint64_t *key; /* [mask + 1] */
    uint64_t mask; /* a power of two less 1 */
};

enum { VCF_MOST = 256 }; /* plies of a victory, at most */

struct gomoku_vcf {
    struct mi_gomoku *g; /* changed while it is looked for, and put back */
    struct gomoku_failed failed;
    int64_t nodes;            /* that may still be looked at: below 0 it has given up */
    bool (*go_on)(void *arg); /* asked every few thousand nodes; NULL: always */
    void *arg;
    int attacker;
    struct gomoku_zone *zone; /* NULL, or all zero: becomes that of the victory (threats.h) */
    int length;               /* plies of the victory, the last one making five */
    uint16_t line[VCF_MOST];  /* its moves */
};

/* Can the attacker, who is to move, win so within the bound on nodes?  Then length and line say
 * how.  Not for rules whose five needs an open end. */
bool mi_gomoku_vcf(struct gomoku_vcf *vcf);

#endif
