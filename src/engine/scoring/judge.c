/* Lets the game judge the stones from the ownership that playouts, searches or a network expect. */
#include "judge.h"

#include "ownership.h"

#include "base/clock.h"

/* Limit of the positions that the game may search: no more than a slow machine can search before
 * the deadline. */
static int positions_until(double deadline)
{
    const double max = 4000000, per_second = 1000000;
    double rest = (deadline - mi_clock()) * per_second;
    return (int)(deadline <= 0 || rest > max ? max : rest > 0 ? rest : 0);
}

void mi_status_judge(const struct mi_playout_ownership *ownership, const int *network,
                     double deadline, struct mi_status *status)
{
    const struct mi_history *history = ownership->engine->history;
    const miai_mean_ownership mean = {
        .bytes = sizeof mean,
        .games = ownership->playouts,
        .owner = ownership->sum,
        .nobody = ownership->searched ? ownership->nobody : NULL,
        .other = network,
    };
    status->unsettled =
        !mi_scoring(mi_history_game(history))
             ->judge(mi_history_position(history), &mean, positions_until(deadline), status->life);
}
