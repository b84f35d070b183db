#include "alphabeta.h"

#include <string.h>

/* ---- before the search ---- */

/* Brings the move at place from, there or behind, to place i. */
static void bring_to(struct mi_ab_thread *thread, int i, int from)
{
    struct mi_ab_root_move *moves = thread->moves, move = moves[from];
    memmove(moves + i + 1, moves + i, sizeof *moves * (size_t)(from - i));
    moves[i] = move;
}

/* Where a move stands, from place i on; -1: nowhere. */
static int find(const struct mi_ab_thread *thread, int i, miai_move move)
{
    while (i < thread->move_count && thread->moves[i].move != move)
        i++;
    return i < thread->move_count ? i : -1;
}

/* The root's moves in the order of any other node's; those that the picker does not give come
 * last. */
static void order_moves(struct mi_ab_thread *thread)
{
    struct mi_picker picker;
    struct mi_entry entry;
    const void *pos = mi_path_at(&thread->stack.path, 0);
    mi_ab_begin_moves(&thread->stack, 0, &picker);
    if (mi_table_probe(thread->stack.table, thread->stack.frames[0].key, 0, &entry) &&
        thread->stack.game->legal(pos, entry.move))
        picker.hash_move = entry.move;
    int count = 0, from;
    miai_move move;
    while ((move = mi_picker_next(&picker, thread->stack.list)) != MIAI_NO_MOVE)
        if ((from = find(thread, count, move)) >= 0) {
            bring_to(thread, count, from);
            thread->moves[count++].quiet = picker.quiet;
        }
}

/* Stable: within a rank the order stays. */
static void sort_by_rank(struct mi_ab_thread *thread)
{
    for (int i = 1; i < thread->move_count; i++) {
        int to = i;
        while (to > 0 && thread->moves[to - 1].rank < thread->moves[i].rank)
            to--;
        bring_to(thread, to, i);
    }
}

static void begin_lines(struct mi_ab_thread *thread)
{
    if (thread->line_count > thread->move_count)
        thread->line_count = thread->move_count;
    for (int i = 0; i < thread->line_count; i++)
        thread->lines[i] =
            (struct mi_ab_line){.pv_length = 1, .pv = {(uint16_t)thread->moves[i].move}};
}

void mi_ab_list_root(struct mi_ab_thread *thread)
{
    struct mi_ab_stack *stack = &thread->stack;
    const struct mi_root *root = thread->run->root;
    mi_ab_stack_begin(stack);
    thread->move_count = mi_root_moves(root, true, mi_path_at(&stack->path, 1), stack->list);
    for (int i = 0; i < thread->move_count; i++)
        thread->moves[i] = (struct mi_ab_root_move){
            .move = stack->list[i], .rank = mi_root_rank(root, stack->list[i]), .quiet = true};
    order_moves(thread);
    sort_by_rank(thread);
    begin_lines(thread);
}

/* ---- the search ---- */

/* What a score found with the window floor..beta proves, if it depends only on finished games.  A
 * score at or below the floor is only an upper bound: it proves a loss, but no win. */
static enum mi_proof proof_of(int score, int floor, int beta, bool proven)
{
    bool exact = score > floor && score < beta;
    if ((mi_score_decided(score) || proven) &&
        (exact || (score <= floor && score < 0) || (score >= beta && score > 0)))
        return mi_score_proof(score);
    return MI_UNPROVEN;
}

/* The lines between move with their moves; what the move had for a line is lost. */
static void shift_lines(struct mi_ab_thread *thread, int i)
{
    struct mi_ab_line *line = &thread->lines[thread->line];
    int last = i < thread->line_count ? i : thread->line_count - 1;
    memmove(line + 1, line, sizeof *line * (size_t)(last - thread->line));
}

