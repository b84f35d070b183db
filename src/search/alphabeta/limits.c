/* When a run ends, and what is told on the way. */
#include "search/common/limits.h"
#include "base/clock.h"
#include "table_exchange.h"

enum { CHECK_NODES = 64 }; /* between two looks at the limits */

static const double REPORT_SECONDS = 0.5;
static const double MOVES_SECONDS = 3; /* before the root's moves are told one by one */

void mi_ab_publish(struct mi_ab_thread *thread)
{
    atomic_store_explicit(&thread->seen_nodes, thread->stack.nodes, memory_order_relaxed);
    atomic_store_explicit(&thread->seen_leaves, thread->stack.leaves, memory_order_relaxed);
    atomic_store_explicit(&thread->seen_hits, thread->stack.hits, memory_order_relaxed);
}

void mi_ab_report_lines(struct mi_ab_thread *thread)
{
    const struct mi_progress *progress = thread->run->progress;
    for (int line = 0; progress && line < thread->line_count; line++) {
        mi_ab_fill_result(thread->run, thread, line);
        progress->report(progress->context, thread->run->result);
    }
    thread->told = true;
}

void mi_ab_report(struct mi_ab_thread *thread, double now)
{
    thread->last_report = now;
    if (thread->id == 0)
        mi_ab_report_lines(thread);
}

void mi_ab_report_move(struct mi_ab_thread *thread, int i)
{
    struct mi_ab_run *run = thread->run;
    if (!run->progress || thread->id != 0 || mi_clock() - run->limits->start < MOVES_SECONDS)
        return;
    mi_ab_fill_result(run, thread, thread->line);
    run->result->depth = thread->depth;
    run->result->number = i + 1;
    run->result->current = thread->moves[i].move;
    run->progress->report(run->progress->context, run->result);
}

/* ---- while an iteration runs ---- */

/* As long as a node is likely to be the first on a large page of the table, it may take
 * milliseconds. */
static bool is_cold(const struct mi_ab_thread *thread)
{
    const size_t page = (size_t)2 << 20, nodes_per_page = 4;
    return thread->stack.nodes < mi_table_bytes(thread->run->table) / page * nodes_per_page;
}

/* Nodes until the next look at all limits: not beyond a bound on the nodes, if this thread is the
 * only one. */
static int next_countdown(const struct mi_ab_thread *thread)
{
    uint64_t bound = thread->run->limits->playouts;
    if (bound == 0 || bound > thread->budget)
        bound = thread->budget;
    uint64_t left = bound > thread->stack.nodes ? bound - thread->stack.nodes : 1;
    return left < CHECK_NODES ? (int)left : CHECK_NODES;
}

/* A bound is for all ranks together, and rank 0 heeds it. */
static uint64_t all_nodes(struct mi_ab_run *run)
{
    return mi_ab_nodes(run) + (run->rank == 0 ? mi_ab_peers_nodes(run->share) : 0);
}

static bool limit_reached(struct mi_ab_run *run, double now)
{
    const struct mi_limits *limits = run->limits;
    return mi_limits_over(limits, now) ||
           (limits->playouts > 0 && all_nodes(run) >= limits->playouts);
}

bool mi_ab_is_over(const struct mi_ab_run *run)
{
    return atomic_load_explicit(&run->over, memory_order_relaxed) ||
           mi_limits_over(run->limits, mi_clock());
}

static double report_seconds(const struct mi_limits *limits)
{
    return limits->report > 0 ? limits->report : REPORT_SECONDS;
}

void mi_ab_check_limits_now(struct mi_ab_thread *thread)
{
    struct mi_ab_run *run = thread->run;
    mi_ab_publish(thread);
    if (thread->id == 0) {
        double now = mi_clock();
        if (limit_reached(run, now))
            atomic_store_explicit(&run->over, true, memory_order_relaxed);
        else if (now - thread->last_report >= report_seconds(run->limits))
            mi_ab_report(thread, now);
        if (run->share)
            mi_ab_exchange(thread);
    }
    if (atomic_load_explicit(&run->over, memory_order_relaxed) ||
        thread->stack.nodes >= thread->budget)
        thread->stack.aborted = true;
}

/* On a cold table each node asks, but a bound on the nodes ends the search at the same one. */
void mi_ab_check_limits(struct mi_ab_stack *stack)
{
    struct mi_ab_thread *thread = (struct mi_ab_thread *)stack;
    thread->due -= thread->step;
    if (thread->due <= 0 || mi_ab_is_over(thread->run)) {
        mi_ab_check_limits_now(thread);
        thread->due = next_countdown(thread);
    }
    thread->step = is_cold(thread) ? 1 : thread->due;
    stack->countdown = thread->step;
}

/* ---- between iterations ---- */

/* A selective search may find a long way to a result before the shortest: an iteration as deep as
 * the way is long has seen all shorter ones. */
static bool is_known(const struct mi_ab_thread *thread, const struct mi_ab_line *line)
{
    int size = line->score < 0 ? -line->score : line->score;
    if (line->proof == MI_UNPROVEN)
        return false;
    return !mi_ab_has_feature(thread, MI_FEATURES_SELECTIVE) || !mi_score_decided(size) ||
           thread->depth >= MI_SCORE_WIN - size;
}

static bool all_known(const struct mi_ab_thread *thread)
{
    for (int i = 0; i < thread->line_count; i++)
        if (!is_known(thread, &thread->lines[i]))
            return false;
    return true;
}

static bool mate_found(const struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate;
    return mate > 0 && thread->lines[0].score >= MI_SCORE_WIN - mate;
}

/* How much of the soft bound this position deserves: less if the same move has been the best for
 * long and took most of the nodes, more if its score falls. */
static double share_of_time(struct mi_ab_thread *thread)
{
    const double unsettled = 1.2, step = 0.07, fall_unit = 80, fall_most = 1.6;
    const int settled = 8;
    const struct mi_ab_line *best = &thread->lines[0];
    int fall = thread->last_score - best->score;
    int stable = thread->stable < settled ? thread->stable : settled;
    double part = (double)thread->moves[0].nodes / (double)(thread->stack.nodes + 1);
    if (thread->move_count == 1)
        return 0;
    double fear = 1 + fall / fall_unit;
    fear = fear < 0.8 ? 0.8 : fear > fall_most ? fall_most : fear;
    return (unsettled - step * stable) * fear * (1.6 - part);
}

static bool time_is_up(struct mi_ab_thread *thread)
{
    const struct mi_limits *limits = thread->run->limits;
    const struct mi_ab_line *best = &thread->lines[0];
    thread->stable = best->pv[0] == thread->last_move ? thread->stable + 1 : 0;
    bool up = limits->soft_seconds > 0 && thread->id == 0 &&
              mi_limits_used(limits, mi_clock()) >= limits->soft_seconds * share_of_time(thread);
    thread->last_move = best->pv[0];
    thread->last_score = best->score;
    return up;
}

bool mi_ab_is_enough(struct mi_ab_thread *thread)
{
    bool up = time_is_up(thread);
    return up || thread->settled || all_known(thread) || mate_found(thread);
}
