#include "alphabeta.h"

#include <string.h>

/* ---- listing the moves ---- */

/* Moves the root move at index from (at or after i) to index i. */
static void move_to_index(struct mi_ab_thread *thread, int i, int from)
{
    struct mi_ab_root_move *moves = thread->moves, move = moves[from];
    memmove(moves + i + 1, moves + i, sizeof *moves * (size_t)(from - i));
    moves[i] = move;
}

/* Index of a root move, searched from index i on; -1: not found. */
static int find_root_move(const struct mi_ab_thread *thread, int i, miai_move move)
{
    while (i < thread->move_count && thread->moves[i].move != move)
        i++;
    return i < thread->move_count ? i : -1;
}

/* Sorts the root moves as the move picker does at other nodes.  Moves that it does not return come
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
        if ((from = find_root_move(thread, count, move)) >= 0) {
            move_to_index(thread, count, from);
            thread->moves[count++].quiet = picker.quiet;
        }
}

/* A stable sort: keeps the order within a rank. */
static void sort_by_rank(struct mi_ab_thread *thread)
{
    for (int i = 1; i < thread->move_count; i++) {
        int to = i;
        while (to > 0 && thread->moves[to - 1].rank < thread->moves[i].rank)
            to--;
        move_to_index(thread, to, i);
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

/* The proof that follows from a score found with the window (alpha, beta), if it depends only on
 * finished games.  A score at or below alpha is only an upper bound: it can prove a loss, but no
 * win. */
static enum mi_proof root_proof(int score, int alpha, int beta, bool proven)
{
    bool exact = score > alpha && score < beta;
    if ((mi_score_decided(score) || proven) &&
        (exact || (score <= alpha && score < 0) || (score >= beta && score > 0)))
        return mi_score_proof(score);
    return MI_UNPROVEN;
}

/* Moves lines when root move i is moved to the current line's index: those between shift by one,
 * and line i is dropped. */
static void shift_lines(struct mi_ab_thread *thread, int i)
{
    struct mi_ab_line *line = &thread->lines[thread->line];
    int last = i < thread->line_count ? i : thread->line_count - 1;
    memmove(line + 1, line, sizeof *line * (size_t)(last - thread->line));
}

/* Sets the current line as soon as a better move is found, in case time runs out. */
static void set_current_line(struct mi_ab_thread *thread, int score)
{
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[0];
    struct mi_ab_line *line = &thread->lines[thread->line];
    line->depth = thread->depth;
    line->score = score;
    line->proof = MI_UNPROVEN; /* not known until the other moves have been searched */
    thread->lines_reported = false;
    line->pv_length = frame->pv_length;
    memcpy(line->pv, frame->pv, sizeof line->pv);
    mi_ab_end_line(thread, line);
}

/* Late-move reduction of root move i, which has been played. */
static int root_reduction(struct mi_ab_thread *thread, int depth, int i)
{
    const struct mi_ab_root_move *move = &thread->moves[i];
    struct mi_ab_node node = {.thread = thread,
                              .stack = &thread->stack,
                              .frame = &thread->stack.frames[0],
                              .depth = depth,
                              .pv = true,
                              .improving = true};
    struct mi_ab_candidate candidate = {.move = move->move, .quiet = move->quiet, .number = i + 1};
    return mi_ab_reduction(&node, &candidate);
}

/* The score of root move i; undefined if the thread was aborted. */
static int search_root_move(struct mi_ab_thread *thread, int i, int depth, int alpha, int beta,
                            bool first)
{
    struct mi_ab_root_move *move = &thread->moves[i];
    uint64_t before = thread->stack.nodes;
    mi_ab_play(&thread->stack, 0, move->move);
    int reduction = first ? 0 : root_reduction(thread, depth, i);
    int score = mi_ab_search_child_pvs(thread, 0, depth - 1, reduction, alpha, beta, first);
    move->nodes += thread->stack.nodes - before;
    if (thread->stack.aborted)
        return 0;
    enum mi_proof proof = root_proof(score, alpha, beta, thread->stack.frames[1].proven);
    /* "At most a win" is no information: keep the last score. */
    if (proof != MI_UNPROVEN || !mi_score_decided(score))
        move->score = score;
    move->proof = proof == MI_UNPROVEN ? move->proof : proof;
    return score;
}

/* Root moves get an exact score down to the margin below the best one. */
static int window_alpha(const struct mi_ab_thread *thread, int root_alpha)
{
    int margin = thread->proving ? 0 : thread->run->margin;
    return root_alpha - margin > -MI_SCORE_INFINITE ? root_alpha - margin : -MI_SCORE_INFINITE;
}

/* Index after the last move of the current line's rank.  Moves of a lower rank are worse according
 * to the tablebases; they get lines of their own. */
static int end_of_rank(const struct mi_ab_thread *thread)
{
    int i = thread->line;
    while (i < thread->move_count && thread->moves[i].rank == thread->moves[thread->line].rank)
        i++;
    return i;
}

/* Plies below compare their evaluations with this one. */
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
    int best = -MI_SCORE_INFINITE, root_alpha = alpha, line = thread->line;
    const int end = end_of_rank(thread);
    bool proven = true;
    for (int i = line; i < end && best < beta; i++) {
        mi_ab_report_move(thread, i);
        int score =
            search_root_move(thread, i, depth, window_alpha(thread, root_alpha), beta, i == line);
        if (thread->stack.aborted)
            return 0;
        proven = (proven || score >= beta) && frame[1].proven;
        best = score > best ? score : best;
        if (score <= root_alpha)
            continue;
        root_alpha = score;
        mi_ab_update_pv(&thread->stack, 0, thread->moves[i].move);
        move_to_index(thread, line, i);
        if (!thread->proving) {
            shift_lines(thread, i);
            set_current_line(thread, score);
        }
    }
    frame->proven = proven;
    return best;
}
