/* proof.h - the exact result of any game by proof-number search, through the contract alone. */
#ifndef MI_SEARCH_PROOF_PROOF_H
#define MI_SEARCH_PROOF_PROOF_H

#include "search/common/search.h"

struct mi_prover;

/* How far it has come: what is certain of the score, in the first player's view.  In a game where
 * the sign alone counts it is -1, 0 or 1. */
struct mi_score_bounds {
    int least, most;
};

/* Can positions of that game be solved?  Not where a repeated position is a draw: what a position
 * is worth would depend on those before it, and nothing could be kept of it.  Where repeating one
 * is forbidden (superko) all positions before a position are part of its key, which is right, and
 * slow. */
bool mi_provable(const struct mi_root *root);

/* Takes at most so many bytes; NULL: no memory, or too little.  For roots of one game and set-up.
 */
struct mi_prover *mi_prover_open(size_t memory);
void mi_prover_close(struct mi_prover *prover);

/* Solves the root's position until watch, which may be NULL, says that it is over, or the memory is
 * too small for a line of play.  True: least and most are one. */
bool mi_prover_run(struct mi_prover *prover, const struct mi_root *root, const miai_watch *watch,
                   struct mi_score_bounds *bounds);

/* What it has found, as miai_solver has it. */
size_t mi_prover_save(const struct mi_prover *prover, uint64_t *word, size_t words);
void mi_prover_load(struct mi_prover *prover, const uint64_t *word, size_t words);

#endif
