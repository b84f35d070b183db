/* The threads of a run: their buffers, when they look at the clock, when they end. */
#include "../base/cache.h"
#include "../base/clock.h"
#include "choice.h"
#include "limits.h"
#include "mcts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEYS_STEP = 1024,
    INTERVAL_MAX = 256 /* playouts between two looks at the clock */
};

#define LOOK_SECONDS 0.0005 /* aim between two looks at the clock */

/* ---- buffers ---- */

/* The sizes of a worker's buffers, in the order in which they follow it. */
struct layout {
    size_t worker, position, keys, mark, path, trace, leaf;
    int trace_moves;
};

static struct layout layout_of(const struct mi_root *root, const struct mi_settings *settings)
{
    int moves = root->game->move_count(root->setup);
    /* In steps, so that a game that goes on does not change the size of the tree. */
    size_t keys = ((size_t)root->key_count / KEYS_STEP + 1) * KEYS_STEP + MI_PATH_MAX;
    struct layout l = {.trace_moves = mi_playout_max(root->game, root->setup) + MI_PATH_MAX};
    if (l.trace_moves > MI_TRACE_MAX)
        l.trace_moves = MI_TRACE_MAX;
    l.worker = mi_cache_lines(sizeof(struct mi_worker));
    l.position = mi_cache_lines(root->size);
    l.keys = mi_cache_lines(keys * sizeof(uint64_t));
    l.mark = mi_cache_lines((size_t)moves * sizeof(struct mi_mark));
    l.path = mi_cache_lines(MI_PATH_MAX * sizeof(uint32_t));
    l.trace = mi_cache_lines((size_t)l.trace_moves * sizeof(uint16_t));
    l.leaf = settings->leaf == MI_LEAF_EVALUATION ? mi_cache_lines(mi_leaf_bytes(root->size)) : 0;
    return l;
}

size_t mi_mcts_worker_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    struct layout l = layout_of(root, settings);
    return l.worker + 2 * l.position + l.keys + l.mark + l.path + l.trace + l.leaf;
}

static struct mi_worker *make_worker(struct mi_run *run, int id)
{
    const struct mi_root *root = run->root;
    const struct mi_settings *settings = run->settings;
    struct layout l = layout_of(root, settings);
    char *block = aligned_alloc(MI_CACHE_LINE, mi_mcts_worker_bytes(root, settings)), *next = block;
    if (!block)
        return NULL;
    struct mi_worker *worker = (void *)block;
    memset(worker, 0, sizeof *worker);
    worker->run = run;
    worker->id = id;
    worker->interval = worker->countdown = 1;
    worker->pos = next += l.worker;
    worker->scratch = next += l.position;
    worker->keys = (void *)(next += l.position);
    worker->mark = (void *)(next += l.keys);
    worker->path = (void *)(next += l.mark);
    worker->trace.move = (void *)(next += l.path);
    worker->trace.capacity = l.trace_moves;
    worker->leaf = mi_leaf_make(root, settings->leaf_odds, (void *)(next + l.trace));
    memset(worker->mark, 0, l.mark);
    if (root->key_count > 0)
        memcpy(worker->keys, root->keys, (size_t)root->key_count * sizeof *worker->keys);
    return worker;
}

void mi_mcts_seed_workers(struct mi_run *run)
{
    uint64_t seed = miai_mix(run->settings->seed) + miai_mix((uint64_t)run->root->plies) +
                    miai_mix(run->reused_visits);
    for (int i = 0; i < run->threads; i++)
        miai_rng_seed(&run->worker[i]->rng, miai_mix(seed + (uint64_t)i));
}

void mi_mcts_free_workers(struct mi_run *run)
{
    for (int i = 0; i < run->threads; i++)
        free(run->worker[i]);
    free(run->worker);
}

bool mi_mcts_make_workers(struct mi_run *run)
{
    run->worker = calloc((size_t)run->threads, sizeof(struct mi_worker *));
    if (!run->worker)
        return false;
    for (int i = 0; i < run->threads; i++) {
        run->worker[i] = make_worker(run, i);
        if (!run->worker[i]) {
            mi_mcts_free_workers(run);
            return false;
        }
    }
    return true;
}

/* ---- work: what each thread does ---- */

static void report(struct mi_run *run, double now)
{
    run->next_report = now + MI_REPORT_SECONDS;
    if (!run->progress || !run->progress->report)
        return;
    mi_mcts_result(run, run->result);
    run->result->seconds = now - run->limits->start;
    run->progress->report(run->progress->context, run->result);
}

static bool is_settled(const struct mi_run *run, double now)
{
    struct mi_standing standing;
    if (run->limits->soft_seconds <= 0)
        return false;
    mi_mcts_standing(run, &standing);
    return mi_settled(run->limits, &standing, now);
}

/* Sees to it that a look at the clock costs little and comes in time. */
static void look_at_clock(struct mi_worker *worker)
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

/* Takes up to a leaf's number of playouts from those allowed; 0 if there are none left. */
static uint32_t claim(struct mi_run *run)
{
    uint64_t k = run->settings->leaf_playouts > 1 ? (uint64_t)run->settings->leaf_playouts : 1;
    uint64_t done = atomic_fetch_add_explicit(&run->playouts, k, memory_order_relaxed);
    uint64_t left = done < run->max_playouts ? run->max_playouts - done : 0;
    if (left < k)
        atomic_fetch_sub_explicit(&run->playouts, k - left, memory_order_relaxed);
    return (uint32_t)(left < k ? left : k);
}

static void *work(void *context)
{
    struct mi_worker *worker = context;
    struct mi_run *run = worker->run;
    while (!mi_flag(&run->finished) && !mi_flag(&run->full)) {
        uint32_t k = mi_limits_stopped(run->limits) ? 0 : claim(run);
        if (k == 0)
            mi_set_flag(&run->finished);
        else if (!mi_mcts_descend(worker, k))
            atomic_fetch_sub_explicit(&run->playouts, k, memory_order_relaxed);
        if (--worker->countdown <= 0)
            look_at_clock(worker);
    }
    return NULL;
}

/* Where no more threads are to be had, those that there are do. */
void mi_mcts_work(struct mi_run *run)
{
    pthread_t thread[run->threads];
    int started = 1;
    while (started < run->threads &&
           pthread_create(&thread[started], NULL, work, run->worker[started]) == 0)
        started++;
    work(run->worker[0]);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
}
