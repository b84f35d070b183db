/* superko.h - where superko forbids to play. */
#ifndef MI_GAME_GO_NETWORK_SUPERKO_H
#define MI_GAME_GO_NETWORK_SUPERKO_H

#include "history.h"

/* Marks the points where superko forbids the player to move to play, beyond the ko itself.
 * banned[span]; returns false, and writes nothing, where there is none. */
bool mi_go_superko(const struct mi_go *b, const struct go_network_past *line, bool *banned);

#endif
