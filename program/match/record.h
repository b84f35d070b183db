/* record.h - the record of a game of a match. */
#ifndef MI_PROGRAM_MATCH_RECORD_H
#define MI_PROGRAM_MATCH_RECORD_H

#include "plan.h"

/* Adds a game to the records, of which the start is where it began if not as usual; false: it
 * cannot be written. */
bool mi_match_write_record(struct mi_match *match, long number, const miai_engine *referee,
                           const char *start);

#endif
