/* A network's judgement of which stones are alive, and when to use it. */
#include "network.h"

#include "engine/setup/network_output.h"
#include "judge.h"
#include "ownership.h"

#include <math.h>

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
