/* choice.h - the root moves of a sampling search (mcts, flat) put in order. */
#ifndef MI_SEARCH_COMMON_CHOICE_H
#define MI_SEARCH_COMMON_CHOICE_H

#include "search.h"

/* From one report of progress to the next. */
static inline double mi_report_seconds(const struct mi_limits *limits)
{
    return limits->report > 0 ? limits->report : 0.1;
}

/* < 0 if a is to be preferred: the higher rank first.  Within a rank a proven win comes first, a
 * proven loss last, and between them final decides.  Moves without visits come after those with.
 * draw: the player can have a draw for certain, which then stands between what looks better and
 * what looks worse. */
int mi_choice_order(const struct mi_choice *a, const struct mi_choice *b, enum mi_final_rule final,
                    bool draw);

/* With choice_count choices of the root in the result, their rank and share still missing: puts
 * them in order, and fills in what follows from them: ranks, shares, move, value, proof. */
void mi_choices_finish(const struct mi_root *root, struct mi_result *result,
                       enum mi_final_rule final);

#endif
