#include "alphabeta.h"
#include "../base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Plies of a path: at most, and at least for a search to begin. */
enum { PLIES_MAX = 256, PLIES_MIN = 16 };

/* What is kept from one run to the next. */
struct alphabeta {
    struct mi_table table;
};

static void *make(void)
{
    return calloc(1, sizeof(struct alphabeta));
}

static void clear(void *self)
{
    struct alphabeta *alphabeta = self;
    mi_table_free(&alphabeta->table);
}

static void free_alphabeta(void *self)
{
    if (self)
        clear(self);
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

static size_t bytes_per_ply(const struct mi_root *root)
{
    return mi_path_bytes_per_ply(root) + sizeof(struct mi_frame) +
           width_of(root) * sizeof(uint64_t);
}

static size_t bytes_besides(const struct mi_root *root)
{
    return mi_path_bytes_besides(root) + sizeof(struct mi_ab_thread) +
           mi_history_bytes(moves_of(root)) + 3 * bytes_per_ply(root);
}

/* Paths as long as half of the memory allows; false if that is too short. */
static bool plan(struct mi_ab_run *run, size_t memory)
{
    size_t share = memory / 2 / (size_t)run->thread_count, besides = bytes_besides(run->root);
    size_t plies = share > besides ? (share - besides) / bytes_per_ply(run->root) : 0;
    run->plies = plies < PLIES_MAX ? (int)plies : PLIES_MAX;
    run->thread_bytes = besides + (size_t)run->plies * bytes_per_ply(run->root);
    return run->plies >= PLIES_MIN;
}

static void init_root_moves(struct mi_ab_thread *thread)
{
    const struct mi_root *root = thread->run->root;
    thread->move_count = mi_root_moves(root, true, mi_path_at(&thread->path, 1), thread->list);
    for (int i = 0; i < thread->move_count; i++)
        thread->moves[i] = (struct mi_root_move){.move = thread->list[i]};
    thread->pv[0] = (uint16_t)thread->moves[0].move;
    thread->pv_length = thread->move_count > 0;
}

static bool init_thread(struct mi_ab_thread *thread, struct mi_ab_run *run, int id)
{
    const struct mi_root *root = run->root;
    size_t frames = (size_t)run->plies + 3, width = width_of(root);
    thread->run = run;
    thread->id = id;
    thread->game = root->game;
    thread->table = run->table;
    thread->salt = miai_mix(root->start);
    thread->budget = UINT64_MAX;
    thread->frames = calloc(frames, sizeof *thread->frames);
    thread->items = malloc(frames * width * sizeof *thread->items);
    if (!mi_path_init(&thread->path, root, run->plies) ||
        !mi_history_init(&thread->history, moves_of(root)) || !thread->frames || !thread->items)
        return false;
    for (size_t i = 0; i < frames; i++) {
        thread->frames[i].items = thread->items + i * width;
        thread->frames[i].killers = (struct mi_killers){{MIAI_NO_MOVE, MIAI_NO_MOVE}};
    }
    thread->frames[0].player = root->game->turn(root->pos);
    init_root_moves(thread);
    return true;
}

static void free_threads(struct mi_ab_run *run)
{
    for (int i = 0; run->threads && i < run->thread_count; i++) {
        struct mi_ab_thread *thread = &run->threads[i];
        mi_path_free(&thread->path);
        mi_history_free(&thread->history);
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

/* ---- the threads' work ---- */

uint64_t mi_ab_nodes(struct mi_ab_run *run)
{
    uint64_t nodes = 0;
    for (int i = 0; i < run->thread_count; i++)
        nodes += atomic_load_explicit(&run->threads[i].seen_nodes, memory_order_relaxed);
    return nodes;
}

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
        if (run->threads[i].proof != MI_UNPROVEN)
            return &run->threads[i];
    return &run->threads[0];
}

/* ---- the result ---- */

/* Follows the best moves in the table where the line is shorter than the depth. */
static void extend_pv(struct mi_ab_thread *thread)
{
    const miai_game *game = thread->game;
    struct mi_entry entry;
    int score, ply = 0;
    for (; ply < thread->path.plies; ply++) {
        const void *pos = mi_path_at(&thread->path, ply);
        uint64_t key = mi_path_key(&thread->path, ply) ^ thread->salt;
        if (ply == thread->pv_length) {
            if (ply == MI_PV_MAX || game->outcome(pos, &score) ||
                !mi_table_probe(thread->table, key, ply, &entry) || !game->legal(pos, entry.move))
                return;
            thread->pv[thread->pv_length++] = (uint16_t)entry.move;
        }
        if (mi_path_play(&thread->path, ply, thread->pv[ply]) != MI_STEP_FREE) {
            thread->pv_length = ply + 1;
            return;
        }
    }
}

static void fill_choices(const struct mi_ab_thread *thread, struct mi_result *result)
{
    uint64_t nodes = 0;
    for (int i = 0; i < thread->move_count; i++)
        nodes += thread->moves[i].nodes;
    result->choice_count = thread->move_count;
    for (int i = 0; i < thread->move_count; i++) {
        const struct mi_root_move *move = &thread->moves[i];
        result->choice[i] = (struct mi_choice){
            .move = move->move,
            .visits = move->nodes,
            .value = mi_score_value(thread->game, move->score, move->proof),
            .share = nodes ? (double)move->nodes / (double)nodes : 0,
            .proof = move->proof,
        };
    }
    if (thread->move_count > 0) {
        result->choice[0].value = result->value;
        result->choice[0].proof = result->proof;
    }
}

void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread)
{
    struct mi_result *result = run->result;
    uint64_t entries = mi_table_used(run->table);
    result->move = thread->move_count > 0 ? thread->moves[0].move : MIAI_NO_MOVE;
    result->proof = thread->proof;
    result->score = thread->score;
    result->scored = thread->game->evaluate || thread->proof != MI_UNPROVEN;
    result->value = mi_score_value(thread->game, thread->score, thread->proof);
    result->playouts = 0;
    result->nodes = mi_ab_nodes(run);
    result->leaves = 0;
    for (int i = 0; i < run->thread_count; i++)
        result->leaves += atomic_load_explicit(&run->threads[i].seen_leaves, memory_order_relaxed);
    result->depth = thread->depth;
    result->seconds = mi_clock() - run->limits->start;
    result->reused_visits = 0;
    result->tree_nodes = entries;
    result->tree_bytes = entries * 16 + run->thread_bytes * (uint64_t)run->thread_count;
    result->pv_length = thread->pv_length;
    for (int i = 0; i < thread->pv_length; i++)
        result->pv[i] = thread->pv[i];
    fill_choices(thread, result);
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
    if (!plan(&run, settings->memory))
        return false;
    if (!settings->reuse)
        mi_table_free(run.table);
    size_t table_bytes = settings->memory - run.thread_bytes * (size_t)run.thread_count;
    bool done = mi_table_resize(run.table, table_bytes) && init_threads(&run);
    mi_table_age(run.table);
    done = done && work(&run);
    if (done) {
        struct mi_ab_thread *thread = answering(&run);
        extend_pv(thread);
        result->limit_bytes = settings->memory;
        mi_ab_fill_result(&run, thread);
    }
    free_threads(&run);
    return done;
}

const struct mi_searcher mi_alphabeta = {
    .name = "alphabeta",
    .make = make,
    .free = free_alphabeta,
    .clear = clear,
    .run = run_alphabeta,
};
