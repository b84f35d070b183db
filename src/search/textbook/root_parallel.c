/* Root parallelization (Cazenave and Jouandeau 2007, "On the Parallelization of UCT"): each thread
 * grows its own tree with its own random numbers; the statistics of the root moves are summed. */
#include "base/clock.h"
#include "base/thread.h"
#include "search/common/choice.h"
#include "search/common/search.h"

#include <stdlib.h>
#include <string.h>

enum { ROOTS_MAX = 256 };

struct roots {
    void *part[ROOTS_MAX]; /* searchers of kind mi_mcts_searcher; owned */
    int count;
    int reported; /* index of the part that supplied the reported line; 0 during a run */
};

/* Forwards the reports of part 0, after copying them to the result of the run. */
struct progress_relay {
    const struct mi_progress *progress;
    struct mi_result *result;
};

/* One thread's part of a run. */
struct tree_part_run {
    struct mi_thread thread;
    void *part;
    const struct mi_root *root;
    struct mi_settings settings;
    struct mi_limits limits;
    const struct mi_progress *progress; /* NULL except for part 0 */
    struct mi_result result;
    bool started, done;
};

/* ---- the parts ---- */

static void *roots_make(void)
{
    return calloc(1, sizeof(struct roots));
}

static void free_parts_beyond(struct roots *roots, int count)
{
    while (roots->count > count)
        mi_mcts_searcher.free(roots->part[--roots->count]);
}

static void roots_free(void *self)
{
    if (self)
        free_parts_beyond(self, 0);
    free(self);
}

static void roots_clear(void *self)
{
    struct roots *roots = self;
    for (int i = 0; i < roots->count; i++)
        mi_mcts_searcher.clear(roots->part[i]);
}

/* Makes one part for each thread, or fewer if memory runs out. Returns false if there is no memory
 * for any. */
static bool make_parts(struct roots *roots, int threads)
{
    threads = threads < ROOTS_MAX ? threads : ROOTS_MAX;
    free_parts_beyond(roots, threads);
    while (roots->count < threads) {
        void *part = mi_mcts_searcher.make();
        if (!part)
            break;
        roots->part[roots->count++] = part;
    }
    return roots->count > 0;
}

/* ---- running the parts ---- */

static void *run_tree_part(void *context)
{
    struct tree_part_run *thread_run = context;
    thread_run->done =
        mi_mcts_searcher.run(thread_run->part, thread_run->root, &thread_run->settings,
                             &thread_run->limits, thread_run->progress, &thread_run->result);
    return NULL;
}

/* Gives part i of n its share of the memory and playouts, and its own random seed. */
static void set_part_limits(struct tree_part_run *thread_run, int i, int n)
{
    uint64_t playouts = thread_run->limits.playouts, part = playouts / (uint64_t)n;
    thread_run->settings.threads = 1;
    thread_run->settings.memory /= (size_t)n;
    thread_run->settings.seed = miai_mix(thread_run->settings.seed + (uint64_t)i);
    if (playouts > 0)
        thread_run->limits.playouts = part + ((uint64_t)i < playouts % (uint64_t)n);
    if (playouts > 0 && thread_run->limits.playouts == 0)
        thread_run->limits.playouts = 1;
}

static bool run_tree_parts(struct tree_part_run *thread_run, int n)
{
    bool done = true;
    for (int i = 1; i < n; i++)
        thread_run[i].started =
            mi_thread_start(&thread_run[i].thread, run_tree_part, &thread_run[i]);
    run_tree_part(&thread_run[0]);
    for (int i = 1; i < n; i++) {
        if (thread_run[i].started)
            mi_thread_join(&thread_run[i].thread);
        else
            run_tree_part(&thread_run[i]);
        done = done && thread_run[i].done;
    }
    return done && thread_run[0].done;
}

static void relay_report(void *context, const struct mi_result *result)
{
    const struct progress_relay *progress_relay = context;
    *progress_relay->result = *result;
    progress_relay->progress->report(progress_relay->progress->context, progress_relay->result);
}

/* ---- adding up ---- */

static struct mi_choice *find_summed_choice(struct mi_result *sum, miai_move move)
{
    for (int i = 0; i < sum->choice_count; i++)
        if (sum->choice[i].move == move)
            return &sum->choice[i];
    return NULL;
}

static void add_to_choice(struct mi_choice *to, const struct mi_choice *from)
{
    double visits = (double)to->visits + (double)from->visits;
    if (visits > 0)
        to->value = (to->value * (double)to->visits + from->value * (double)from->visits) / visits;
    to->visits += from->visits;
    to->capped |= from->capped;
    if (from->proof != MI_UNPROVEN) {
        to->proof = from->proof;
        to->value = (from->proof - MI_LOSS) / 2.0;
    }
}

