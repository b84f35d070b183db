/* What the game makes of how playouts, searches or a network leave the points. */
#include "judge.h"

#include "ownership.h"

#include "base/clock.h"

/* So many positions are read at most, and no more than a slow machine has time for before the
 * deadline. */
static int affordable(double deadline)
{
    const double most = 4000000, a_second = 1000000;
    double rest = (deadline - mi_clock()) * a_second;
    return (int)(deadline <= 0 || rest > most ? most : rest > 0 ? rest : 0);
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
    status->open =
        !mi_scoring(mi_history_game(history))
             ->judge(mi_history_position(history), &mean, affordable(deadline), status->life);
}
