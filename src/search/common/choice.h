/* choice.h - sorts the root moves of a sampling search (mcts, flat). */
#ifndef MI_SEARCH_COMMON_CHOICE_H
#define MI_SEARCH_COMMON_CHOICE_H

#include "search.h"

/* Seconds between two reports of progress. */
static inline double mi_report_seconds(const struct mi_limits *limits)
{
    return limits->report > 0 ? limits->report : 0.1;
}

/* Negative if a is preferred: the higher rank first.  Within a rank a proven win comes first and a
 * proven loss last; between them the rule decides.  Moves without visits come after those with
 * some. draw: the player has a certain draw, which comes between moves that look better and worse.
 */
int mi_choice_order(const struct mi_choice *a, const struct mi_choice *b, enum mi_final_rule final,
                    bool draw);

/* Completes a result whose choice_count choices lack rank and share: sorts them, and sets ranks,
 * shares, move, value and proof. */
void mi_choices_finish(const struct mi_root *root, struct mi_result *result,
                       enum mi_final_rule final);

#endif