static void add_part_result(struct mi_result *sum, const struct mi_result *part)
{
    for (int i = 0; i < part->choice_count; i++) {
        struct mi_choice *choice = find_summed_choice(sum, part->choice[i].move);
        if (choice)
            add_to_choice(choice, &part->choice[i]);
    }
    sum->playouts += part->playouts;
    sum->nodes += part->nodes;
    sum->leaves += part->leaves;
    sum->hits += part->hits;
    sum->reused_visits += part->reused_visits;
    sum->tree_nodes += part->tree_nodes;
    sum->tree_bytes += part->tree_bytes;
    sum->limit_bytes += part->limit_bytes;
    sum->root_value += (part->root_value - sum->root_value) * (double)part->root_visits /
                       (double)(sum->root_visits + part->root_visits + 1);
    sum->root_visits += part->root_visits;
    sum->depth = part->depth > sum->depth ? part->depth : sum->depth;
}

/* Copies the principal variation of the first part that chose the same move, and returns the index
 * of the part. If no part chose it, the line is only the move. */
static int adopt_line(struct mi_result *sum, const struct tree_part_run *thread_run, int n)
{
    for (int i = 0; i < n; i++)
        if (thread_run[i].result.move == sum->move) {
            sum->pv_length = thread_run[i].result.pv_length;
            memcpy(sum->pv, thread_run[i].result.pv, sizeof sum->pv);
            return i;
        }
    sum->pv_length = sum->move != MIAI_NO_MOVE;
    sum->pv[0] = sum->move;
    return 0;
}

static void prepare_parts(struct tree_part_run *thread_run, const struct roots *roots,
                          const struct mi_root *root, const struct mi_settings *settings,
                          const struct mi_limits *limits)
{
    for (int i = 0; i < roots->count; i++) {
        thread_run[i].part = roots->part[i];
        thread_run[i].root = root;
        thread_run[i].settings = *settings;
        thread_run[i].limits = *limits;
        set_part_limits(&thread_run[i], i, roots->count);
    }
}

static void add_part_results(struct mi_result *sum, const struct tree_part_run *thread_run, int n,
                             enum mi_final_rule final)
{
    *sum = thread_run[0].result;
    for (int i = 1; i < n; i++)
        add_part_result(sum, &thread_run[i].result);
    mi_choices_finish(thread_run->root, sum, final);
}

static bool run_trees(void *self, int trees, const struct mi_root *root,
                      const struct mi_settings *settings, const struct mi_limits *limits,
                      const struct mi_progress *progress, struct mi_result *result)
{
    struct roots *roots = self;
    struct tree_part_run *thread_run =
        make_parts(roots, trees) ? calloc((size_t)roots->count, sizeof *thread_run) : NULL;
    if (!thread_run)
        return false;
    struct progress_relay progress_relay = {progress, result};
    const struct mi_progress relay = {relay_report, &progress_relay};
    roots->reported = 0;
    prepare_parts(thread_run, roots, root, settings, limits);
    thread_run[0].progress = progress && progress->report ? &relay : NULL;
    bool done = run_tree_parts(thread_run, roots->count);
    if (done) {
        add_part_results(result, thread_run, roots->count, settings->final);
        roots->reported = adopt_line(result, thread_run, roots->count);
        result->seconds = mi_clock() - limits->start;
    }
    free(thread_run);
    return done;
}

/* If memory runs out, tries again with half as many trees. */
static bool roots_run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                      const struct mi_limits *limits, const struct mi_progress *progress,
                      struct mi_result *result)
{
    for (int trees = settings->threads; trees > 0; trees /= 2)
        if (run_trees(self, trees, root, settings, limits, progress, result))
            return true;
    return false;
}

/* ---- queries: answered by the part whose line was reported ---- */

static int roots_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
{
    struct roots *roots = self;
    return mi_mcts_searcher.follow(roots->part[roots->reported], first, pv, visits);
}

static int roots_look(void *self, const miai_move *line, int length, struct mi_branch *list)
{
    struct roots *roots = self;
    return mi_mcts_searcher.look(roots->part[roots->reported], line, length, list);
}

static const struct mi_ownership *roots_ownership(void *self)
{
    struct roots *roots = self;
    return roots->count > 0 ? mi_mcts_searcher.ownership(roots->part[roots->reported]) : NULL;
}

const struct mi_searcher mi_root_parallel_searcher = {
    .name = "mcts",
    .make = roots_make,
    .free = roots_free,
    .clear = roots_clear,
    .run = roots_run,
    .follow = roots_follow,
    .look = roots_look,
    .ownership = roots_ownership,
};
