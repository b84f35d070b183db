/* suggestion.h - what would have been right. */
#ifndef MI_PROTOCOL_IO_SUGGESTION_H
#define MI_PROTOCOL_IO_SUGGESTION_H

#include "reply.h"

#include "miai.h"

enum { MI_SUGGESTION = 384 }; /* bytes that hold any suggestion */

/* Which of two names is rather meant?  Keeps the nearest of those offered; a name that is too far
 * off is none. */
struct mi_nearest {
    const char *name; /* what was said */
    const char *best; /* in kept; NULL: nothing is near */
    int distance;
    char kept[128];
};

/* The name need not outlast the call. */
void mi_nearest_offer(struct mi_nearest *nearest, const char *name);

/* Adds "; did you mean X?", if anything is near. */
void mi_nearest_write(const struct mi_nearest *nearest, struct mi_reply *reply);

/* What people say, and what it is here; a list of them ends with zeros. */
struct mi_other_word {
    const char *said, *meant;
};

/* What a text that begins with one of the words is here, in either case, or NULL.  "load.sgf" is a
 * file, and does not begin with "load". */
const char *mi_other_word(const struct mi_other_word *words, const char *text);

/* Why an option does not take a value, as a sentence that goes behind a colon: the names of games
 * and choices, the range, and what is like it. */
void mi_suggest_option(const miai_engine *engine, const char *option, const char *value, int error,
                       char text[MI_SUGGESTION]);
/* The same for who types: what is counted, too, where the value is no plain number, as "5s". */
void mi_suggest_typed(const miai_engine *engine, const char *option, const char *value, int error,
                      char text[MI_SUGGESTION]);

/* What was said of an error besides its text, or that text: where a line tells already what was
 * tried. */
const char *mi_reason(const miai_engine *engine, int error);

/* The words that it takes one of, those of the game's rules among them, or NULL. */
const char *const *mi_suggest_choices(const miai_engine *engine, const miai_option *option);

/* Writes what values an option takes: "1 to 256", "mcts, flat"; "" where that is any text. */
void mi_suggest_values(const miai_engine *engine, const miai_option *option, char *text,
                       size_t size);

/* The struct of the game that is on. */
const miai_game *mi_current_game(const miai_engine *engine);

/* Its looks and names, with the defaults where it has none. */
miai_presentation mi_hint_presentation(const miai_engine *engine);

#endif
