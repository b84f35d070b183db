/* print.h - progress and results of a match. */
#ifndef MI_PROGRAM_MATCH_PRINT_H
#define MI_PROGRAM_MATCH_PRINT_H

#include "plan.h"

void mi_match_print_progress(struct mi_match *match);
/* Reports a game that a player lost by an illegal move, on time or by a crash. */
void mi_match_print_forfeit(struct mi_match *match, long number,
                            const struct mi_match_outcome *outcome);
void mi_match_print_result(struct mi_match *match);

#endif
