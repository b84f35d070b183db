/* The result of a run: lines, root moves and counters. */
#include "alphabeta.h"
#include "base/clock.h"

uint64_t mi_ab_nodes(struct mi_ab_run *run)
{
    uint64_t nodes = 0;
    for (int i = 0; i < run->thread_count; i++)
        nodes += atomic_load_explicit(&run->threads[i].seen_nodes, memory_order_relaxed);
    return nodes;
}

/* The lead in points; 0 in a game that is not scored by points. */
static double score_lead(const struct mi_ab_thread *thread, int score)
{
    return thread->stack.game->points > 0 ? (double)score / MIAI_POINT_SCORE : 0;
}

static void fill_root_moves(const struct mi_ab_thread *thread, struct mi_result *result)
{
    uint64_t nodes = 0;
    for (int i = 0; i < thread->move_count; i++)
        nodes += thread->moves[i].nodes;
    result->choice_count = thread->move_count;
    for (int i = 0; i < thread->move_count; i++) {
        const struct mi_ab_root_move *move = &thread->moves[i];
        result->choice[i] = (struct mi_choice){
            .move = move->move,
            .rank = move->rank,
            .visits = move->nodes,
            .value = mi_scale_score(&thread->run->scale, move->score, move->proof),
            .share = nodes ? (double)move->nodes / (double)nodes : 0,
            .proof = move->proof,
            .lead = score_lead(thread, move->score),
            .bound = move->proof == MI_UNPROVEN,
        };
    }
    for (int i = 0; i < thread->line_count; i++) {
        const struct mi_ab_line *line = &thread->lines[i];
        result->choice[i].value = mi_scale_score(&thread->run->scale, line->score, line->proof);
        result->choice[i].proof = line->proof;
        result->choice[i].lead = score_lead(thread, line->score);
        result->choice[i].bound = line->depth == 0 && line->proof == MI_UNPROVEN;
    }
}

static void fill_line(const struct mi_ab_thread *thread, const struct mi_ab_line *line,
                      struct mi_result *result)
{
    result->proof = line->proof;
    result->score = line->score;
    result->scored = mi_evaluation(thread->stack.game)->evaluate || line->proof != MI_UNPROVEN;
    result->value = mi_scale_score(&thread->run->scale, line->score, line->proof);
    result->leads = result->scored && thread->stack.game->points > 0;
    result->lead = result->root_lead = score_lead(thread, line->score);
    result->depth = line->depth;
    result->pv_length = line->pv_length;
    for (int i = 0; i < line->pv_length; i++)
        result->pv[i] = line->pv[i];
    result->move = line->pv_length > 0 ? line->pv[0] : MIAI_NO_MOVE;
}

static void fill_counts(struct mi_ab_run *run, struct mi_result *result)
{
    uint64_t entries = mi_table_used(run->table), capacity = mi_table_capacity(run->table);
    result->playouts = 0;
    result->own_playouts = mi_ab_nodes(run);
    result->nodes = result->own_playouts + mi_ab_peers_nodes(run->exchange);
    result->leaves = result->hits = 0;
    for (int i = 0; i < run->thread_count; i++) {
        const struct mi_ab_thread *thread = &run->threads[i];
        result->leaves += atomic_load_explicit(&thread->seen_leaves, memory_order_relaxed);
        result->hits += atomic_load_explicit(&thread->seen_hits, memory_order_relaxed);
    }
    result->full = capacity ? (int)(entries * 1000 / capacity) : 0;
    result->seconds = mi_clock() - run->limits->start;
    result->reused_visits = 0;
    result->root_visits = result->nodes;
    result->tree_nodes = entries;
    result->tree_bytes = entries * 16 + run->thread_bytes * (uint64_t)run->thread_count;
    result->held_bytes = mi_ab_held_bytes(run);
}

void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread, int line)
{
    struct mi_result *result = run->result;
    fill_line(thread, &thread->lines[line], result);
    fill_counts(run, result);
    fill_root_moves(thread, result);
    result->max_ply = thread->stack.max_ply;
    result->line = thread->line_count > 1 ? line + 1 : 0;
    result->root_value = result->value;
    result->number = 0;
}
