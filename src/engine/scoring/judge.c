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

void mi_status_judge(const struct mi_owning *owning, const int *network, double deadline,
                     struct mi_status *status)
{
    const struct mi_record *record = owning->engine->record;
    const miai_mean_ownership mean = {
        .bytes = sizeof mean,
        .games = owning->playouts,
        .owner = owning->sum,
        .nobody = owning->searched ? owning->nobody : NULL,
        .other = network,
    };
    status->open =
        !mi_scoring(mi_record_game(record))
             ->judge(mi_record_position(record), &mean, affordable(deadline), status->life);
}
