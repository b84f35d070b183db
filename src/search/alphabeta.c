#include "alphabeta.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Plies of a path: at most, and at least for a search to begin. */
enum { PLIES_MAX = 256, PLIES_MIN = 16 };

enum { TABLE_STEPS = 64 };

/* What is kept from one run to the next. */
struct alphabeta {
    struct mi_table table;
    struct mi_history *histories; /* of the threads; owned */
    int history_count;
};

static void *make(void)
{
    return calloc(1, sizeof(struct alphabeta));
}

static void free_histories(struct alphabeta *alphabeta)
{
    for (int i = 0; i < alphabeta->history_count; i++)
        mi_history_free(&alphabeta->histories[i]);
    free(alphabeta->histories);
    alphabeta->histories = NULL;
    alphabeta->history_count = 0;
}

static void clear(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_clear(&alphabeta->table);
    free_histories(alphabeta);
}

static void give_back(struct alphabeta *alphabeta)
{
    mi_table_free(&alphabeta->table);
    free_histories(alphabeta);
}

static void free_alphabeta(void *self)
{
    if (self)
        give_back(self);
    free(self);
}

/* ---- the threads' memory ---- */

static int moves_of(const struct mi_root *root)
{
    return root->game->move_count(root->setup);
}

/* How many moves a position can have. */
static size_t width_of(const struct mi_root *root)
{
    int count = moves_of(root);
    return (size_t)(count < MIAI_MAX_LEGAL ? count : MIAI_MAX_LEGAL);
}

/* How many lines are wanted at most. */
static int line_count(const struct mi_ab_run *run)
{
    int lines = run->limits->lines;
    return lines < 1 ? 1 : lines < MIAI_MAX_LEGAL ? lines : MIAI_MAX_LEGAL;
}

static size_t bytes_per_ply(const struct mi_root *root)
{
    return mi_path_bytes_per_ply(root) + sizeof(struct mi_frame) +
           width_of(root) * sizeof(uint64_t);
}

static size_t bytes_besides(const struct mi_ab_run *run)
{
    const struct mi_root *root = run->root;
    return mi_path_bytes_besides(root) + sizeof(struct mi_ab_thread) +
           (size_t)line_count(run) * sizeof(struct mi_line) +
           mi_history_bytes(moves_of(root), run->kinds) + 3 * bytes_per_ply(root);
}

/* Paths as long as half of the memory allows; false if that is too short. */
static bool plan_kinds(struct mi_ab_run *run, size_t memory, int kinds)
{
    run->kinds = kinds;
    size_t share = memory / 2 / (size_t)run->thread_count, besides = bytes_besides(run);
    size_t plies = share > besides ? (share - besides) / bytes_per_ply(run->root) : 0;
    run->plies = plies < PLIES_MAX ? (int)plies : PLIES_MAX;
    run->thread_bytes = besides + (size_t)run->plies * bytes_per_ply(run->root);
    return run->plies >= PLIES_MIN;
}

/* With little memory, what followed what is not remembered. */
static bool plan(struct mi_ab_run *run, size_t memory)
{
    const miai_game *game = run->root->game;
    return plan_kinds(run, memory, game->move_kind ? game->kinds : 0) || plan_kinds(run, memory, 0);
}

static bool init_lines(struct mi_ab_thread *thread)
{
    int count = line_count(thread->run);
    thread->line_count = count < thread->move_count ? count : thread->move_count;
    thread->lines = calloc((size_t)count, sizeof *thread->lines);
    for (int i = 0; thread->lines && i < thread->line_count; i++)
        thread->lines[i] =
            (struct mi_line){.pv_length = 1, .pv = {(uint16_t)thread->moves[i].move}};
    return thread->lines != NULL;
}

