/* margins.h - how much a selective search trusts the evaluation of a game. */
#ifndef MI_SEARCH_ALPHABETA_MARGINS_H
#define MI_SEARCH_ALPHABETA_MARGINS_H

#include "contract/capability.h"

/* The game's margins, and what was learnt for chess where it has none. */
miai_margins mi_ab_margins(const miai_game *game);

#endif
