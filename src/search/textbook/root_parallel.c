/* Root parallel (Cazenave and Jouandeau 2007, "On the Parallelization of UCT"): each thread grows a
 * tree of its own, from random numbers of its own, and what they say of the root's moves is added
 * up. */
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
    int said; /* the part whose line the last result has: while a run goes on, the first */
};

/* What the first part finds is told meanwhile, in the result of the run. */
struct teller {
    const struct mi_progress *progress;
    struct mi_result *result;
};

/* The work of one thread. */
struct share {
    struct mi_thread thread;
    void *part;
    const struct mi_root *root;
    struct mi_settings settings;
    struct mi_limits limits;
    const struct mi_progress *progress; /* of the first one; or NULL */
    struct mi_result result;
    bool started, done;
};

/* ---- the parts ---- */

static void *make(void)
{
    return calloc(1, sizeof(struct roots));
}

static void free_from(struct roots *roots, int count)
{
    while (roots->count > count)
        mi_mcts_searcher.free(roots->part[--roots->count]);
}

static void free_roots(void *self)
{
    if (self)
        free_from(self, 0);
    free(self);
}

static void clear(void *self)
{
    struct roots *roots = self;
    for (int i = 0; i < roots->count; i++)
        mi_mcts_searcher.clear(roots->part[i]);
}

/* As many as there are threads, or as could be made: at least one, or false. */
static bool take_parts(struct roots *roots, int threads)
{
    threads = threads < ROOTS_MAX ? threads : ROOTS_MAX;
    free_from(roots, threads);
    while (roots->count < threads) {
        void *part = mi_mcts_searcher.make();
        if (!part)
            break;
        roots->part[roots->count++] = part;
    }
    return roots->count > 0;
}

/* ---- what they do ---- */

static void *work(void *context)
{
    struct share *share = context;
    share->done = mi_mcts_searcher.run(share->part, share->root, &share->settings, &share->limits,
                                       share->progress, &share->result);
    return NULL;
}

/* The i-th of n: its part of memory and playouts. */
static void divide(struct share *share, int i, int n)
{
    uint64_t playouts = share->limits.playouts, part = playouts / (uint64_t)n;
    share->settings.threads = 1;
    share->settings.memory /= (size_t)n;
    share->settings.seed = miai_mix(share->settings.seed + (uint64_t)i);
    if (playouts > 0)
        share->limits.playouts = part + ((uint64_t)i < playouts % (uint64_t)n);
    if (playouts > 0 && share->limits.playouts == 0)
        share->limits.playouts = 1;
}

static bool run_all(struct share *share, int n)
{
    bool done = true;
    for (int i = 1; i < n; i++)
        share[i].started = mi_thread_start(&share[i].thread, work, &share[i]);
    work(&share[0]);
    for (int i = 1; i < n; i++) {
        if (share[i].started)
            mi_thread_join(&share[i].thread);
        else
            work(&share[i]);
        done = done && share[i].done;
    }
    return done && share[0].done;
}

static void tell(void *context, const struct mi_result *result)
{
    const struct teller *teller = context;
    *teller->result = *result;
    teller->progress->report(teller->progress->context, teller->result);
}

/* ---- the sum ---- */

static struct mi_choice *find(struct mi_result *sum, miai_move move)
{
    for (int i = 0; i < sum->choice_count; i++)
        if (sum->choice[i].move == move)
            return &sum->choice[i];
    return NULL;
}

static void add_choice(struct mi_choice *to, const struct mi_choice *from)
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

static void add(struct mi_result *sum, const struct mi_result *part)
{
    for (int i = 0; i < part->choice_count; i++) {
        struct mi_choice *choice = find(sum, part->choice[i].move);
        if (choice)
            add_choice(choice, &part->choice[i]);
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

/* The line of play is that of a part that would make the move, if there is one. */
static int take_line(struct mi_result *sum, const struct share *share, int n)
{
    for (int i = 0; i < n; i++)
        if (share[i].result.move == sum->move) {
            sum->pv_length = share[i].result.pv_length;
            memcpy(sum->pv, share[i].result.pv, sizeof sum->pv);
            return i;
        }
    sum->pv_length = sum->move != MIAI_NO_MOVE;
    sum->pv[0] = sum->move;
    return 0;
}

static void divide_among(struct share *share, const struct roots *roots, const struct mi_root *root,
                         const struct mi_settings *settings, const struct mi_limits *limits)
{
    for (int i = 0; i < roots->count; i++) {
        share[i].part = roots->part[i];
        share[i].root = root;
        share[i].settings = *settings;
        share[i].limits = *limits;
        divide(&share[i], i, roots->count);
    }
}

static void add_up(struct mi_result *sum, const struct share *share, int n,
                   enum mi_final_rule final)
{
    *sum = share[0].result;
    for (int i = 1; i < n; i++)
        add(sum, &share[i].result);
    mi_choices_finish(share->root, sum, final);
}

static bool run_trees(void *self, int trees, const struct mi_root *root,
                      const struct mi_settings *settings, const struct mi_limits *limits,
                      const struct mi_progress *progress, struct mi_result *result)
{
    struct roots *roots = self;
    struct share *share =
        take_parts(roots, trees) ? calloc((size_t)roots->count, sizeof *share) : NULL;
    if (!share)
        return false;
    struct teller teller = {progress, result};
    const struct mi_progress told = {tell, &teller};
    roots->said = 0;
    divide_among(share, roots, root, settings, limits);
    share[0].progress = progress && progress->report ? &told : NULL;
    bool done = run_all(share, roots->count);
    if (done) {
        add_up(result, share, roots->count, settings->final);
        roots->said = take_line(result, share, roots->count);
        result->seconds = mi_clock() - limits->start;
    }
    free(share);
    return done;
}

/* Where the memory is too little for so many, fewer. */
static bool run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                const struct mi_limits *limits, const struct mi_progress *progress,
                struct mi_result *result)
{
    for (int trees = settings->threads; trees > 0; trees /= 2)
        if (run_trees(self, trees, root, settings, limits, progress, result))
            return true;
    return false;
}

/* ---- what is asked of the trees: of the one whose line was told ---- */

static int follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
{
    struct roots *roots = self;
    return mi_mcts_searcher.follow(roots->part[roots->said], first, pv, visits);
}

static int look(void *self, const miai_move *line, int length, struct mi_branch *list)
{
    struct roots *roots = self;
    return mi_mcts_searcher.look(roots->part[roots->said], line, length, list);
}

static const struct mi_ownership *ownership(void *self)
{
    struct roots *roots = self;
    return roots->count > 0 ? mi_mcts_searcher.ownership(roots->part[roots->said]) : NULL;
}

const struct mi_searcher mi_root_parallel_searcher = {
    .name = "mcts",
    .make = make,
    .free = free_roots,
    .clear = clear,
    .run = run,
    .follow = follow,
    .look = look,
    .ownership = ownership,
};
