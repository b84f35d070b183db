/* superko.h - where superko forbids to play. */
#ifndef MI_GO_SUPERKO_H
#define MI_GO_SUPERKO_H

#include "history.h"

/* Marks the points where superko forbids the player to move to play, beyond the ko itself.
 * banned[span]; returns false, and writes nothing, where there is none. */
bool mi_go_banned(const struct mi_go *b, const struct go_line *line, bool *banned);

#endif
