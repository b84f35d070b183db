/* threats.h - victories of Black by continuous threats, and what White could do about them.
 *
 * A victory comes with its zone: one stone of White's on a point outside of it, which makes no
 * four, changes nothing, the same moves win.  (Allis, van den Herik & Huntjens, "Go-Moku and
 * Threat-Space Search", 1993; Thomsen, "Lambda-Search in Game Trees", 2000, on relevance zones.) */
#ifndef MI_TOOLS_GOMOKU_PROOF_THREATS_H
#define MI_TOOLS_GOMOKU_PROOF_THREATS_H

#include "game/gomoku/board/position.h"
#include "zone.h"

enum { NUMBER_MOST = 1 << 28 }; /* a proof number that stands for "never" */

struct threats_result {
    uint32_t proof, disproof; /* 0: it is won; or it is not won by threats */
    int move;                 /* of Black, if it is won and he is to move */
    struct zone zone;         /* if it is won */
};

struct threats_entry {
    uint64_t key;   /* 0: none */
    int64_t search; /* in which it was noted */
    struct threats_result result;
};

struct threats {
    struct mi_gomoku *g;         /* put back behind each search */
    struct threats_entry *table; /* of mask + 1; what is won or not stays true for ever, numbers
                                  * between are of one search */
    uint64_t *failed;            /* of FAILED: positions without a victory by fours */
    uint32_t *habit; /* what has won behind the same black stones, with 24 bits of key */
    uint64_t black;  /* the hash of the black stones */
    uint64_t mask;
    int64_t nodes;  /* left */
    int64_t looked; /* in all searches */
    int64_t search; /* so many have begun */
};

bool threats_open(struct threats *threats, int bits);
void threats_close(struct threats *threats);

/* Forgets all that was found. */
void threats_forget(struct threats *threats);

/* Does Black, who is to move, win g by fours and threes, by so many positions?  g is a freestyle
 * position of 15x15; result's proof is 0 if so, both numbers above 0 if it was too much. */
void threats_search(struct threats *threats, struct mi_gomoku *g, int64_t nodes,
                    struct threats_result *result);

/* Lists White's moves that could meet Black's threat, and his fours; returns how many, -1 if there
 * is no threat.  g is put back. */
int threats_answers(struct mi_gomoku *g, miai_move *list, struct zone *zone);

#endif
