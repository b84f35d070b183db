/* When a run ends, and what is told on the way. */
#include "search/common/limits.h"
#include "base/clock.h"
#include "mcts.h"
#include "search/common/choice.h"

enum { INTERVAL_MAX = 256 /* gatherings between two looks at the clock */ };

#define LOOK_SECONDS  0.0005 /* aim between two looks at the clock */
#define MOVES_SECONDS 3      /* before the root's moves are told one by one */

/* Tells by which root move the tree was left last, in a search that takes long. */
static void report_move(struct mi_run *run)
{
    struct mi_result *result = run->result;
    const struct mi_descent *descent = &run->worker[0]->descent[0];
    if (result->seconds < MOVES_SECONDS || descent->depth == 0)
        return;
    for (int i = 0; i < result->choice_count; i++)
        if (result->choice[i].move == descent->line[0])
            result->number = i + 1;
    result->current = descent->line[0];
    if (result->number > 0)
        run->progress->report(run->progress->context, result);
    result->number = 0;
}

static void report(struct mi_run *run, double now)
{
    run->next_report = now + mi_report_seconds(run->limits);
    if (!run->progress || !run->progress->report)
        return;
    mi_mcts_result(run, run->result);
    run->result->seconds = now - run->limits->start;
    run->progress->report(run->progress->context, run->result);
    report_move(run);
}

static bool is_settled(const struct mi_run *run, double now)
{
    struct mi_standing standing;
    if (run->limits->soft_seconds <= 0)
        return false;
    mi_mcts_standing(run, &standing, now);
    return mi_early_stop(run->limits, &standing, now);
}

/* Sees to it that a look at the clock costs little and comes in time. */
static void look(struct mi_worker *worker)
{
    struct mi_run *run = worker->run;
    double now = mi_clock();
    if (now - worker->last_look < LOOK_SECONDS)
        worker->interval = worker->interval < INTERVAL_MAX ? 2 * worker->interval : INTERVAL_MAX;
    else if (worker->interval > 1)
        worker->interval /= 2;
    worker->last_look = now;
    worker->countdown = worker->interval;
    if (mi_limits_over(run->limits, now) || (worker->id == 0 && is_settled(run, now)))
        mi_set_flag(&run->finished);
    else if (worker->id == 0 && now >= run->next_report)
        report(run, now);
}

void mi_mcts_look_at_clock(struct mi_worker *worker)
{
    bool shares = worker->id == 0 && worker->run->share;
    bool looks = --worker->countdown <= 0;
    if (!looks && !shares)
        return;
    mi_lease_enter(&worker->lease);
    if (shares)
        mi_mcts_exchange(worker->run);
    if (looks)
        look(worker);
    mi_lease_leave(&worker->lease);
}

bool mi_mcts_claim(struct mi_run *run)
{
    uint64_t done = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    while (done < run->max_playouts) /* never above it, where another's unclaim would be lost */
        if (atomic_compare_exchange_weak_explicit(&run->playouts, &done, done + 1,
                                                  memory_order_relaxed, memory_order_relaxed))
            return true;
    return false;
}

void mi_mcts_unclaim(struct mi_run *run)
{
    atomic_fetch_sub_explicit(&run->playouts, 1, memory_order_relaxed);
}
