/* Decides when a run ends (playouts, time, early stop), and makes its reports. */
#include "search/common/limits.h"
#include "base/clock.h"
#include "mcts.h"
#include "search/common/choice.h"

enum { INTERVAL_MAX = 256 /* batches between two checks of the clock */ };

#define CLOCK_CHECK_SECONDS 0.0005 /* intended seconds between two checks of the clock */
#define MOVE_REPORT_SECONDS 3      /* seconds before root moves are reported one by one */

/* ---- early stop ---- */

/* The run stops early if the leader cannot be overtaken (Huang, Coulom and Lin 2010; EARLY in Baier
 * and Winands 2012, "Time Management for Monte-Carlo Tree Search in Go"), and continues while the
 * choice is unstable (UNST there). */

/* Share of the remaining visits that the second move is assumed to get while it catches up: it
 * never gets all of them. */
static const double CATCH_UP_SHARE = 0.4;

/* In units of the soft limit: no early stop before the first value; the run ends at the last. */
static const double FIRST_STOP = 0.05, LAST_STOP = 2;

static bool is_leader_safe(const struct mi_early_stop_stats *stats, double rest)
{
    return !stats->contested && (double)(stats->best - stats->second) > CATCH_UP_SHARE * rest;
}

bool mi_early_stop(const struct mi_limits *limits, const struct mi_early_stop_stats *stats,
                   double now)
{
    double soft = limits->soft_seconds, used = mi_limits_used(limits, now);
    if (soft <= 0 || used < FIRST_STOP * soft || stats->seconds < FIRST_STOP * (soft - used))
        return false;
    if (used < soft)
        return is_leader_safe(stats, (double)stats->new_visits / stats->seconds * (soft - used));
    return used >= LAST_STOP * soft || !stats->contested;
}

/* ---- reports ---- */

/* In a long search, reports the root move of the last descent. */
static void report_move(struct mi_run *run)
{
    struct mi_result *result = run->result;
    const struct mi_descent *descent = &run->worker[0]->descent[0];
    if (result->seconds < MOVE_REPORT_SECONDS || descent->depth == 0)
        return;
    for (int i = 0; i < result->choice_count; i++)
        if (result->choice[i].move == descent->line[0])
            result->number = i + 1;
    result->current = descent->line[0];
    if (result->number > 0)
        run->progress->report(run->progress->context, result);
    result->number = 0;
}

static void report_result(struct mi_run *run, double now)
{
    run->next_report = now + mi_report_seconds(run->limits);
    if (!run->progress || !run->progress->report)
        return;
    mi_mcts_result(run, run->result);
    run->result->seconds = now - run->limits->start;
    run->progress->report(run->progress->context, run->result);
    report_move(run);
}

static bool may_stop_early(const struct mi_run *run, double now)
{
    struct mi_early_stop_stats stats;
    if (run->limits->soft_seconds <= 0)
        return false;
    mi_mcts_early_stop_stats(run, &stats, now);
    return mi_early_stop(run->limits, &stats, now);
}

/* Adapts the interval so that checks of the clock are cheap but not late. */
static void check_clock(struct mi_worker *worker)
{
    struct mi_run *run = worker->run;
    double now = mi_clock();
    if (now - worker->last_look < CLOCK_CHECK_SECONDS)
        worker->interval = worker->interval < INTERVAL_MAX ? 2 * worker->interval : INTERVAL_MAX;
    else if (worker->interval > 1)
        worker->interval /= 2;
    worker->last_look = now;
    worker->countdown = worker->interval;
    if (mi_limits_over(run->limits, now) || (worker->id == 0 && may_stop_early(run, now)))
        mi_set_flag(&run->finished);
    else if (worker->id == 0 && now >= run->next_report)
        report_result(run, now);
}

void mi_mcts_look_at_clock(struct mi_worker *worker)
{
    bool shares = worker->id == 0 && worker->run->exchange;
    bool looks = --worker->countdown <= 0;
    if (!looks && !shares)
        return;
    mi_lease_enter(&worker->lease);
    if (shares)
        mi_mcts_exchange(worker->run);
    if (looks)
        check_clock(worker);
    mi_lease_leave(&worker->lease);
}

/* ---- playouts ---- */

/* Playouts that a thread claims at once. */
enum { CLAIM_MAX = 16 };

/* Threads claim blocks of playouts, so that they do not write to the same cache line at each
 * playout. With peers, which need the exact number, they do not. */
static bool claims_in_blocks(const struct mi_run *run)
{
    return run->threads > 1 && !run->exchange;
}

/* The next block, smaller near the end of the run so that all threads have work. */
static uint64_t block_size(const struct mi_run *run, uint64_t done)
{
    uint64_t share = (run->max_playouts - done) / (4 * (uint64_t)run->threads);
    if (!claims_in_blocks(run) || share < 1)
        return 1;
    return share < CLAIM_MAX ? share : CLAIM_MAX;
}

/* The count never exceeds the limit, so it stays exact when threads return playouts. */
static uint64_t claim_block(struct mi_run *run)
{
    uint64_t done = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    while (done < run->max_playouts) {
        uint64_t block = block_size(run, done);
        if (run->threads == 1)
            atomic_store_explicit(&run->playouts, done + block, memory_order_relaxed);
        else if (!atomic_compare_exchange_weak_explicit(&run->playouts, &done, done + block,
                                                        memory_order_relaxed, memory_order_relaxed))
            continue;
        return block;
    }
    return 0;
}

bool mi_mcts_claim(struct mi_worker *worker)
{
    if (worker->claimed == 0)
        worker->claimed = claim_block(worker->run);
    if (worker->claimed == 0)
        return false;
    worker->claimed--;
    return true;
}

void mi_mcts_return_claims(struct mi_worker *worker)
{
    atomic_fetch_sub_explicit(&worker->run->playouts, worker->claimed, memory_order_relaxed);
    worker->claimed = 0;
}

void mi_mcts_unclaim(struct mi_worker *worker)
{
    worker->claimed++;
    if (!claims_in_blocks(worker->run))
        mi_mcts_return_claims(worker);
}
