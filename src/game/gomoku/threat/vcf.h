/* vcf.h - victory by continuous fours (VCF): each attacking move except the last makes a four,
 * which has one answer. */
#ifndef MI_GAME_GOMOKU_THREAT_VCF_H
#define MI_GAME_GOMOKU_THREAT_VCF_H

#include "zone.h"

/* Positions known to have no VCF.  Owned by the caller; all zeros is empty. */
struct gomoku_failed_positions {
    uint64_t *key; /* [mask + 1] */
    uint64_t mask; /* a power of two less 1 */
};

enum { VCF_PLIES_MAX = 256 }; /* maximum length in plies */

struct gomoku_vcf {
    struct mi_gomoku *g; /* changed during the search and restored after it */
    struct gomoku_failed_positions failed;
    int64_t nodes;            /* remaining nodes; below 0: gave up */
    bool (*go_on)(void *arg); /* called every few thousand nodes, false stops; NULL: never stop */
    void *arg;
    int attacker;
    struct gomoku_zone
        *zone;  /* NULL, or all zeros; gets the relevance zone of the victory (threats.h) */
    int length; /* length of the victory in plies; the last one makes five */
    uint16_t line[VCF_PLIES_MAX]; /* its moves */
};

/* Does the attacker, to move, have a VCF within the node limit?  If so, sets length and line.  Not
 * for rules in which a five needs an open end. */
bool mi_gomoku_vcf(struct gomoku_vcf *vcf);

#endif
