/* table.h - the table from which a match resumes, and the file of game records. */
#ifndef MI_PROGRAM_MATCH_TABLE_H
#define MI_PROGRAM_MATCH_TABLE_H

#include "plan.h"

/* Opens the files and reads the results in them.  False: match->error says why. */
bool mi_match_open_files(struct mi_match *match);
void mi_match_close_files(struct mi_match *match);

/* Locks the files against other processes and reads what these have written since.  False: another
 * process holds the lock for long, or an error occurred (match->error). */
bool mi_match_lock_files(struct mi_match *match);
void mi_match_unlock_files(struct mi_match *match);

/* With the files locked: writes a finished game and its record.  False: match->error says why. */
bool mi_match_store_result(struct mi_match *match, long number,
                           const struct mi_match_outcome *outcome, const miai_engine *referee,
                           const char *start);

#endif
