/* threats.h - victories by continuous fours and open threes, found by proof-number search, with
 * their relevance zones.
 *
 * A victory comes with its zone: adding one defending stone outside the zone that makes no four
 * does not change that the same moves win.  (Allis, van den Herik & Huntjens, "Go-Moku and
 * Threat-Space Search", 1993; Thomsen, "Lambda-Search in Game Trees", 2000, on relevance zones;
 * Nagai, "Df-pn Algorithm for Searching AND/OR Trees", 2002.)  This holds for freestyle and
 * standard Gomoku.  In renju, victories are valid but zones are not.  Rules in which a five needs
 * an open end are not supported. */
#ifndef MI_GAME_GOMOKU_THREAT_THREATS_H
#define MI_GAME_GOMOKU_THREAT_THREATS_H

#include "vcf.h"
#include "zone.h"

enum { GOMOKU_PROOF_INFINITE = 1 << 28 }; /* infinity for proof numbers */

struct gomoku_threats_result {
    uint32_t proof, disproof; /* proof 0: won; disproof 0: not won by threats */
    int move;                 /* the attacker's winning move, if won with the attacker to move */
    bool cut;                 /* not won only because a line was too deep or too wide */
    struct gomoku_zone zone;  /* valid if won */
};

struct gomoku_threats_entry {
    uint64_t key;   /* 0: empty */
    int64_t search; /* number of the search that stored it */
    struct gomoku_threats_result result;
};

/* Table sizes: logarithms of the number of entries. */
struct gomoku_threats_bits {
    int table;  /* positions; 96 bytes each */
    int failed; /* positions without a VCF; 8 bytes each */
    int habit;  /* winning moves by attacking stones; 4 bytes each */
};

struct gomoku_threats {
    int attacker;        /* set by the caller before a search */
    int plies;           /* maximum depth; the caller may change it before a search */
    struct mi_gomoku *g; /* changed during a search and restored after it */
    /* Proofs and disproofs are kept for all searches, cut results and numbers for one only. */
    struct gomoku_threats_entry *table;
    struct gomoku_failed_positions failed;
    uint32_t *habit; /* move and 23 bits of key */
    uint64_t own;    /* hash of the attacker's stones */
    struct gomoku_threats_bits bits;
    bool (*go_on)(
        void *arg); /* called every few hundred positions, false stops; NULL: never stop */
    void *arg;
    int64_t nodes;  /* remaining nodes */
    int64_t nodes_total; /* nodes of all searches */
    int64_t search; /* number of searches started */
};

/* Allocates the tables and sets Black as attacker.  Returns false if there is not enough memory;
 * call mi_gomoku_threats_close() in any case. */
bool mi_gomoku_threats_open(struct gomoku_threats *threats, struct gomoku_threats_bits bits);
void mi_gomoku_threats_close(struct gomoku_threats *threats);

/* Clears the tables. */
void mi_gomoku_threats_forget(struct gomoku_threats *threats);

/* Does the attacker, moving first (whatever g->colour), win by fours and threes?  Searches about
 * `nodes` positions at most.  result->proof is 0 if so, result->disproof is 0 if not, and neither
 * if the limit was reached. */
void mi_gomoku_threats_search(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t nodes,
                              struct gomoku_threats_result *result);

/* Lists the defender's moves that could stop the attacker's threat, and the defender's fours, and
 * adds the points of the threat to the zone.  Returns how many, or -1 if there is no threat or the
 * defender makes five first.  g is restored. */
int mi_gomoku_threats_answers(struct mi_gomoku *g, int attacker, miai_move *list,
                              struct gomoku_zone *zone);

#endif
