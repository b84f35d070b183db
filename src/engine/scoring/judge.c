/* Which stones are alive: the game judges that from the ownership that playouts, searches or a
 * network expect. */
#include "judge.h"

#include "engine/setup/network_output.h"
#include "ownership.h"

#include "base/clock.h"

#include <math.h>

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

/* ---- a network's judgement ---- */

/* Follow the network if the score gets nearer to its lead by `nearer` points and ends within `near`
 * points of it. */
static const double nearer = 20, near = 10;

/* The network's ownership and lead, each averaged over both players to move. False if no network
 * plays. */
static bool network_ownership(const struct mi_playout_ownership *ownership, int *sum, double *lead)
{
    miai_engine *engine = ownership->engine;
    float owner[2][MIAI_MAX_POINTS];
    double leads[2];
    for (int player = 0; player < 2; player++)
        if (!mi_engine_network_ownership(engine, player, owner[player], &leads[player]))
            return false;
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        sum[p] = (int)((owner[0][p] + owner[1][p]) * (float)ownership->playouts / 2);
    *lead = (leads[0] + leads[1]) / 2;
    return true;
}

/* The distance in points between the score of the board and a lead. */
static double distance_to_lead(const miai_engine *engine, const struct mi_status *status,
                               double lead)
{
    const struct mi_history *history = engine->history;
    int score =
        mi_scoring(mi_history_game(history))->settle(mi_history_position(history), status->life);
    return fabs(score / (double)MIAI_POINT_SCORE - lead);
}

/* A network recognizes large groups by their shape, where a search would have to read far, but it
 * is less reliable in details. So its judgement is used only if the resulting score agrees with the
 * network's own lead, and much better than the previous score. If the two disagree, the network has
 * misread the position. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status)
{
    struct mi_status other = *status;
    int network[MIAI_MAX_POINTS];
    double lead;
    if (!network_ownership(ownership, network, &lead))
        return;
    mi_status_judge(ownership, network, deadline, &other);
    double off = distance_to_lead(ownership->engine, &other, lead);
    if (off < near && off + nearer < distance_to_lead(ownership->engine, status, lead))
        *status = other;
}
