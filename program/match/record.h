/* record.h - the records of the games of a match. */
#ifndef MI_PROGRAM_MATCH_RECORD_H
#define MI_PROGRAM_MATCH_RECORD_H

#include "plan.h"

#include "protocol/io/reply.h"

/* Can games of this match be written in the chosen format?  If not, reason says why. */
bool mi_match_can_record(const struct mi_match *match, char reason[MI_MATCH_REASON]);

/* Adds the record of a finished game; start: its initial position, "" for the default one.  False:
 * it cannot be written; reason says why. */
bool mi_match_write_record(const struct mi_match *match, long number,
                           const struct mi_match_outcome *outcome, const miai_engine *referee,
                           const char *start, struct mi_reply *record,
                           char reason[MI_MATCH_REASON]);

#endif
