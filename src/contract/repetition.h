/* repetition.h - repetition rules, based on the keys of earlier positions; used by history and
 * searches. */
#ifndef MI_CONTRACT_REPETITION_H
#define MI_CONTRACT_REPETITION_H

#include "capability.h"

/* Counts how often pos, which has just been reached, occurred before within its window, up to
 * limit. keys are the repetition keys of the earlier positions, oldest first. 0 if the game has no
 * repetition rule. */
int mi_count_repetitions(const miai_game *game, const void *pos, const uint64_t *keys,
                         int key_count, int limit);

/* For games with MIAI_REPEAT_DRAW: does a search count pos, which has just been reached, as a draw?
 * The first before keys belong to positions before the root; those of the root and of the search
 * path follow. A single repetition within the path is a draw: a player who could improve the second
 * time could have done so the first time. A position from before the root is a draw at its third
 * occurrence. */
bool mi_repetition_draws(const miai_game *game, const void *pos, const uint64_t *keys, int before,
                         int key_count);

/* Is pos, which has just been reached, forbidden as a repetition (superko)? */
bool mi_superko_forbids(const miai_game *game, const void *pos, const uint64_t *keys,
                        int key_count);

#endif
