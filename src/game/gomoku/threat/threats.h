/* threats.h - victories by continuous fours and open threes, by proof numbers, and what the
 * defender could do about them.
 *
 * A victory comes with its zone: one stone of the defender's on a point outside of it, which makes
 * no four, changes nothing, the same moves win.  (Allis, van den Herik & Huntjens, "Go-Moku and
 * Threat-Space Search", 1993; Thomsen, "Lambda-Search in Game Trees", 2000, on relevance zones;
 * Nagai, "Df-pn Algorithm for Searching AND/OR Trees", 2002.)  So it is in freestyle Gomoku and by
 * standard rules.  In renju there are victories, but their zones say nothing; for rules whose five
 * needs an open end there is neither. */
#ifndef MI_GAME_GOMOKU_THREAT_THREATS_H
#define MI_GAME_GOMOKU_THREAT_THREATS_H

#include "vcf.h"
#include "zone.h"

enum { GOMOKU_NEVER = 1 << 28 }; /* a proof number that stands for "never" */

struct gomoku_threats_result {
    uint32_t proof, disproof; /* 0: it is won; or it is not won by threats */
    int move;                 /* of the attacker, if it is won and he is to move */
    bool cut;                 /* it is not won only because a line was too deep or too wide */
    struct gomoku_zone zone;  /* if it is won */
};

struct gomoku_threats_entry {
    uint64_t key;   /* 0: none */
    int64_t search; /* in which it was noted */
    struct gomoku_threats_result result;
};

/* How much memory it takes: logarithms of how many are kept. */
struct gomoku_threats_bits {
    int table;  /* positions, of 96 bytes each */
    int failed; /* positions without a victory by fours, of 8 bytes */
    int habit;  /* moves that have won behind the same stones of the attacker's, of 4 bytes */
};

struct gomoku_threats {
    int attacker;        /* set by the caller before a search */
    int plies;           /* how deep it looks; the caller may change it before a search */
    struct mi_gomoku *g; /* put back behind each search */
    /* Victories and their absence are kept for all searches; results that were cut off, and
     * numbers, only for one. */
    struct gomoku_threats_entry *table;
    struct gomoku_failed failed;
    uint32_t *habit; /* with 23 bits of key */
    uint64_t own;    /* the hash of the attacker's stones */
    struct gomoku_threats_bits bits;
    bool (*go_on)(void *arg); /* asked every few hundred positions; NULL: always */
    void *arg;
    int64_t nodes;  /* left */
    int64_t looked; /* in all searches */
    int64_t search; /* so many have begun */
};

/* The attacker is black.  False: no memory; it is to be closed even so. */
bool mi_gomoku_threats_open(struct gomoku_threats *threats, struct gomoku_threats_bits bits);
void mi_gomoku_threats_close(struct gomoku_threats *threats);

/* Forgets all that was found. */
void mi_gomoku_threats_forget(struct gomoku_threats *threats);

/* Does the attacker, if it is his turn (g's colour is not asked), win by fours and threes?  It
 * looks at so many positions at most, about.  result's proof is 0 if he does, its disproof if he
 * does not, neither if it gave up. */
void mi_gomoku_threats_search(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t nodes,
                              struct gomoku_threats_result *result);

/* Lists the defender's moves that could meet the attacker's threat, and his fours, and adds to the
 * zone what the threat needs; returns how many, -1 if there is no
 * threat, or he makes five first.  g is put back. */
int mi_gomoku_threats_answers(struct mi_gomoku *g, int attacker, miai_move *list,
                              struct gomoku_zone *zone);

#endif
