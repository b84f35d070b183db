/* table.h - the file from which a match goes on, and the file of its records. */
#ifndef MI_PROGRAM_MATCH_TABLE_H
#define MI_PROGRAM_MATCH_TABLE_H

#include "plan.h"

/* Opens the files, and takes what they have of this match; false with a complaint in trouble. */
bool mi_match_open(struct mi_match *match);
void mi_match_close(struct mi_match *match);

/* Takes what other processes have written since, and keeps them from writing until it leaves.  False:
 * that cannot be, with trouble, or one of them is at it for long. */
bool mi_match_enter(struct mi_match *match);
void mi_match_leave(struct mi_match *match);

/* Within: writes a game that is done, with its record; false, with trouble, where that cannot be. */
bool mi_match_keep(struct mi_match *match, long number, const struct mi_match_outcome *outcome,
                   const miai_engine *referee, const char *start);

#endif
