#include "../base/clock.h"
#include "alphabeta.h"

#include <string.h>

enum {
    CHECK_NODES = 64,                   /* between two looks at the limits */
    WINDOW = MIAI_POINT_SCORE / 2,      /* of aspiration, to either side */
    WINDOW_MAX = 16 * MIAI_POINT_SCORE, /* beyond: no bound */
    WINDOW_DEPTH = 4                    /* before: the score swings too much */
};

static const double REPORT_SECONDS = 0.5;

static void publish(struct mi_ab_thread *thread)
{
    atomic_store_explicit(&thread->seen_nodes, thread->nodes, memory_order_relaxed);
    atomic_store_explicit(&thread->seen_leaves, thread->leaves, memory_order_relaxed);
}

static bool limit_reached(struct mi_ab_run *run, double now)
{
    const struct mi_limits *limits = run->limits;
    return (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed)) ||
           (limits->seconds > 0 && now - limits->start >= limits->seconds) ||
           (limits->playouts > 0 && mi_ab_nodes(run) >= limits->playouts);
}

static void report(struct mi_ab_thread *thread, double now)
{
    const struct mi_progress *progress = thread->run->progress;
    thread->last_report = now;
    if (!progress || thread->id != 0)
        return;
    mi_ab_fill_result(thread->run, thread);
    progress->report(progress->context, thread->run->result);
}

/* Nodes until the next look at the limits: not beyond a bound on the nodes, if this thread is the
 * only one. */
static int next_countdown(const struct mi_ab_thread *thread)
{
    uint64_t bound = thread->run->limits->playouts;
    if (bound == 0 || bound > thread->budget)
        bound = thread->budget;
    uint64_t left = bound > thread->nodes ? bound - thread->nodes : 1;
    return left < CHECK_NODES ? (int)left : CHECK_NODES;
}

void mi_ab_check_limits(struct mi_ab_thread *thread)
{
    struct mi_ab_run *run = thread->run;
    publish(thread);
    if (thread->id == 0) {
        double now = mi_clock();
        if (limit_reached(run, now))
            atomic_store_explicit(&run->over, true, memory_order_relaxed);
        else if (now - thread->last_report >= REPORT_SECONDS)
            report(thread, now);
    }
    if (atomic_load_explicit(&run->over, memory_order_relaxed) || thread->nodes >= thread->budget)
        thread->aborted = true;
    thread->countdown = next_countdown(thread);
}

/* Searches to a depth with a window around the last score, which is opened where the score falls
 * out of it.  Without an evaluation there is no score to trust. */
static void iterate(struct mi_ab_thread *thread, int depth)
{
    int step = WINDOW, alpha = -MI_SCORE_INFINITE, beta = MI_SCORE_INFINITE;
    if (thread->game->evaluate && depth >= WINDOW_DEPTH) {
        alpha = thread->score - step;
        beta = thread->score + step;
    }
    for (;;) {
        int score = mi_ab_root(thread, depth, alpha, beta);
        if (thread->aborted || (score > alpha && score < beta))
            return;
        step *= 4;
        bool open = step > WINDOW_MAX;
        if (score <= alpha)
            alpha = open ? -MI_SCORE_INFINITE : score - step;
        else
            beta = open ? MI_SCORE_INFINITE : score + step;
    }
}

static void conclude(struct mi_ab_thread *thread)
{
    if (thread->frames[0].proven || mi_score_decided(thread->score))
        thread->proof = mi_score_proof(thread->score);
}

/* Is it worth a try to search for the sign of the result alone?  The game must come to an end by
 * itself, as it does where its rules need no word on repetition. */
static bool may_prove(const struct mi_ab_thread *thread)
{
    return !thread->game->points && !thread->game->repeat_rule && thread->run->limits->depth == 0;
}

/* Searches to the end of the game for a win, a draw or a loss, with no estimate on the way, and
 * gives up when that has cost as much as all that was done before: so at most half of the time is
 * lost, and a result within reach is found long before the iterations come to it.  Where all is
 * lost, the move of the last iteration stands. */
static void prove(struct mi_ab_thread *thread)
{
    size_t bytes = sizeof *thread->moves * (size_t)thread->move_count;
    memcpy(thread->kept, thread->moves, bytes);
    thread->proving = true;
    thread->budget = 2 * thread->nodes;
    int score = mi_ab_root(thread, thread->path.plies, -1, 1);
    thread->proving = false;
    thread->budget = UINT64_MAX;

    const struct mi_frame *frame = &thread->frames[0];
    if (thread->aborted || !frame->proven) {
        thread->aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
        memcpy(thread->moves, thread->kept, bytes);
        return;
    }
    thread->proof = mi_score_proof(score);
    thread->score = score;
    if (thread->proof != MI_LOSS) {
        thread->pv_length = frame->pv_length;
        memcpy(thread->pv, frame->pv, sizeof thread->pv);
    }
}

void mi_ab_deepen(struct mi_ab_thread *thread)
{
    const struct mi_limits *limits = thread->run->limits;
    int last = thread->path.plies - 1;
    if (limits->depth > 0 && limits->depth < last)
        last = limits->depth;
    thread->last_report = mi_clock();
    for (int depth = 1 + thread->id % 2; depth <= last && thread->proof == MI_UNPROVEN; depth++) {
        iterate(thread, depth);
        if (!thread->aborted) {
            thread->depth = depth;
            conclude(thread);
        }
        if (!thread->aborted && thread->proof == MI_UNPROVEN && may_prove(thread))
            prove(thread);
        if (thread->aborted)
            break;
        report(thread, mi_clock());
    }
    if (thread->id == 0 || thread->proof != MI_UNPROVEN)
        atomic_store_explicit(&thread->run->over, true, memory_order_relaxed);
    publish(thread);
}
