/* choice.h - sorts the root moves of a sampling search (mcts, flat). */
#ifndef MI_SEARCH_COMMON_CHOICE_H
#define MI_SEARCH_COMMON_CHOICE_H

#include "search.h"

/* Seconds between two reports of progress. */
static inline double mi_report_seconds(const struct mi_limits *limits)
{
    return limits->report > 0 ? limits->report : 0.1;
}

/* Comparison for sorting: negative if a is preferred.  A higher rank comes first.  Within a rank,
 * proven wins come first and proven losses last; otherwise the rule decides, and moves without
 * visits follow those with visits. draw: the player has a certain draw; it is placed after the
 * moves that look better than a draw and before those that look worse.
 */
int mi_choice_order(const struct mi_choice *a, const struct mi_choice *b, enum mi_final_rule final,
                    bool draw);

/* Completes a result whose choice_count choices lack rank and share: sorts them, and sets ranks,
 * shares, move, value and proof. */
void mi_choices_finish(const struct mi_root *root, struct mi_result *result,
                       enum mi_final_rule final);

#endif
