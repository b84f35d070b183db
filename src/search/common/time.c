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
    left->reported = true;
    left->seconds = seconds;
    left->moves = byoyomi && count > 0 ? 1 : count;
    if (byoyomi)
        left->periods = count > 0 ? count : time->control.periods;
}

bool mi_time_limited(const struct mi_time *time, int player)
{
    return time->limited || time->left[player].reported;
}

/* Counts a move in the period, and begins a new period if it was the last one. In byo-yomi, time
 * used beyond a period is taken from the next ones. */
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
        double over = -left->seconds; /* seconds used of the first period */
        enter_period(time, left);
        left->seconds -= over;
    }
    if (left->moves > 0) {
        spend_in_period(time, left);
        return;
    }
    left->seconds += control->increment;
    if (control->max_left > 0 && left->seconds > control->max_left)
        left->seconds = control->max_left;
}

/* ---- time management ---- */

/* Huang, Coulom and Lin 2010, "Time Management for Monte-Carlo Tree Search Applied to the Game of
 * Go": their formula "enhanced" divides the remaining time by a number that is larger in the
 * opening, so that the middle game gets most of the time.  Instead of their constants for one board
 * size, this uses the number of legal moves, which falls as the board fills. */
int mi_time_moves(int legal, int plies)
{
    int opening = (legal + plies) / 6 - plies;
    return 6 + legal / 5 + (opening > 0 ? opening / 2 : 0);
}

/* The machine may stall for longer than the lag. So RESERVE seconds of a clock that must last to
 * the end of the game are not distributed: if less is left, each move uses only the increment.
 * After each move at least RESERVE is left, or RESERVE_SHARE of the time if that is less. */
static const double RESERVE = 0.1, RESERVE_SHARE = 0.25;

struct mi_time_budget mi_time_budget_for_clock(double seconds, double increment, int to_go,
                                               int moves, double lag)
{
    bool refilled = to_go > 0 && to_go < moves;
    int rest = refilled ? to_go : moves > 1 ? moves : 1;
    /* Subtract the lag of all replies if the increment covers it; otherwise nothing might be left.
     */
    int replies = rest < 15 || increment >= lag ? rest : 15;
    double own = refilled ? seconds : seconds - fmin(RESERVE, seconds);
    double kept = refilled ? 0 : fmin(RESERVE, RESERVE_SHARE * seconds);
    double total = own + increment * (rest - 1) - lag * (replies + 1);
    double max_hard = 0.8 * (seconds - kept - lag); /* keeps some time for the next move */
    struct mi_time_budget budget = {total / rest, 4 * total / rest};
    if (budget.hard > max_hard)
        budget.hard = max_hard;
    if (budget.hard < 0)
        budget.hard = 0;
    if (budget.soft > budget.hard || budget.soft < 0)
        budget.soft = budget.hard;
    return budget;
}

/* The budget of a move that has its own time.  If the lag would take nearly all of it, ignores part
 * of the lag: a short search is better than none. */
static struct mi_time_budget budget_of_one_move(double seconds, double lag)
{
    const double min_share = 0.2;
    double use = seconds - lag > min_share * seconds ? seconds - lag : min_share * seconds;
    if (use < 0)
        use = 0;
    return (struct mi_time_budget){use, use};
}

static struct mi_time_budget
budget_of_period(const struct mi_time *time, const struct mi_time_left *left, int moves, double lag)
{
    bool byoyomi = time->control.periods > 0;
    if (byoyomi || left->moves == 1)
        return budget_of_one_move(left->seconds, lag);
    /* If the client has not reported the clock, the move that began the period may have been
     * miscounted. */
    bool miscounted = !left->reported && left->moves < INT_MAX;
    return mi_time_budget_for_clock(left->seconds, 0, left->moves + miscounted, moves, lag);
}

/* If periods follow main time, each move gets at least one move's share of a period, because it may
 * run into the first period.  All byo-yomi periods but the last count as main time. */
static struct mi_time_budget budget_of_main_time(const struct mi_time *time,
                                                 const struct mi_time_left *left, int moves,
                                                 double lag)
{
    const struct mi_time_control *control = &time->control;
    int spare = control->periods > 1 ? control->periods - 1 : 0;
    double seconds = left->seconds + spare * control->period;
    struct mi_time_budget budget =
        mi_time_budget_for_clock(seconds, control->increment, 0, moves, lag);
    if (control->moves == 0)
        return budget;
    struct mi_time_budget min = budget_of_one_move(control->period / control->moves, lag);
    double max = left->seconds + min.hard;
    budget.soft = budget.soft > min.soft ? budget.soft : min.soft;
    budget.hard = budget.hard > min.hard ? budget.hard : min.hard;
    budget.soft = budget.soft < max ? budget.soft : max;
    budget.hard = budget.hard < max ? budget.hard : max;
    return budget;
}

struct mi_time_budget mi_time_budget_for_move(const struct mi_time *time, int player, int moves,
                                              double lag)
{
    const struct mi_time_left *left = &time->left[player];
    struct mi_time_budget budget = left->moves > 0 ? budget_of_period(time, left, moves, lag)
                                                   : budget_of_main_time(time, left, moves, lag);
    double max = time->control.max_used > 0 ? budget_of_one_move(time->control.max_used, lag).hard
                                            : budget.hard;
    budget.hard = budget.hard < max ? budget.hard : max;
    budget.soft = budget.soft < max ? budget.soft : max;
    return budget;
}
