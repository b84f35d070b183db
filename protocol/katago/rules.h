/* rules.h - rules as KataGo names and describes them. */
#ifndef MI_PROTOCOL_KATAGO_RULES_H
#define MI_PROTOCOL_KATAGO_RULES_H

#include "miai.h"
#include "protocol/io/reply.h"

/* Does the game tell its rules in KataGo's words? */
bool mi_game_has_katago_rules(const miai_game *game);

/* Adds the rules that are on, as an object of JSON; false where the game does not tell
 * them. */
bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply);

/* Sets rules by a name or by such an object; rules in force that fit an object without ko or suicide
 * stay.  MIAI_BAD_VALUE if there are none like that; any error of miai_set_option(). */
int mi_rules_set(miai_engine *engine, const char *text);

/* Are the rules that such a name stands for others than those that are played then?  How they
 * differ. */
bool mi_rules_differ(const miai_engine *engine, const char *text, char *how, size_t size);

/* Changes one of them, and leaves the others. */
int mi_rules_change(miai_engine *engine, const char *key, const char *value);

/* What there is to say of an error of theirs; NULL: nothing. */
const char *mi_rules_failure(const miai_engine *engine, int error);

#endif
