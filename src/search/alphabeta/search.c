/* The alpha-beta searcher: its table, histories and threads. */
#include "alphabeta.h"
#include "base/thread.h"

#include <stdlib.h>

enum { TABLE_STEPS = 64, LINES_KEPT = 16 };

/* The state between runs. */
struct alphabeta {
    struct mi_table table;
    struct mi_ab_history *histories; /* of the threads; owned */
    int history_count;
    struct mi_ab_tuning tuning;     /* of the current run */
    const struct mi_ab_line *lines; /* of the current run, or kept_lines of the last one */
    int line_count;
    struct mi_ab_line kept_lines[LINES_KEPT];
};

static void *alphabeta_make(void)
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

static void alphabeta_clear(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_clear(&alphabeta->table);
    free_histories(alphabeta);
    alphabeta->line_count = 0;
}

static void alphabeta_free(void *self)
{
    struct alphabeta *alphabeta = self;
    if (!alphabeta)
        return;
    mi_table_free(&alphabeta->table);
    free_histories(alphabeta);
    free(alphabeta);
}

/* ---- memory kept between runs ---- */

/* Can the histories of earlier runs be reused? */
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

static bool prepare_histories(struct alphabeta *alphabeta, struct mi_ab_run *run)
{
    bool ready = histories_fit(alphabeta, run) || make_histories(alphabeta, run);
    run->histories = alphabeta->histories;
    return ready;
}

/* The table gets the memory that the threads leave, in steps of 1/TABLE_STEPS. Without steps its
 * size would change with the number of lines, and a resized table loses its entries. */
static bool resize_table(struct mi_ab_run *run, size_t memory)
{
    size_t step = memory / TABLE_STEPS;
    if (!(run->features & MI_FEATURE_TABLE))
        return true;
    size_t left = memory - run->thread_bytes * (size_t)run->thread_count;
    left -= left > run->exchange_bytes ? run->exchange_bytes : 0;
    return mi_table_resize(run->table, left / step * step);
}

/* Selective search needs an evaluation. */
static unsigned enabled_features(const miai_game *game, const struct mi_settings *settings)
{
    bool selective = settings->selective && mi_evaluation(game)->evaluate;
    return (selective ? MI_FEATURES_ALL : MI_FEATURES_PLAIN) & ~settings->disabled_features;
}

static size_t alphabeta_prepare(void *self, const struct mi_root *root,
                                const struct mi_settings *settings)
{
    struct alphabeta *alphabeta = self;
    const struct mi_limits limits = {0};
    struct mi_ab_run run = {.root = root,
                            .limits = &limits,
                            .table = &alphabeta->table,
                            .features = enabled_features(root->game, settings),
                            .exchange_bytes = mi_table_exchange_bytes(settings->peers),
                            .thread_count = settings->threads};
    size_t memory = mi_settings_search_memory(settings);
    if (mi_ab_plan_threads(&run, memory) && resize_table(&run, memory))
        prepare_histories(alphabeta, &run);
    return mi_ab_held_bytes(&run);
}

static void alphabeta_warm(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_warm(&alphabeta->table);
}

static void alphabeta_finish_preparing(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_wait(&alphabeta->table);
}

/* ---- lines of play ---- */

static void publish_lines(struct alphabeta *alphabeta, const struct mi_ab_thread *thread)
{
    alphabeta->lines = thread->lines;
    alphabeta->line_count = thread->line_count;
}

/* Saves the lines before the threads are freed. */
static void keep_lines(struct alphabeta *alphabeta)
{
    int n = alphabeta->line_count < LINES_KEPT ? alphabeta->line_count : LINES_KEPT;
    for (int i = 0; i < n; i++)
        alphabeta->kept_lines[i] = alphabeta->lines[i];
    alphabeta->lines = alphabeta->kept_lines;
    alphabeta->line_count = n;
}

/* The line that begins with this move; only the move itself if no line does. */
static int alphabeta_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
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

static void *run_helper_thread(void *thread)
{
    mi_ab_deepen(thread);
    return NULL;
}

/* Lazy SMP: all threads search the same root and share the transposition table.  If a thread cannot
 * be started, the others search without it. */
