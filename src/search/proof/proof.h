/* proof.h - exact results of any game by proof-number search, using only the contract. */
#ifndef MI_SEARCH_PROOF_PROOF_H
#define MI_SEARCH_PROOF_PROOF_H

#include "search/common/search.h"

struct mi_prover;

/* Bounds of the exact score in the first player's view; -1, 0 or 1 in a game that is decided by the
 * sign of the score. */
struct mi_score_bounds {
    int min, max;
};

/* Can positions of the root's game be solved?  Not if repetitions are draws: the value of a
 * position then depends on earlier positions and cannot be stored.  Under superko, a position's key
 * includes all earlier positions, which is correct but slow. */
bool mi_provable(const struct mi_root *root);

/* Makes a prover of at most that many bytes, for roots of one game and setup.  Returns NULL if out
 * of memory or if the limit is too small. */
struct mi_prover *mi_prover_open(size_t memory);
void mi_prover_close(struct mi_prover *prover);

/* Solves the root's position, until the watch (may be NULL) ends it or a line of play needs too
 * much memory.  True: solved, min == max. */
bool mi_prover_run(struct mi_prover *prover, const struct mi_root *root, const miai_watch *watch,
                   struct mi_score_bounds *bounds);

/* Save and load results: see save() and load() of miai_solver. */
size_t mi_prover_save(const struct mi_prover *prover, uint64_t *word, size_t words);
void mi_prover_load(struct mi_prover *prover, const uint64_t *word, size_t words);

#endif
