/* presentation.h - names of games and rules that others have. */
#ifndef MI_CONTRACT_PRESENTATION_H
#define MI_CONTRACT_PRESENTATION_H

#include "miai_game.h"

/* The first variant of the game with that name, or NULL. */
const miai_variant *mi_find_variant(const miai_game *game, const char *name);

/* The index of its rules: the default where it names none. */
int mi_variant_rules(const miai_game *game, const miai_variant *variant);

/* The value of miai_setup.rules for a text, or -1: the game's own name, or else one that others
 * have for them, or a text of rules beyond the named ones. */
int mi_find_rules(const miai_game *game, const char *name);

/* The text of a value of miai_setup.rules, as snprintf; "" for a game without rules. */
int mi_write_rules(const miai_game *game, int rules, char *text, size_t size);

/* The same by the game's own names alone. */
int mi_find_own_rules(const miai_game *game, const char *name);

#endif
