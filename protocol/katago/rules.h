/* rules.h - rules with KataGo's names and descriptions. */
#ifndef MI_PROTOCOL_KATAGO_RULES_H
#define MI_PROTOCOL_KATAGO_RULES_H

#include "miai.h"
#include "protocol/io/reply.h"

/* Does the game describe its rules in KataGo's terms? */
bool mi_game_has_katago_rules(const miai_game *game);

/* Adds the current rules as a JSON object; false if the game does not describe them. */
bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply);

/* Sets rules by name, by KataGo's text or by such an object, which has KataGo's defaults for what
 * it leaves out.  MIAI_BAD_VALUE if the text is none of these; any error of miai_set_option(). */
int mi_rules_set(miai_engine *engine, const char *text);

/* Removes the komi from rules as KataGo's clients write them: a member "komi" of an object, or
 * "komi7.5" in a text.  False, with nothing changed, if there is none. */
bool mi_rules_cut_komi(char *text, double *komi);

/* The komi that a client means who sets the rules by this text without one: by the game, or
 * otherwise the given one.  The rules are in force. */
double mi_rules_usual_komi(const miai_engine *engine, const char *text, double komi);

/* Does the name stand for rules that miai can only play approximately?  Then writes the difference.
 */
bool mi_rules_differ(const miai_engine *engine, const char *text, char *how, size_t size);

/* Changes one rule and keeps the others. */
int mi_rules_change(miai_engine *engine, const char *key, const char *value);

/* The messages for an error of mi_rules_set() and of mi_rules_change(); NULL for MIAI_OK. */
const char *mi_rules_error_text(const miai_engine *engine, int error);
const char *mi_rule_error_text(const miai_engine *engine, int error);

#endif
