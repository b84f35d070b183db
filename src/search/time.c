#include "time.h"

void mi_time_set(struct mi_time *time, double main_time, double byoyomi, int stones)
{
    time->limited = !(byoyomi > 0 && stones <= 0);
    time->main_time = main_time > 0 ? main_time : 0;
    time->byoyomi = byoyomi > 0 ? byoyomi : 0;
    time->stones = byoyomi > 0 ? stones : 0;
    mi_time_restart(time);
}

static void enter_period(struct mi_time *time, int player)
{
    time->left[player].seconds = time->byoyomi;
    time->left[player].stones = time->stones;
}

void mi_time_restart(struct mi_time *time)
{
    for (int player = 0; player < 2; player++) {
        time->left[player].seconds = time->main_time;
        time->left[player].stones = 0;
        time->left[player].told = false;
        if (time->main_time <= 0 && time->stones > 0)
            enter_period(time, player);
    }
}

bool mi_time_limited(const struct mi_time *time, int player)
{
    return time->limited || time->left[player].told;
}

void mi_time_spend(struct mi_time *time, int player, double used)
{
    if (!mi_time_limited(time, player))
        return;
    time->left[player].seconds -= used;
    if (time->left[player].stones > 0) {
        if (--time->left[player].stones == 0)
            enter_period(time, player);
    } else if (time->left[player].seconds <= 0 && time->stones > 0) {
        double over = -time->left[player].seconds; /* already of the first period */
        enter_period(time, player);
        time->left[player].seconds -= over;
        if (--time->left[player].stones == 0)
            enter_period(time, player);
    }
}

double mi_time_budget(const struct mi_time *time, int player, int moves, double lag)
{
    double seconds = time->left[player].seconds, budget;
    int stones = time->left[player].stones;
    if (stones > 0) {
        budget = seconds / stones - lag;
    } else {
        /* Main time is shared out among the moves to come.  Where periods follow it, each move has
         * at least one stone's share of a period, which it may also run into. */
        double share = time->stones > 0 ? time->byoyomi / time->stones : 0;
        int rest = moves > 1 ? moves : 1, replies = rest < 10 ? rest : 10;
        budget = (seconds - lag * replies) / rest;
        if (budget < share)
            budget = share;
        if (budget > seconds + share - lag)
            budget = seconds + share - lag;
    }
    return budget > 0 ? budget : 0;
}

struct mi_share mi_time_share(double seconds, double increment, int to_go, int moves, double lag)
{
    int rest = to_go > 0 && to_go < moves ? to_go : moves > 1 ? moves : 1;
    int replies = rest < 15 ? rest : 15; /* more would leave nothing to think of */
    double whole = seconds + increment * (rest - 1) - lag * (replies + 1);
    double most = 0.8 * (seconds - lag); /* something is left for the next move */
    struct mi_share share = {whole / rest, 4 * whole / rest};
    if (share.hard > most)
        share.hard = most;
    if (share.hard < 0)
        share.hard = 0;
    if (share.soft > share.hard || share.soft < 0)
        share.soft = share.hard;
    return share;
}
