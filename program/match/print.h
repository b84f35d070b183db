/* print.h - what people are told of a match. */
#ifndef MI_PROGRAM_MATCH_PRINT_H
#define MI_PROGRAM_MATCH_PRINT_H

#include "plan.h"

void mi_match_tell_live(struct mi_match *match);
/* One game that ended in a way that somebody should know of. */
void mi_match_tell_fault(struct mi_match *match, long number,
                         const struct mi_match_outcome *outcome);
void mi_match_tell_end(struct mi_match *match);

#endif
