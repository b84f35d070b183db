/* Decides when a run ends, and makes its reports. */
#include "search/common/limits.h"
#include "alphabeta.h"
#include "base/clock.h"
#include "base/range.h"

enum { WIN_EXTRA_DEPTH = 10 }; /* of iterations after a win was found; see is_line_proven() */
enum { CHECK_NODES = 64 }; /* nodes between two checks of the limits */

static const double REPORT_SECONDS = 0.5;
static const double MOVE_REPORT_SECONDS = 3; /* time before root moves are reported one by one */

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
    thread->lines_reported = true;
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
    if (!run->progress || thread->id != 0 || mi_clock() - run->limits->start < MOVE_REPORT_SECONDS)
        return;
    mi_ab_fill_result(run, thread, thread->line);
    run->result->depth = thread->depth;
    run->result->number = i + 1;
    run->result->current = thread->moves[i].move;
    run->progress->report(run->progress->context, run->result);
}

/* ---- while an iteration runs ---- */

/* Is the table still cold? Then a node often is the first to touch a large page of it, which takes
 * milliseconds. */
static bool is_table_cold(const struct mi_ab_thread *thread)
{
    const size_t page = (size_t)2 << 20, nodes_per_page = 4;
    return thread->stack.nodes < mi_table_bytes(thread->run->table) / page * nodes_per_page;
}

/* Nodes until the limits are checked again.  With a single thread, a node limit is met exactly. */
static int next_countdown(const struct mi_ab_thread *thread)
{
    uint64_t bound = thread->run->limits->playouts;
    if (bound == 0 || bound > thread->node_budget)
        bound = thread->node_budget;
    uint64_t left = bound > thread->stack.nodes ? bound - thread->stack.nodes : 1;
    return left < CHECK_NODES ? (int)left : CHECK_NODES;
}

/* The node limit holds for the sum over all processes; rank 0 enforces it. */
static uint64_t count_all_nodes(struct mi_ab_run *run)
{
    return mi_ab_nodes(run) + (run->rank == 0 ? mi_ab_peers_nodes(run->exchange) : 0);
}

/* Time and stop do not end the first iteration: without it, the move would be the first of the
 * list. It is short, and before it the machine may stall, or a page load the network. */
static bool is_limit_reached(struct mi_ab_thread *thread, double now)
{
    const struct mi_limits *limits = thread->run->limits;
    return (thread->has_answer && mi_limits_over(limits, now)) ||
           (limits->playouts > 0 && count_all_nodes(thread->run) >= limits->playouts);
}

bool mi_ab_is_over(const struct mi_ab_run *run)
{
    return atomic_load_explicit(&run->over, memory_order_relaxed) ||
           mi_limits_over(run->limits, mi_clock());
}

static double report_interval(const struct mi_limits *limits)
{
    return limits->report > 0 ? limits->report : REPORT_SECONDS;
}

void mi_ab_check_limits_now(struct mi_ab_thread *thread)
{
    struct mi_ab_run *run = thread->run;
    mi_ab_publish(thread);
    if (thread->id == 0) {
        double now = mi_clock();
        if (is_limit_reached(thread, now))
            atomic_store_explicit(&run->over, true, memory_order_relaxed);
        else if (now - thread->last_report >= report_interval(run->limits))
            mi_ab_report(thread, now);
        if (run->exchange)
            mi_ab_exchange(thread);
    }
    if (atomic_load_explicit(&run->over, memory_order_relaxed) ||
        thread->stack.nodes >= thread->node_budget)
        thread->stack.aborted = true;
}

/* While the table is cold, checks the clock at each node; a node limit still ends the search at the
 * same node. */
void mi_ab_check_limits(struct mi_ab_stack *stack)
{
    struct mi_ab_thread *thread = (struct mi_ab_thread *)stack;
    thread->nodes_until_check -= thread->countdown_start;
    if (thread->nodes_until_check <= 0 || mi_ab_is_over(thread->run)) {
        mi_ab_check_limits_now(thread);
        thread->nodes_until_check = next_countdown(thread);
    }
    thread->countdown_start = is_table_cold(thread) ? 1 : thread->nodes_until_check;
    stack->countdown = thread->countdown_start;
}

/* ---- between iterations ---- */

/* A selective search may find a long win before the shortest one.  It continues to twice the depth
 * of that win and a little more, when reductions no longer hide most shorter wins. */
static bool is_line_proven(const struct mi_ab_thread *thread, const struct mi_ab_line *line)
{
    int size = line->score < 0 ? -line->score : line->score;
    if (line->proof == MI_UNPROVEN)
        return false;
    return !mi_ab_has_feature(thread, MI_FEATURES_SELECTIVE) || !mi_score_decided(size) ||
           thread->depth >= 2 * (MI_SCORE_WIN - size) + WIN_EXTRA_DEPTH;
}

static bool are_all_proven(const struct mi_ab_thread *thread)
{
    for (int i = 0; i < thread->line_count; i++)
        if (!is_line_proven(thread, &thread->lines[i]))
            return false;
    return true;
}

static bool is_mate_found(const struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate;
    return mate > 0 && thread->lines[0].score >= MI_SCORE_WIN - mate;
}

/* Factor for the soft time limit: lower if the best move has been stable and took most of the
 * nodes, higher if the score falls. */
static double soft_limit_factor(struct mi_ab_thread *thread)
{
    const struct mi_ab_tuning *tuning = &thread->stack.tuning;
    const struct mi_ab_line *best = &thread->lines[0];
    int fall = thread->last_score - best->score;
    int stable = mi_min(thread->stable_iterations, tuning->time_stable_max);
    double node_share = (double)thread->moves[0].nodes / (double)(thread->stack.nodes + 1);
    if (thread->move_count == 1)
        return 0;
    double fall_factor =
        mi_clamp_real(1 + (double)fall / tuning->time_fall, tuning->time_fall_min / 100.0,
                      tuning->time_fall_max / 100.0);
    return (tuning->time_base - tuning->time_stable * stable) / 100.0 * fall_factor *
           (tuning->time_share / 100.0 - node_share);
}

static bool is_time_up(struct mi_ab_thread *thread)
{
    const struct mi_limits *limits = thread->run->limits;
    const struct mi_ab_line *best = &thread->lines[0];
    thread->stable_iterations =
        best->pv[0] == thread->last_move ? thread->stable_iterations + 1 : 0;
    bool up =
        limits->soft_seconds > 0 && thread->id == 0 &&
        mi_limits_used(limits, mi_clock()) >= limits->soft_seconds * soft_limit_factor(thread);
    thread->last_move = best->pv[0];
    thread->last_score = best->score;
    return up;
}

bool mi_ab_is_enough(struct mi_ab_thread *thread)
{
    bool up = is_time_up(thread);
    return up || thread->solved || are_all_proven(thread) || is_mate_found(thread);
}
