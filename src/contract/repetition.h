/* repetition.h - what lies before a position, as the history and the searches see it. */
#ifndef MI_CONTRACT_REPETITION_H
#define MI_CONTRACT_REPETITION_H

#include "capability.h"

/* How often pos, just reached, has been there within its window, counted up to limit.  keys are the
 * repetition's key() of the positions before it, oldest first.  0 where the game knows no
 * repetition. */
int mi_repeats(const miai_game *game, const void *pos, const uint64_t *keys, int key_count,
               int limit);

/* Does a search whose game has the rule MIAI_REPEAT_DRAW count pos, just reached, as a draw? before
 * of the keys are those of positions before the root of the search; the root's own and those of the
 * path follow.  What comes again within the path is a draw at once: whoever could do better the
 * next time could have done so this time.  What was there before the root is one at its third
 * time. */
bool mi_repetition_draws(const miai_game *game, const void *pos, const uint64_t *keys, int before,
                         int key_count);

/* Is pos, just reached, one that the rules forbid to reach again (superko)? */
bool mi_forbidden(const miai_game *game, const void *pos, const uint64_t *keys, int key_count);

#endif
