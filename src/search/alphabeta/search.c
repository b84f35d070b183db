/* The searcher: its table, its threads. */
#include "base/thread.h"
#include "table_exchange.h"

#include <stdlib.h>

enum { TABLE_STEPS = 64, LINES_KEPT = 16 };

/* What is kept from one run to the next. */
struct alphabeta {
    struct mi_table table;
    struct mi_ab_history *histories; /* of the threads; owned */
    int history_count;
    const struct mi_ab_line *lines; /* of the run that is on, or kept of the last one */
    int line_count;
    struct mi_ab_line kept[LINES_KEPT];
};

static void *make(void)
{
    return calloc(1, sizeof(struct alphabeta));
}

static void free_histories(struct alphabeta *alphabeta)
{
    for (int i = 0; i < alphabeta->history_count; i++)
        mi_ab_history_free(&alphabeta->histories[i]);
    free(alphabeta->histories);
    alphabeta->histories = NULL;
    alphabeta->history_count = 0;
}

static void clear(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_clear(&alphabeta->table);
    free_histories(alphabeta);
    alphabeta->line_count = 0;
}

static void free_alphabeta(void *self)
{
    struct alphabeta *alphabeta = self;
    if (!alphabeta)
        return;
    mi_table_free(&alphabeta->table);
    free_histories(alphabeta);
    free(alphabeta);
}

/* ---- what is kept ---- */

/* Do the histories of earlier runs serve this one? */
static bool histories_fit(const struct alphabeta *alphabeta, const struct mi_ab_run *run)
{
    const struct mi_ab_history *first = alphabeta->histories;
    const miai_game *game = run->root->game;
    return alphabeta->history_count == run->thread_count && first->game == game &&
           first->move_count == game->move_count(run->root->setup) && first->kinds == run->kinds;
}

static bool make_histories(struct alphabeta *alphabeta, const struct mi_ab_run *run)
{
    const miai_game *game = run->root->game;
    int moves = game->move_count(run->root->setup);
    free_histories(alphabeta);
    alphabeta->histories = calloc((size_t)run->thread_count, sizeof *alphabeta->histories);
    for (int i = 0; alphabeta->histories && i < run->thread_count; i++) {
        alphabeta->history_count = i + 1;
        if (!mi_ab_history_init(&alphabeta->histories[i], game, moves, run->kinds))
            free_histories(alphabeta);
    }
    return alphabeta->histories != NULL;
}

static bool take_histories(struct alphabeta *alphabeta, struct mi_ab_run *run)
{
    bool taken = histories_fit(alphabeta, run) || make_histories(alphabeta, run);
    run->histories = alphabeta->histories;
    return taken;
}

/* What the threads leave, in steps: a table that changed its size with each number of lines would
 * lose its entries. */
static bool take_table(struct mi_ab_run *run, size_t memory)
{
    size_t step = memory / TABLE_STEPS;
    if (!(run->features & MI_FEATURE_TABLE))
        return true;
    size_t left = memory - run->thread_bytes * (size_t)run->thread_count;
    left -= left > run->share_bytes ? run->share_bytes : 0;
    return mi_table_resize(run->table, left / step * step);
}

/* Without an evaluation nothing tells what a selective search might leave out. */
static unsigned features_of(const miai_game *game, const struct mi_settings *settings)
{
    bool selective = settings->selective && mi_evaluation(game)->evaluate;
    return (selective ? MI_FEATURES_ALL : MI_FEATURES_PLAIN) & ~settings->without;
}

static size_t prepare(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    struct alphabeta *alphabeta = self;
    const struct mi_limits limits = {0};
    struct mi_ab_run run = {.root = root,
                            .limits = &limits,
                            .table = &alphabeta->table,
                            .features = features_of(root->game, settings),
                            .share_bytes = mi_table_exchange_bytes(settings->peers),
                            .thread_count = settings->threads};
    size_t memory = mi_settings_room(settings);
    if (mi_ab_plan_threads(&run, memory) && take_table(&run, memory))
        take_histories(alphabeta, &run);
    mi_table_warm(run.table);
    return mi_ab_held_bytes(&run);
}

/* ---- lines of play ---- */

static void show_lines(struct alphabeta *alphabeta, const struct mi_ab_thread *thread)
{
    alphabeta->lines = thread->lines;
    alphabeta->line_count = thread->line_count;
}

/* The threads go, and their lines with them. */
static void keep_lines(struct alphabeta *alphabeta)
{
    int n = alphabeta->line_count < LINES_KEPT ? alphabeta->line_count : LINES_KEPT;
    for (int i = 0; i < n; i++)
        alphabeta->kept[i] = alphabeta->lines[i];
    alphabeta->lines = alphabeta->kept;
    alphabeta->line_count = n;
}

