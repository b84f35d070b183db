/* history.h - what lies before a position, as the record and the searches see it. */
#ifndef MI_HISTORY_H
#define MI_HISTORY_H

#include "miai_game.h"

/* One ply of the game so far. */
struct mi_ply {
    uint16_t move;
    uint8_t player;
};

/* How often pos, just reached, has been there within its window, counted up to limit.  keys are the
 * repeat_key() of the positions before it, oldest first.  0 where the game knows no repetition. */
int mi_repeats(const miai_game *game, const void *pos, const uint64_t *keys, int key_count,
               int limit);

/* Is pos, just reached, one that the rules forbid to reach again (superko)? */
bool mi_forbidden(const miai_game *game, const void *pos, const uint64_t *keys, int key_count);

#endif
