/* What a network says of which chains live, and where it is heeded. */
#include "status.h"

#include "search/common/territory.h"

#include <math.h>

/* The count must come so many points nearer to the network's lead, and as near as that. */
static const double nearer = 20, near = 10;

/* Of a chain, to be told alive, and the same for dead. */
static const double agreed = 0.7;

/* The odds of two that know nothing of each other are multiplied: who is sure has the say.  Neither
 * is ever quite sure. */
static double pool(double one, double two)
{
    const double sure = 0.99;
    one = fmax(1 - sure, fmin(sure, one));
    two = fmax(1 - sure, fmin(sure, two));
    return one * two / (one * two + (1 - one) * (1 - two));
}

/* Pools how the chains come through with what the network says of their points.  Where the two
 * together tell a chain neither alive nor dead it stays as it was. */
static bool ask_network(miai_engine *engine, struct mi_status *status, double *lead)
{
    enum { UNIT = 1 << 12 };
    int sum[MIAI_MAX_POINTS], points = miai_width(engine) * miai_height(engine);
    float owner[2][MIAI_MAX_POINTS];
    double survival[MIAI_MAX_POINTS], leads[2];
    for (int player = 0; player < 2; player++)
        if (!mi_engine_ask_owners(engine, player, owner[player], &leads[player]))
            return false;
    for (int p = 0; p < points; p++)
        sum[p] = (int)((owner[0][p] + owner[1][p]) * UNIT / 2);
    mi_ending_survival(sum, UNIT, status->piece, status->chain, points, survival);
    for (int p = 0; p < points; p++)
        if (status->piece[p] >= 0) {
            double pooled = pool(status->survival[p], survival[p]);
            if (fmax(pooled, 1 - pooled) > agreed)
                status->survival[p] = pooled;
        }
    *lead = (leads[0] + leads[1]) / 2;
    return true;
}

/* How far the count of the board is from a lead. */
static double distance(const miai_engine *engine, const struct mi_status *status, double lead)
{
    const struct mi_record *record = engine->record;
    int score =
        mi_scoring(mi_record_game(record))->settle(mi_record_position(record), status->life);
    return fabs(score / (double)MIAI_POINT_SCORE - lead);
}

/* A network, if one plays, knows large groups by their shape where a search would have to read far,
 * and small things less well: it has a say where the count that comes of it is nearer by much to
 * what it takes the game for, and agrees with that.  Who is far from his own count is lost in the
 * position. */
void mi_status_heed_network(miai_engine *engine, double deadline, struct mi_status *status)
{
    struct mi_status other = *status;
    double lead;
    if (!ask_network(engine, &other, &lead))
        return;
    mi_status_of_chains(engine, true, deadline, &other);
    double off = distance(engine, &other, lead);
    if (off < near && off + nearer < distance(engine, status, lead))
        *status = other;
}
