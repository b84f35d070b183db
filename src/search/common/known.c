#include "known.h"

#include "contract/capability.h"
#include "score.h"

bool mi_query_known(const miai_game *game, const void *tables, const void *pos,
                    struct mi_known *known)
{
    *known = (struct mi_known){.min = -MIAI_SCORE_MAX, .max = MIAI_SCORE_MAX};
    known->by_tables =
        tables && mi_tablebase(game)->probe &&
        mi_tablebase(game)->probe(tables, pos, &known->min, &known->max, &known->plies);
    if (known->by_tables)
        return true;
    return mi_solver(game)->known &&
           mi_solver(game)->known(pos, &known->min, &known->max, &known->plies);
}

/* Converts a bound to a search score in the first player's view. */
static int score_of_bound(const miai_game *game, const struct mi_known *known, int bound, int ply)
{
    bool sure = (known->min > 0 || known->max < 0) && known->plies > 0;
    int end = ply + (sure ? known->plies : MI_UNKNOWN_PLIES);
    if (bound <= -MIAI_SCORE_MAX || bound >= MIAI_SCORE_MAX)
        return bound < 0 ? -MI_SCORE_INFINITE : MI_SCORE_INFINITE;
    return mi_score_outcome(game, bound, 0, end);
}

/* If only the sign of the score counts, a bound that shows the sign decides the game. */
static void decide_by_sign(struct mi_known *known)
{
    if (known->min > 0)
        known->max = known->min;
    else if (known->max < 0)
        known->min = known->max;
}

bool mi_known_scores(const miai_game *game, const void *tables, const void *pos, int player,
                     int ply, int *min_score, int *max_score, bool *by_tables)
{
    struct mi_known known;
    if (!mi_query_known(game, tables, pos, &known))
        return false;
    if (!game->points)
        decide_by_sign(&known);
    int low = score_of_bound(game, &known, known.min, ply);
    int high = score_of_bound(game, &known, known.max, ply);
    *min_score = player == 0 ? low : -high;
    *max_score = player == 0 ? high : -low;
    if (by_tables)
        *by_tables = known.by_tables;
    return true;
}
