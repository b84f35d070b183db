/* superko.h - points forbidden by superko. */
#ifndef MI_GAME_GO_NETWORK_SUPERKO_H
#define MI_GAME_GO_NETWORK_SUPERKO_H

#include "history.h"

/* Marks in banned[span] the points that superko, beyond simple ko, forbids to the side to move.
 * Returns false, and writes nothing, if superko does not apply or nothing can repeat. */
bool mi_go_superko(const struct mi_go *b, const struct go_network_history *line, bool *banned);

#endif
