/* prover.h - the search for a proof that Black wins a freestyle position on 15x15.
 *
 * A proof-number tree with Black's likely moves and all of White's.  Relevance zones keep it small:
 * if Black would win by threats after a pass of White, only white stones in the zone of that win
 * can be an answer.  If such a stone is refuted by another win, only answers in its zone remain,
 * too. */
#ifndef MI_TOOLS_GOMOKU_PROOF_PROVER_H
#define MI_TOOLS_GOMOKU_PROOF_PROVER_H

#include "game/gomoku/network/network.h"
#include "miai.h"
#include "tree.h"

/* The move that won last with the same black stones. */
struct habit {
    uint64_t key;
    uint8_t move; /* in the normal form of the black stones only */
};

enum { HABITS = 1 << 20 };

/* A line from the root, as the search goes down. */
struct line {
    struct stones stones[POINTS + 1]; /* stones in their normal form */
    uint32_t node[POINTS + 1];
    int symmetry; /* symmetry applied after the last move */
    int depth;
};

struct prover {
    struct tree tree;
    struct gomoku_threats threats;
    struct mi_gomoku_net *net; /* owned by the caller */
    struct mi_gomoku_net_memory *memory;
    miai_engine *engine; /* owned by the caller: advice.h */
    struct habit *habit; /* [HABITS] */
    union gomoku_position_copy *position;
    struct line line;
    bool favoured[POINTS]; /* Black's moves that have won against other moves of White */
    int64_t expanded;      /* number of positions expanded */
    bool failed;           /* out of memory */
};

bool prover_open(struct prover *prover, struct mi_gomoku_net *net, miai_engine *engine);
void prover_close(struct prover *prover);

/* Expands one more position.  False if the root is settled or there is no memory. */
bool prover_step(struct prover *prover, uint32_t root, const struct stones *stones);

/* The root for stones; 0: no memory. */
uint32_t prover_root(struct prover *prover, struct stones *stones);

/* ---- expand.c ---- */

/* Creates the edges of the line's last position, or settles it. */
void prover_expand(struct prover *prover);

/* Adds more edges to a position with Black to move. */
void prover_widen(struct prover *prover, uint32_t at, const struct stones *stones);

/* ---- habits (prover.c) ---- */

/* Black's move that won last with these black stones; -1: none. */
int prover_habit(const struct prover *prover, const struct stones *stones);

#endif
