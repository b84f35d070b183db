/* What a network says of which stones live, and where it is heeded. */
#include "network.h"

#include "engine/setup/network_output.h"
#include "judge.h"
#include "ownership.h"

#include <math.h>

/* The count must come so many points nearer to the network's lead, and as near as that. */
static const double nearer = 20, near = 10;

/* What the network says of the points and the lead, the mean of what it says to each player. False:
 * none plays. */
static bool ask_network(const struct mi_playout_ownership *ownership, int *sum, double *lead)
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

/* How far the count of the board is from a lead. */
static double distance(const miai_engine *engine, const struct mi_status *status, double lead)
{
    const struct mi_history *history = engine->history;
    int score =
        mi_scoring(mi_history_game(history))->settle(mi_history_position(history), status->life);
    return fabs(score / (double)MIAI_POINT_SCORE - lead);
}

/* A network, if one plays, knows large groups by their shape where a search would have to read far,
 * and small things less well: it has a say where the count that comes of it is nearer by much to
 * what it takes the game for, and agrees with that.  Who is far from his own count is lost in the
 * position. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status)
{
    struct mi_status other = *status;
    int network[MIAI_MAX_POINTS];
    double lead;
    if (!ask_network(ownership, network, &lead))
        return;
    mi_status_judge(ownership, network, deadline, &other);
    double off = distance(ownership->engine, &other, lead);
    if (off < near && off + nearer < distance(ownership->engine, status, lead))
        *status = other;
}
