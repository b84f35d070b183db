/* Memory of the search threads. */
#include "alphabeta.h"

#include <stdlib.h>

/* Plies of a path: maximum, and the minimum for a search to begin. */
enum { PLIES_MAX = 256, PLIES_MIN = 16 };

static int root_move_count(const struct mi_root *root)
{
    return root->game->move_count(root->setup);
}

/* Number of lines requested. */
static int line_count(const struct mi_ab_run *run)
{
    int lines = run->limits->lines;
    return lines < 1 ? 1 : lines < MIAI_MAX_LEGAL ? lines : MIAI_MAX_LEGAL;
}

/* ---- planning ---- */

static size_t fixed_thread_bytes(const struct mi_ab_run *run)
{
    const struct mi_root *root = run->root;
    return mi_ab_stack_extra_bytes(root) + sizeof(struct mi_ab_thread) +
           (size_t)line_count(run) * sizeof(struct mi_ab_line) +
           mi_ab_history_bytes(root->game, root_move_count(root), run->kinds);
}

/* Sets the longest paths that fit in half of the memory. Returns false if they are too short. */
static bool plan_with_kinds(struct mi_ab_run *run, size_t memory, int kinds)
{
    size_t per_ply = mi_ab_stack_bytes_per_ply(run->root);
    run->kinds = kinds;
    size_t share = memory / 2 / (size_t)run->thread_count, fixed = fixed_thread_bytes(run);
    size_t plies = share > fixed ? (share - fixed) / per_ply : 0;
    run->plies = plies < PLIES_MAX ? (int)plies : PLIES_MAX;
    run->thread_bytes = fixed + (size_t)run->plies * per_ply;
    return run->plies >= PLIES_MIN;
}

/* If memory is short, drops the move kinds, and with them continuation history. */
static bool plan_run(struct mi_ab_run *run, size_t memory)
{
    const miai_tactics *tactics = mi_tactics(run->root->game);
    return plan_with_kinds(run, memory, tactics->move_kind ? tactics->kinds : 0) ||
           plan_with_kinds(run, memory, 0);
}

bool mi_ab_plan_threads(struct mi_ab_run *run, size_t memory)
{
    while (!plan_run(run, memory)) /* fewer threads need less */
        if (--run->thread_count == 0)
            return false;
    return true;
}

/* ---- making ---- */

static bool make_thread(struct mi_ab_thread *thread, struct mi_ab_run *run, int id)
{
    struct mi_ab_stack *stack = &thread->stack;
    thread->run = run;
    thread->id = id;
    thread->features = run->features;
    thread->node_budget = UINT64_MAX;
    thread->proof_nodes = thread->next_proof_nodes = 0;
    thread->last_move = MIAI_NO_MOVE;
    thread->line_count = line_count(run);
    thread->lines = calloc((size_t)thread->line_count, sizeof *thread->lines);
    stack->table = run->table;
    stack->history = &run->histories[id];
    if (!mi_ab_stack_init(stack, run->root, run->plies) || !thread->lines)
        return false;
    stack->tuning = *run->tuning;
    stack->history->tuning = run->tuning;
    stack->quiesces = run->features & MI_FEATURE_QUIESCENCE;
    stack->corrects = run->features & MI_FEATURE_CORRECTION && stack->history->correction.error;
    if (run->root->tables)
        stack->known_depth = run->probe_depth;
    return true;
}

bool mi_ab_make_threads(struct mi_ab_run *run)
{
    run->threads = calloc((size_t)run->thread_count, sizeof *run->threads);
    for (int i = 0; run->threads && i < run->thread_count; i++)
        if (!make_thread(&run->threads[i], run, i))
            return false;
    return run->threads != NULL;
}

void mi_ab_free_threads(struct mi_ab_run *run)
{
    for (int i = 0; run->threads && i < run->thread_count; i++) {
        mi_ab_stack_free(&run->threads[i].stack);
        free(run->threads[i].lines);
    }
    free(run->threads);
}

size_t mi_ab_held_bytes(const struct mi_ab_run *run)
{
    return mi_table_bytes(run->table) +
           (size_t)run->thread_count *
               mi_ab_history_bytes(run->root->game, root_move_count(run->root), run->kinds);
}