static bool init_frames(struct mi_ab_thread *thread)
{
    size_t count = (size_t)thread->run->plies + 3, width = width_of(thread->run->root);
    const struct mi_killers none = {{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
    thread->frames = calloc(count, sizeof *thread->frames);
    thread->items = malloc(count * width * sizeof *thread->items);
    if (!thread->frames || !thread->items)
        return false;
    for (size_t i = 0; i < count; i++)
        thread->frames[i] = (struct mi_frame){.items = thread->items + i * width,
                                              .killers = none,
                                              .eval = MI_SCORE_NONE,
                                              .excluded = MIAI_NO_MOVE};
    return true;
}

static bool init_thread(struct mi_ab_thread *thread, struct mi_ab_run *run, int id)
{
    const struct mi_root *root = run->root;
    thread->run = run;
    thread->id = id;
    thread->game = root->game;
    thread->selective = root->game->threatened && root->game->evaluate;
    thread->table = run->table;
    thread->history = &run->histories[id];
    thread->salt = root->setup_key;
    thread->budget = UINT64_MAX;
    thread->last_move = MIAI_NO_MOVE;
    if (!mi_path_init(&thread->path, root, run->plies) || !init_frames(thread))
        return false;
    thread->frames[0].player = root->game->turn(root->pos);
    thread->frames[0].key = mi_path_key(&thread->path, 0) ^ thread->salt;
    mi_ab_fill_reductions(thread);
    mi_ab_list_root(thread);
    return init_lines(thread);
}

static void free_threads(struct mi_ab_run *run)
{
    for (int i = 0; run->threads && i < run->thread_count; i++) {
        struct mi_ab_thread *thread = &run->threads[i];
        mi_path_free(&thread->path);
        free(thread->lines);
        free(thread->frames);
        free(thread->items);
    }
    free(run->threads);
}

static bool init_threads(struct mi_ab_run *run)
{
    run->threads = calloc((size_t)run->thread_count, sizeof *run->threads);
    for (int i = 0; run->threads && i < run->thread_count; i++)
        if (!init_thread(&run->threads[i], run, i))
            return false;
    return run->threads != NULL;
}

/* Do the histories of earlier runs serve this one? */
static bool histories_fit(const struct alphabeta *alphabeta, const struct mi_ab_run *run)
{
    const struct mi_history *first = alphabeta->histories;
    return alphabeta->history_count == run->thread_count && first->game == run->root->game &&
           first->move_count == moves_of(run->root) && first->kinds == run->kinds;
}

static bool init_histories(struct alphabeta *alphabeta, struct mi_ab_run *run)
{
    if (!histories_fit(alphabeta, run)) {
        free_histories(alphabeta);
        alphabeta->histories = calloc((size_t)run->thread_count, sizeof *alphabeta->histories);
        for (int i = 0; alphabeta->histories && i < run->thread_count; i++) {
            alphabeta->history_count = i + 1;
            if (!mi_history_init(&alphabeta->histories[i], run->root->game, moves_of(run->root),
                                 run->kinds))
                free_histories(alphabeta);
        }
    }
    run->histories = alphabeta->histories;
    return run->histories != NULL;
}

/* ---- the threads' work ---- */

static void *help(void *thread)
{
    mi_ab_deepen(thread);
    return NULL;
}

/* All threads search the same root and share what they find in the table.  One that cannot be
 * started is done without. */
static bool work(struct mi_ab_run *run)
{
    pthread_t *helpers = calloc((size_t)run->thread_count, sizeof *helpers);
    int started = 1;
    if (!helpers)
        return false;
    while (started < run->thread_count &&
           pthread_create(&helpers[started], NULL, help, &run->threads[started]) == 0)
        started++;
    mi_ab_deepen(&run->threads[0]);
    for (int i = 1; i < started; i++)
        pthread_join(helpers[i], NULL);
    free(helpers);
    return true;
}

/* The thread that answers: one that has a proof, or the first. */
static struct mi_ab_thread *answering(struct mi_ab_run *run)
{
    for (int i = 0; i < run->thread_count; i++)
        if (run->threads[i].lines[0].proof != MI_UNPROVEN)
            return &run->threads[i];
    return &run->threads[0];
}

/* Makes room for as many threads as the memory allows; false if not even one fits. */
static bool plan_threads(struct mi_ab_run *run, size_t memory)
{
    while (!plan(run, memory)) /* fewer threads need less */
        if (--run->thread_count == 0)
            return false;
    return true;
}

/* What the threads leave, in steps: a table that changed its size with each number of lines would
 * lose its entries. */
static bool take_table(struct mi_ab_run *run, size_t memory)
{
    size_t step = memory / TABLE_STEPS;
    size_t left = memory - run->thread_bytes * (size_t)run->thread_count;
    return mi_table_resize(run->table, left / step * step);
}

size_t mi_ab_held_bytes(const struct mi_ab_run *run)
{
    return mi_table_bytes(run->table) +
           (size_t)run->thread_count * mi_history_bytes(moves_of(run->root), run->kinds);
}

static size_t prepare(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    struct alphabeta *alphabeta = self;
    const struct mi_limits limits = {0};
    struct mi_ab_run run = {.root = root,
                            .limits = &limits,
                            .table = &alphabeta->table,
                            .thread_count = settings->threads};
    if (plan_threads(&run, settings->memory) && take_table(&run, settings->memory))
        init_histories(alphabeta, &run);
    mi_table_touch(run.table);
    return mi_ab_held_bytes(&run);
}

static bool run_alphabeta(void *self, const struct mi_root *root,
                          const struct mi_settings *settings, const struct mi_limits *limits,
                          const struct mi_progress *progress, struct mi_result *result)
{
    struct alphabeta *alphabeta = self;
    struct mi_ab_run run = {
        .root = root,
        .limits = limits,
        .progress = progress,
        .result = result,
        .table = &alphabeta->table,
        .thread_count = settings->threads,
    };
    if (!plan_threads(&run, settings->memory))
        return false;
    if (!settings->reuse)
        give_back(alphabeta); /* which is quicker than to clear a table that was hardly used */
    bool done =
        take_table(&run, settings->memory) && init_histories(alphabeta, &run) && init_threads(&run);
    mi_table_age(run.table);
    done = done && work(&run);
    if (done) {
        struct mi_ab_thread *thread = answering(&run);
        if (thread->line_count > 1 && !thread->told)
            mi_ab_tell(thread);
        mi_ab_extend_pv(thread);
        result->limit_bytes = settings->memory;
        mi_ab_fill_result(&run, thread, 0);
    }
    free_threads(&run);
    return done;
}

const struct mi_searcher mi_alphabeta = {
    .name = "alphabeta",
    .make = make,
    .free = free_alphabeta,
    .clear = clear,
    .prepare = prepare,
    .run = run_alphabeta,
};
