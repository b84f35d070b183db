/* match.h - miai match and miai tournament: games between players, several at once, until all are
 * played or a test has decided. */
#ifndef MI_PROGRAM_MATCH_MATCH_H
#define MI_PROGRAM_MATCH_MATCH_H

#include "arguments.h"

/* Plays the match and prints the results.  Returns the exit status. */
int mi_match_run(const struct mi_match_args *args, const struct mi_settings_list *settings,
                 const miai_engine *engine, const char *program);

/* The exit status of a test that accepts elo0. */
enum { MI_MATCH_NOT_BETTER = 3 };

#endif
