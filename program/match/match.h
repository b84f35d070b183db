/* match.h - games between players, several at once, until the count is full or a test has decided:
 * miai match, miai tournament. */
#ifndef MI_PROGRAM_MATCH_MATCH_H
#define MI_PROGRAM_MATCH_MATCH_H

#include "arguments.h"

/* Plays all of it, and prints the table.  Returns the exit status. */
int mi_match_run(const struct mi_match_words *words, const struct mi_settings_list *settings,
                 const miai_engine *engine, const char *program);

/* Exit status of a test that accepts elo0. */
enum { MI_MATCH_NOT_BETTER = 3 };

#endif