/* A move that is better than those before it counts at once, should the time end now. */
static void adopt(struct mi_ab_thread *thread, int score)
{
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[0];
    struct mi_ab_line *line = &thread->lines[thread->line];
    line->depth = thread->depth;
    line->score = score;
    line->proof = MI_UNPROVEN; /* until the other moves have been searched */
    thread->told = false;
    line->pv_length = frame->pv_length;
    memcpy(line->pv, frame->pv, sizeof line->pv);
    mi_ab_end_line(thread, line);
}

/* Plies by which the search of a late move, already played, is less deep at first. */
static int reduction_of(struct mi_ab_thread *thread, int depth, int i)
{
    const struct mi_ab_root_move *move = &thread->moves[i];
    struct mi_ab_node node = {.thread = thread,
                              .stack = &thread->stack,
                              .frame = &thread->stack.frames[0],
                              .depth = depth,
                              .pv = true,
                              .improving = true};
    struct mi_ab_candidate try = {.move = move->move, .quiet = move->quiet, .number = i + 1};
    return mi_ab_reduction(&node, &try);
}

/* The score of root move i, or nothing of worth if the thread was aborted. */
static int search_move(struct mi_ab_thread *thread, int i, int depth, int floor, int beta,
                       bool first)
{
    struct mi_ab_root_move *move = &thread->moves[i];
    uint64_t before = thread->stack.nodes;
    mi_ab_play(&thread->stack, 0, move->move);
    int reduction = first ? 0 : reduction_of(thread, depth, i);
    int score = mi_ab_search_child_pvs(thread, 0, depth - 1, reduction, floor, beta, first);
    move->nodes += thread->stack.nodes - before;
    if (thread->stack.aborted)
        return 0;
    enum mi_proof proof = proof_of(score, floor, beta, thread->stack.frames[1].proven);
    /* That a move is at most a win says nothing: its last score stands. */
    if (proof != MI_UNPROVEN || !mi_score_decided(score))
        move->score = score;
    move->proof = proof == MI_UNPROVEN ? move->proof : proof;
    return score;
}

/* Moves that are not better than the floor are of interest down to that score. */
static int least_of(const struct mi_ab_thread *thread, int floor)
{
    int margin = thread->proving ? 0 : thread->run->margin;
    return floor - margin > -MI_SCORE_INFINITE ? floor - margin : -MI_SCORE_INFINITE;
}

/* The moves of the line's rank end before this place: those of a lower rank, which the tables know
 * to be worse, are for lines of their own. */
static int end_of_rank(const struct mi_ab_thread *thread)
{
    int i = thread->line;
    while (i < thread->move_count && thread->moves[i].rank == thread->moves[thread->line].rank)
        i++;
    return i;
}

/* The nodes below compare their evaluations with the root's. */
static void evaluate_root(struct mi_ab_thread *thread)
{
    struct mi_ab_stack *stack = &thread->stack;
    if (mi_ab_has_feature(thread, MI_FEATURES_SELECTIVE) && !mi_ab_in_check(stack, 0))
        mi_ab_estimate(stack, 0, NULL);
    else
        stack->frames[0].eval = MI_SCORE_NONE;
}

int mi_ab_search_root(struct mi_ab_thread *thread, int depth, int alpha, int beta)
{
    struct mi_ab_stack_frame *frame = &thread->stack.frames[0];
    evaluate_root(thread);
    int best = -MI_SCORE_INFINITE, floor = alpha, line = thread->line;
    const int end = end_of_rank(thread);
    bool proven = true;
    for (int i = line; i < end && best < beta; i++) {
        mi_ab_report_move(thread, i);
        int score = search_move(thread, i, depth, least_of(thread, floor), beta, i == line);
        if (thread->stack.aborted)
            return 0;
        proven = (proven || score >= beta) && frame[1].proven;
        best = score > best ? score : best;
        if (score <= floor)
            continue;
        floor = score;
        mi_ab_update_pv(&thread->stack, 0, thread->moves[i].move);
        bring_to(thread, line, i);
        if (!thread->proving) {
            shift_lines(thread, i);
            adopt(thread, score);
        }
    }
    frame->proven = proven;
    return best;
}
