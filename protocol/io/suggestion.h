/* suggestion.h - hints for error messages: the nearest name, the allowed values. */
#ifndef MI_PROTOCOL_IO_SUGGESTION_H
#define MI_PROTOCOL_IO_SUGGESTION_H

#include "reply.h"

#include "miai.h"

enum { MI_SUGGESTION = 384 }; /* buffer size in bytes */

/* Finds the name nearest to a misspelled one among those offered.  Names that are too different are
 * ignored. */
struct mi_nearest {
    const char *name; /* the misspelled name */
    const char *best; /* points into kept; NULL if no name is near */
    int distance;
    char kept[128];
};

/* Offers a name, which is copied. */
void mi_nearest_offer(struct mi_nearest *nearest, const char *name);

/* Adds "; did you mean X?" if a name is near. */
void mi_nearest_write(const struct mi_nearest *nearest, struct mi_reply *reply);

/* A word that people may type, and what it means here.  A list ends with zeros. */
struct mi_word_alias {
    const char *said, *meant;
};

/* If the text begins with one of the words, in either case, returns its meaning; otherwise NULL.  A
 * file name such as "load.sgf" does not count as the word "load". */
const char *mi_word_alias(const struct mi_word_alias *words, const char *text);

/* Is it the name of a board game that miai does not play, so that a similar name is not meant? */
bool mi_is_other_game(const char *word);

/* Writes the names of the games, separated by blanks. */
void mi_list_games(const miai_engine *engine, char *text, size_t size);

/* Writes why an option rejected a value, for use after a colon: the allowed range, games or
 * choices, and the nearest one. */
void mi_suggest_option(const miai_engine *engine, const char *option, const char *value, int error,
                       char text[MI_SUGGESTION]);
/* Like mi_suggest_option(), for people who type: also explains the unit or the notation if the
 * value is not a plain number, such as "5s". */
void mi_suggest_typed(const miai_engine *engine, const char *option, const char *value, int error,
                      char text[MI_SUGGESTION]);

/* The engine's details about an error, without the error's own text if possible. */
const char *mi_error_details(const miai_engine *engine, int error);

/* The values of an option that is a choice, or the rule sets of the current game for "rules";
 * otherwise NULL. */
const char *const *mi_suggest_choices(const miai_engine *engine, const miai_option *option);

/* Writes the allowed values: "1 to 256", "mcts, flat"; "" if any text is allowed. */
void mi_suggest_values(const miai_engine *engine, const miai_option *option, char *text,
                       size_t size);

/* The rules of the current game. */
const miai_game *mi_current_game(const miai_engine *engine);

/* How the current game is displayed, with defaults for what it does not define. */
miai_presentation mi_current_presentation(const miai_engine *engine);

/* Writes the current rules in words, as snprintf(); 0 and "" if the game does not explain them. */
int mi_explain_current_rules(const miai_engine *engine, char *text, size_t size);

#endif
