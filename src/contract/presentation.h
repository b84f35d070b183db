/* presentation.h - names of games and rules that others have. */
#ifndef MI_CONTRACT_PRESENTATION_H
#define MI_CONTRACT_PRESENTATION_H

#include "miai_game.h"

/* The first variant of the game with that name, or NULL. */
const miai_variant *mi_find_variant(const miai_game *game, const char *name);

/* The index of its rules: the default where it names none. */
int mi_variant_rules(const miai_game *game, const miai_variant *variant);

/* The index of the game's rules with that name, or -1: its own name, or else one that others have
 * for them. */
int mi_find_rules(const miai_game *game, const char *name);

/* The same by the game's own names alone. */
int mi_find_own_rules(const miai_game *game, const char *name);

#endif