static bool search_with_threads(struct mi_ab_run *run)
{
    struct mi_thread *helpers = calloc((size_t)run->thread_count, sizeof *helpers);
    int started = 1;
    if (!helpers)
        return false;
    while (started < run->thread_count &&
           mi_thread_start(&helpers[started], run_helper_thread, &run->threads[started]))
        started++;
    mi_ab_deepen(&run->threads[0]);
    for (int i = 1; i < started; i++)
        mi_thread_join(&helpers[i]);
    free(helpers);
    return true;
}

/* A search that is limited by a count must be reproducible, so it uses the whole table from the
 * start. In other searches, time decides how much of the table is ready. */
static void open_table_for_run(const struct mi_ab_run *run)
{
    if (run->limits->playouts > 0 || run->limits->depth > 0)
        mi_table_open(run->table);
    else
        mi_table_warm(run->table);
}

static bool begin_run(struct alphabeta *alphabeta, struct mi_ab_run *run, size_t memory)
{
    bool ready = resize_table(run, memory) && prepare_histories(alphabeta, run);
    ready = ready && mi_ab_make_threads(run);
    for (int i = 0; ready && i < run->thread_count; i++) {
        run->threads[i].stack.check_limits = mi_ab_check_limits;
        run->threads[i].stack.countdown = 1;
        mi_ab_fill_reductions(&run->threads[i]);
        mi_ab_list_root(&run->threads[i]);
    }
    open_table_for_run(run);
    mi_table_age(run->table);
    return ready;
}

/* The thread whose result counts: one that has a proof, or else the main thread. */
static struct mi_ab_thread *answering_thread(struct mi_ab_run *run)
{
    for (int i = 0; i < run->thread_count; i++)
        if (run->threads[i].lines[0].proof != MI_UNPROVEN)
            return &run->threads[i];
    return &run->threads[0];
}

static void finish_run(struct mi_ab_run *run, size_t memory)
{
    struct mi_ab_thread *thread = answering_thread(run);
    mi_ab_adopt_line(thread);
    if (thread->line_count > 1 && !thread->lines_reported)
        mi_ab_report_lines(thread);
    for (int i = 0; i < thread->line_count; i++)
        mi_ab_extend_line(thread, &thread->lines[i]);
    run->result->limit_bytes = memory;
    mi_ab_fill_result(run, thread, 0);
}

static bool alphabeta_run(void *self, const struct mi_root *root,
                          const struct mi_settings *settings, const struct mi_limits *limits,
                          const struct mi_progress *progress, struct mi_result *result)
{
    struct alphabeta *alphabeta = self;
    struct mi_table none = {.count = 0};
    alphabeta->tuning = mi_ab_tuning_of(root->game, settings->tuning);
    struct mi_ab_run run = {
        .root = root,
        .tuning = &alphabeta->tuning,
        .scale = mi_scale_make(root->game, root->setup, 0, settings->leaf_odds),
        .limits = limits,
        .progress = progress,
        .result = result,
        .features = enabled_features(root->game, settings),
        .table = settings->disabled_features & MI_FEATURE_TABLE ? &none : &alphabeta->table,
        .thread_count = settings->threads,
        .probe_depth = settings->probe_depth,
        .rank = settings->peers ? settings->peers->rank : 0,
        .exchange_bytes = mi_table_exchange_bytes(settings->peers),
    };
    size_t memory = mi_settings_search_memory(settings);
    run.margin = mi_scale_margin(&run.scale, limits->exact_log_odds);
    if (!mi_ab_plan_threads(&run, memory))
        return false;
    if (!settings->reuse)
        alphabeta_clear(alphabeta);
    alphabeta->line_count = 0;
    bool done = begin_run(alphabeta, &run, memory);
    if (done)
        publish_lines(alphabeta, &run.threads[0]);
    run.exchange = done ? mi_table_exchange_open(settings->peers) : NULL;
    done = done && search_with_threads(&run);
    if (done) {
        finish_run(&run, settings->memory);
        publish_lines(alphabeta, answering_thread(&run));
    }
    keep_lines(alphabeta);
    mi_table_exchange_close(run.exchange);
    mi_ab_free_threads(&run);
    return done;
}

const struct mi_searcher mi_alphabeta_searcher = {
    .name = "alphabeta",
    .make = alphabeta_make,
    .free = alphabeta_free,
    .clear = alphabeta_clear,
    .prepare = alphabeta_prepare,
    .warm = alphabeta_warm,
    .finish_preparing = alphabeta_finish_preparing,
    .run = alphabeta_run,
    .follow = alphabeta_follow,
};
