/* table.h - the file from which a match goes on, and the file of its records. */
#ifndef MI_PROGRAM_MATCH_TABLE_H
#define MI_PROGRAM_MATCH_TABLE_H

#include "plan.h"

/* Opens the files, and takes what they have of this match; false with a complaint in trouble. */
bool mi_match_open(struct mi_match *match);
/* Writes a game that is done, the record first: one that is in the table is not played again.
 * False, with trouble, where that cannot be. */
bool mi_match_keep(struct mi_match *match, long number, const miai_engine *referee,
                   const char *start);
/* A record of so many bytes is going to be added to its file: the table says so first.  False: it
 * cannot. */
bool mi_match_begin_record(struct mi_match *match, size_t length);
void mi_match_close(struct mi_match *match);

#endif