/* A line of which no more is known than its first move has that move alone. */
static int follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
{
    const struct alphabeta *alphabeta = self;
    const struct mi_ab_line *line = NULL;
    for (int i = 0; i < alphabeta->line_count && !line; i++)
        if (alphabeta->lines[i].pv_length > 0 && alphabeta->lines[i].pv[0] == first)
            line = &alphabeta->lines[i];
    for (int i = 0; line && i < line->pv_length; i++)
        pv[i] = line->pv[i];
    int length = line ? line->pv_length : 1;
    pv[0] = first;
    for (int i = 0; i < length; i++)
        visits[i] = 0;
    return length;
}

/* ---- a run ---- */

static void *help(void *thread)
{
    mi_ab_deepen(thread);
    return NULL;
}

/* All threads search the same root and share what they find in the table.  One that cannot be
 * started is done without. */
static bool work(struct mi_ab_run *run)
{
    struct mi_thread *helpers = calloc((size_t)run->thread_count, sizeof *helpers);
    int started = 1;
    if (!helpers)
        return false;
    while (started < run->thread_count &&
           mi_thread_start(&helpers[started], help, &run->threads[started]))
        started++;
    mi_ab_deepen(&run->threads[0]);
    for (int i = 1; i < started; i++)
        mi_thread_join(&helpers[i]);
    free(helpers);
    return true;
}

/* A search that ends by a count comes to the same each time; else the clock may decide what the
 * table keeps while its memory is not there yet. */
static void open_table(const struct mi_ab_run *run)
{
    if (run->limits->playouts > 0 || run->limits->depth > 0)
        mi_table_open(run->table);
    else
        mi_table_warm(run->table);
}

static bool begin(struct alphabeta *alphabeta, struct mi_ab_run *run, size_t memory)
{
    bool begun = take_table(run, memory) && take_histories(alphabeta, run);
    begun = begun && mi_ab_make_threads(run);
    for (int i = 0; begun && i < run->thread_count; i++) {
        run->threads[i].stack.check_limits = mi_ab_check_limits;
        run->threads[i].stack.countdown = 1;
        mi_ab_fill_reductions(&run->threads[i]);
        mi_ab_list_root(&run->threads[i]);
    }
    open_table(run);
    mi_table_age(run->table);
    return begun;
}

/* The thread that answers: one that has a proof, or the first. */
static struct mi_ab_thread *answering(struct mi_ab_run *run)
{
    for (int i = 0; i < run->thread_count; i++)
        if (run->threads[i].lines[0].proof != MI_UNPROVEN)
            return &run->threads[i];
    return &run->threads[0];
}

static void answer(struct mi_ab_run *run, size_t memory)
{
    struct mi_ab_thread *thread = answering(run);
    mi_ab_adopt_line(thread);
    if (thread->line_count > 1 && !thread->told)
        mi_ab_report_lines(thread);
    for (int i = 0; i < thread->line_count; i++)
        mi_ab_extend_line(thread, &thread->lines[i]);
    run->result->limit_bytes = memory;
    mi_ab_fill_result(run, thread, 0);
}

static bool run_alphabeta(void *self, const struct mi_root *root,
                          const struct mi_settings *settings, const struct mi_limits *limits,
                          const struct mi_progress *progress, struct mi_result *result)
{
    struct alphabeta *alphabeta = self;
    struct mi_table none = {.count = 0};
    struct mi_ab_run run = {
        .root = root,
        .scale = mi_scale_make(root->game, root->setup, 0, settings->leaf_odds),
        .limits = limits,
        .progress = progress,
        .result = result,
        .features = features_of(root->game, settings),
        .table = settings->without & MI_FEATURE_TABLE ? &none : &alphabeta->table,
        .thread_count = settings->threads,
        .probe_depth = settings->probe_depth,
        .rank = settings->peers ? settings->peers->rank : 0,
        .share_bytes = mi_table_exchange_bytes(settings->peers),
    };
    size_t memory = mi_settings_room(settings);
    run.margin = mi_scale_margin(&run.scale, limits->behind);
    if (!mi_ab_plan_threads(&run, memory))
        return false;
    if (!settings->reuse)
        clear(alphabeta);
    alphabeta->line_count = 0;
    bool done = begin(alphabeta, &run, memory);
    if (done)
        show_lines(alphabeta, &run.threads[0]);
    run.share = done ? mi_table_exchange_open(settings->peers) : NULL;
    done = done && work(&run);
    if (done) {
        answer(&run, settings->memory);
        show_lines(alphabeta, answering(&run));
    }
    keep_lines(alphabeta);
    mi_table_exchange_close(run.share);
    mi_ab_free_threads(&run);
    return done;
}

const struct mi_searcher mi_alphabeta_searcher = {
    .name = "alphabeta",
    .make = make,
    .free = free_alphabeta,
    .clear = clear,
    .prepare = prepare,
    .run = run_alphabeta,
    .follow = follow,
};
