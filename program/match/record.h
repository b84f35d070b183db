/* record.h - the record of a game of a match. */
#ifndef MI_PROGRAM_MATCH_RECORD_H
#define MI_PROGRAM_MATCH_RECORD_H

#include "plan.h"

#include "protocol/io/reply.h"

/* Can games of this match be written in the format of its records?  False: why not. */
bool mi_match_can_record(const struct mi_match *match, char why[MI_WHY]);

/* Adds the record of a game, of which the start is where it began if not as usual; false, with what
 * is in the way, if it cannot be written. */
bool mi_match_record(const struct mi_match *match, long number,
                     const struct mi_match_outcome *outcome, const miai_engine *referee,
                     const char *start, struct mi_reply *record, char why[MI_WHY]);

#endif
