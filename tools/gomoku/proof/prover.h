/* prover.h - the search for a proof that Black wins a freestyle position of 15x15.
 *
 * A tree by proof numbers of Black's likely moves and of all of White's.  What keeps it small:
 * where Black would win by threats if White passed, only White's stones in the zone of that victory
 * can be an answer; and where one of them is met by another victory, only those in the zone of this
 * one, too. */
#ifndef MI_TOOLS_GOMOKU_PROOF_PROVER_H
#define MI_TOOLS_GOMOKU_PROOF_PROVER_H

#include "game/gomoku/network/network.h"
#include "miai.h"
#include "tree.h"

/* What has won last behind the same black stones. */
struct habit {
    uint64_t key;
    uint8_t move; /* in the normal form of the black stones alone */
};

enum { HABITS = 1 << 20 };

/* A line from the root, as the search goes down. */
struct line {
    struct stones stones[POINTS + 1]; /* in their normal form */
    uint32_t node[POINTS + 1];
    int symmetry; /* by which the last move was turned */
    int depth;
};

struct prover {
    struct tree tree;
    struct gomoku_threats threats;
    struct mi_gomoku_net *net; /* the caller's */
    struct mi_gomoku_net_memory *memory;
    miai_engine *engine; /* the caller's: advice.h */
    struct habit *habit; /* of HABITS */
    union gomoku_room *room;
    struct line line;
    bool favoured[POINTS]; /* Black's moves that have won against other moves of White */
    int64_t expanded;      /* positions so far */
    bool failed;           /* for want of memory */
};

bool prover_open(struct prover *prover, struct mi_gomoku_net *net, miai_engine *engine);
void prover_close(struct prover *prover);

/* Looks at a position more.  False: the root is settled, or there is no memory. */
bool prover_step(struct prover *prover, uint32_t root, const struct stones *stones);

/* The root for stones; 0: no memory. */
uint32_t prover_root(struct prover *prover, struct stones *stones);

/* ---- expand.c ---- */

/* Gives the last position of the line its edges, or settles it. */
void prover_expand(struct prover *prover);

/* Gives a position with Black to move more edges. */
void prover_widen(struct prover *prover, uint32_t at, const struct stones *stones);

/* ---- habits (prover.c) ---- */

/* Black's move that won last where he had these stones; -1: none. */
int prover_habit(const struct prover *prover, const struct stones *stones);

#endif
