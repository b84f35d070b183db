#include "time.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>

/* ---- clocks ---- */

void mi_time_set(struct mi_time *time, const struct mi_time_control *control)
{
    time->limited = control != NULL;
    time->control = control ? *control : (struct mi_time_control){0};
    mi_time_restart(time);
}

static void enter_period(struct mi_time *time, struct mi_time_left *left)
{
    left->seconds = time->control.period;
    left->moves = time->control.moves;
}

void mi_time_restart(struct mi_time *time)
{
    const struct mi_time_control *control = &time->control;
    for (int player = 0; player < 2; player++) {
        time->left[player] =
            (struct mi_time_left){.seconds = control->main_time, .periods = control->periods};
        if (control->main_time <= 0 && control->moves > 0)
            enter_period(time, &time->left[player]);
    }
}

void mi_time_set_left(struct mi_time *time, int player, double seconds, int count)
{
    struct mi_time_left *left = &time->left[player];
    bool byoyomi = time->control.periods > 0;
    left->told = true;
    left->seconds = seconds;
    left->moves = byoyomi && count > 0 ? 1 : count;
    if (byoyomi)
        left->periods = count > 0 ? count : time->control.periods;
}

bool mi_time_limited(const struct mi_time *time, int player)
{
    return time->limited || time->left[player].told;
}

/* A move of the period is made, and maybe the last one; of byo-yomi, what is over the period's time
 * goes off the next ones. */
static void spend_in_period(struct mi_time *time, struct mi_time_left *left)
{
    const struct mi_time_control *control = &time->control;
    for (; left->periods > 1 && left->seconds < 0; left->periods--)
        left->seconds += control->period;
    if (--left->moves == 0)
        enter_period(time, left);
}

void mi_time_spend(struct mi_time *time, int player, double used)
{
    const struct mi_time_control *control = &time->control;
    struct mi_time_left *left = &time->left[player];
    if (!mi_time_limited(time, player))
        return;
    left->seconds -= used;
    if (left->moves == 0 && left->seconds <= 0 && control->moves > 0) {
        double over = -left->seconds; /* already of the first period */
        enter_period(time, left);
        left->seconds -= over;
    }
    if (left->moves > 0) {
        spend_in_period(time, left);
        return;
    }
    left->seconds += control->increment;
    if (control->most_left > 0 && left->seconds > control->most_left)
        left->seconds = control->most_left;
}

/* ---- how long to think ---- */

/* Huang, Coulom and Lin 2010, "Time Management for Monte-Carlo Tree Search Applied to the Game of
 * Go": their formula "enhanced" divides what is left by a number that is larger in the opening, so
 * that the middle game has most of the time.  Where theirs has constants for one size of the board,
 * this one goes by the moves that there are, which become fewer as the board fills. */
int mi_time_moves(int legal, int plies)
{
    int opening = (legal + plies) / 6 - plies;
    return 6 + legal / 5 + (opening > 0 ? opening / 2 : 0);
}

/* The machine may stand still for longer than the lag.  So a tenth of a second is not shared out of
 * a clock that has to last to the end of the game: who has no more goes by the increment alone. And
 * no move takes all of the clock but so much, or that part of a shorter one. */
static const double aside = 0.1, aside_part = 0.25;

struct mi_time_budget mi_time_budget_for_clock(double seconds, double increment, int to_go,
                                               int moves, double lag)
{
    bool refilled = to_go > 0 && to_go < moves;
    int rest = refilled ? to_go : moves > 1 ? moves : 1;
    /* Where the increment pays for the lag, of all replies; where not, that would leave nothing. */
    int replies = rest < 15 || increment >= lag ? rest : 15;
    double own = refilled ? seconds : seconds - fmin(aside, seconds);
    double kept = refilled ? 0 : fmin(aside, aside_part * seconds);
    double whole = own + increment * (rest - 1) - lag * (replies + 1);
    double most = 0.8 * (seconds - kept - lag); /* something is left for the next move */
    struct mi_time_budget share = {whole / rest, 4 * whole / rest};
    if (share.hard > most)
        share.hard = most;
    if (share.hard < 0)
        share.hard = 0;
    if (share.soft > share.hard || share.soft < 0)
        share.soft = share.hard;
    return share;
}

/* The time of one move alone.  Where the lag would take nearly all of it, it has to do with less:
 * to think a little is better than not at all. */
static struct mi_time_budget of_one_move(double seconds, double lag)
{
    const double least = 0.2;
    double use = seconds - lag > least * seconds ? seconds - lag : least * seconds;
    if (use < 0)
        use = 0;
    return (struct mi_time_budget){use, use};
}

static struct mi_time_budget of_period(const struct mi_time *time, const struct mi_time_left *left,
                                       int moves, double lag)
{
    bool byoyomi = time->control.periods > 0;
    if (byoyomi || left->moves == 1)
        return of_one_move(left->seconds, lag);
    /* Whose clock is not told may have miscounted the moves by the one that began the period. */
    bool miscounted = !left->told && left->moves < INT_MAX;
    return mi_time_budget_for_clock(left->seconds, 0, left->moves + miscounted, moves, lag);
}

/* Where periods follow main time, each move has at least one move's share of a period, which it may
 * also run into; and all periods of byo-yomi but the last can be used up like main time. */
static struct mi_time_budget of_main_time(const struct mi_time *time,
                                          const struct mi_time_left *left, int moves, double lag)
{
    const struct mi_time_control *control = &time->control;
    int spare = control->periods > 1 ? control->periods - 1 : 0;
    double seconds = left->seconds + spare * control->period;
    struct mi_time_budget share =
        mi_time_budget_for_clock(seconds, control->increment, 0, moves, lag);
    if (control->moves == 0)
        return share;
    struct mi_time_budget least = of_one_move(control->period / control->moves, lag);
    double most = left->seconds + least.hard;
    share.soft = share.soft > least.soft ? share.soft : least.soft;
    share.hard = share.hard > least.hard ? share.hard : least.hard;
    share.soft = share.soft < most ? share.soft : most;
    share.hard = share.hard < most ? share.hard : most;
    return share;
}

struct mi_time_budget mi_time_budget_for_move(const struct mi_time *time, int player, int moves,
                                              double lag)
{
    const struct mi_time_left *left = &time->left[player];
    struct mi_time_budget share =
        left->moves > 0 ? of_period(time, left, moves, lag) : of_main_time(time, left, moves, lag);
    double most =
        time->control.most_used > 0 ? of_one_move(time->control.most_used, lag).hard : share.hard;
    share.hard = share.hard < most ? share.hard : most;
    share.soft = share.soft < most ? share.soft : most;
    return share;
}
