/* choice.h - the root moves of a sampling search (mcts, flat) put in order. */
#ifndef MI_CHOICE_H
#define MI_CHOICE_H

#include "search.h"

/* From one report of progress to the next. */
#define MI_REPORT_SECONDS 0.1

/* < 0 if a is to be preferred: a proven win first, a proven loss last, and between them as final
 * says.  Moves without visits come behind those with. */
int mi_choice_order(const struct mi_choice *a, const struct mi_choice *b, enum mi_final final);

/* With choice_count choices in the result, their share still missing: puts them in order, and fills
 * in what follows from them: shares, move, value, proof. */
void mi_choices_finish(struct mi_result *result, enum mi_final final);

/* Is a bound of the run reached that needs no counting: stop, or the time at now? */
bool mi_limits_over(const struct mi_limits *limits, double now);

/* The same, or is it the soft bound?  For a search by samples: each is worth as much as the one
 * before, and there is no reason to go on beyond. */
bool mi_limits_enough(const struct mi_limits *limits, double now);

/* The seconds of the player's time that are used at now; below 0 while he ponders. */
double mi_limits_used(const struct mi_limits *limits, double now);

bool mi_limits_stopped(const struct mi_limits *limits);

#endif
