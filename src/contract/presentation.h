/* presentation.h - names of variants and rules, including the names that other programs use. */
#ifndef MI_CONTRACT_PRESENTATION_H
#define MI_CONTRACT_PRESENTATION_H

#include "miai_game.h"

/* The index of the variant's rules; the game's default if the variant names none. */
int mi_variant_rules(const miai_game *game, const miai_variant *variant);

/* Finds the value of miai_setup.rules for a text: the game's own name, a name that other programs
 * use, or rules that the game itself reads from the text. -1 if unknown. */
int mi_find_rules(const miai_game *game, const char *name);

/* Writes the name of a value of miai_setup.rules, as snprintf(); "" if the game has no rule sets.
 */
int mi_write_rules(const miai_game *game, int rules, char *text, size_t size);

/* Like mi_find_rules(), but accepts the game's own names only. */
int mi_find_own_rules(const miai_game *game, const char *name);

#endif
