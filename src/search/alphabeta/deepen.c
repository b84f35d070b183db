#include "alphabeta.h"
#include "base/clock.h"
#include "base/range.h"

#include <limits.h>
#include <string.h>

static bool is_score_won(int score)
{
    return score >= MI_SCORE_PROVEN;
}

static bool is_score_lost(int score)
{
    return score <= -MI_SCORE_PROVEN;
}

/* Searches to a depth with an aspiration window around the last score, and repeats with a moved
 * window until the score is inside.  After a fail high, a selective search repeats at reduced
 * depth, which confirms the score as well; after a fail low, the upper half of the window is given
 * up (both as in Stockfish since 2018).  Without an evaluation, uses the full window.
 *
 * A win or loss is certain, but it may be quicker than the last iteration has seen: the window
 * admits only quicker ones, which lets mate distance pruning end most lines.  If the search fails
 * because it pruned the win, the line stays. */
static void search_aspiration_window(struct mi_ab_thread *thread, int depth)
{
    const struct mi_ab_tuning *tuning = &thread->stack.tuning;
    const int max_reduction =
        mi_ab_has_feature(thread, MI_FEATURES_SELECTIVE)
            ? mi_min(depth / tuning->window_reduction_depth, tuning->window_reduction_max)
            : 0;
    int step = tuning->window, alpha = -MI_SCORE_INFINITE, beta = MI_SCORE_INFINITE, reduction = 0;
    int last = thread->lines[thread->line].score;
    if (mi_ab_has_feature(thread, MI_FEATURE_ASPIRATION) &&
        mi_evaluation(thread->stack.game)->evaluate && depth >= tuning->window_depth) {
        alpha = is_score_lost(last) ? alpha : last - (is_score_won(last) ? 1 : step);
        beta = is_score_won(last) ? beta : last + (is_score_lost(last) ? 1 : step);
    }
    for (;;) {
        int score = mi_ab_search_root(thread, depth - reduction, alpha, beta);
        if (thread->stack.aborted || (score > alpha && score < beta) || is_score_won(last) ||
            is_score_lost(last))
            return;
        step = mi_max(step + 1, step * tuning->window_growth / 100);
        bool open = step > tuning->window_max * tuning->unit || mi_score_decided(score);
        if (score <= alpha) {
            reduction = 0;
            beta = open ? MI_SCORE_INFINITE : (alpha + mi_min(beta, alpha + step)) / 2;
            alpha = open ? -MI_SCORE_INFINITE : score - step;
        } else {
            reduction = mi_min(reduction + 1, max_reduction);
            beta = open ? MI_SCORE_INFINITE : score + step;
        }
    }
}

static void set_line_proof(struct mi_ab_thread *thread)
{
    struct mi_ab_line *line = &thread->lines[thread->line];
    if (thread->stack.frames[0].proven || mi_score_decided(line->score))
        line->proof = mi_score_proof(line->score);
}

/* Is line i better than the line before it, at the same rank? */
static bool is_line_ahead(const struct mi_ab_thread *thread, int i)
{
    return thread->moves[i].rank == thread->moves[i - 1].rank &&
           thread->lines[i].score > thread->lines[i - 1].score;
}

/* Moves the current line to its place in the order of scores, before worse lines. */
static void move_line_ahead(struct mi_ab_thread *thread)
{
    for (int i = thread->line; i > 0 && is_line_ahead(thread, i); i--) {
        struct mi_ab_line line = thread->lines[i];
        struct mi_ab_root_move move = thread->moves[i];
        thread->lines[i] = thread->lines[i - 1];
        thread->moves[i] = thread->moves[i - 1];
        thread->lines[i - 1] = line;
        thread->moves[i - 1] = move;
    }
}

/* Should a search for win, draw or loss be tried?  Only if every line of the game must end, that
 * is, if the game has no repetition rule. */
static bool may_run_proof_search(const struct mi_ab_thread *thread)
{
    return mi_ab_has_feature(thread, MI_FEATURE_PROOFS) && !thread->stack.game->points &&
           !mi_repetition(thread->stack.game)->rule && thread->line_count == 1 &&
           thread->run->limits->depth == 0 &&
           thread->stack.nodes - thread->proof_nodes >= thread->next_proof_nodes;
}

/* Node budget of a proof search: half of the nodes of all iterations so far. The next proof search
 * waits until these have doubled, so that proofs take at most half of the time.  Without an
 * evaluation, iterations can find only proofs, so the budget is the number of all nodes so far,
 * each time. */
static uint64_t take_proof_budget(struct mi_ab_thread *thread)
{
    uint64_t iterated = thread->stack.nodes - thread->proof_nodes;
    bool has_evaluation = mi_evaluation(thread->stack.game)->evaluate;
    thread->next_proof_nodes = has_evaluation ? 2 * iterated : 0;
    return has_evaluation ? iterated / 2 : thread->stack.nodes;
}

/* Searches with this window, within the proof budget and without selective features. */
static int search_to_prove(struct mi_ab_thread *thread, int depth, int alpha, int beta)
{
    uint64_t before = thread->stack.nodes;
    thread->proving = true;
    thread->features &= MI_FEATURES_PLAIN;
    thread->node_budget = before + take_proof_budget(thread);
    int score = mi_ab_search_root(thread, depth, alpha, beta);
    thread->proof_nodes += thread->stack.nodes - before;
    thread->proving = false;
    thread->features = thread->run->features;
    thread->node_budget = UINT64_MAX;
    return score;
}

/* Searches to the end of the game for a win, a draw or a loss. If a result is within reach, this
 * finds it long before the iterations.  If the position is lost, keeps the move of the last
 * iteration. */
static void run_proof_search(struct mi_ab_thread *thread)
{
    size_t bytes = sizeof *thread->moves * (size_t)thread->move_count;
    memcpy(thread->saved_moves, thread->moves, bytes);
    int score = search_to_prove(thread, thread->stack.path.plies, -1, 1);
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[0];
    struct mi_ab_line *line = &thread->lines[0];
    if (thread->stack.aborted || !frame->proven) {
        thread->stack.aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
        memcpy(thread->moves, thread->saved_moves, bytes);
        return;
    }
    thread->solved = true;
    line->proof = mi_score_proof(score);
    line->score = score;
    if (line->proof != MI_LOSS) {
        line->pv_length = frame->pv_length;
        memcpy(line->pv, frame->pv, sizeof line->pv);
    }
}

/* ---- refuting mates: UCI "go mate" ---- */

/* Should the search try to show that there is no mate within the limit?  The iterations so far
 * would have found most mates of that length. */
static bool may_refute_mate(const struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate, score = thread->lines[0].score;
    return mate > 0 && thread->id == 0 && thread->depth >= mate &&
           mate + 1 < thread->stack.path.plies && !thread->stack.game->points &&
           score < MI_SCORE_WIN - mate && score > mate + 1 - MI_SCORE_WIN &&
           thread->stack.nodes - thread->proof_nodes >= thread->next_proof_nodes;
}

/* Full-width search: can the side to move mate within limits->mate plies, or the other side one ply
 * later?  Mate distance pruning ends every line at that ply, before the evaluation would. */
static bool has_short_mate(struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate, win = MI_SCORE_WIN - mate, loss = mate + 1 - MI_SCORE_WIN;
    return search_to_prove(thread, mate + 1, win - 1, win) >= win || thread->stack.aborted ||
           search_to_prove(thread, mate + 2, loss, loss + 1) <= loss;
}

/* Ends the search if there is no such mate; otherwise the iterations continue and find it.  Other
 * searches prune, so their table entries prove nothing, and this search uses different keys.
 * Repetitions and tablebases do not end a line: a repetition depends on the path, and a tablebase
 * does not know the distance to mate. */
static void refute_mate(struct mi_ab_thread *thread)
{
    const uint64_t separate_keys = UINT64_C(0x9e3779b97f4a7c15);
    struct mi_ab_stack *stack = &thread->stack;
    size_t bytes = sizeof *thread->moves * (size_t)thread->move_count;
    int known_depth = stack->known_depth;
    memcpy(thread->saved_moves, thread->moves, bytes);
    stack->salt ^= separate_keys;
    stack->known_depth = INT_MAX;
    stack->repeats = true;
    bool has_mate = has_short_mate(thread);
    stack->salt ^= separate_keys;
    stack->known_depth = known_depth;
    stack->repeats = false;
    memcpy(thread->moves, thread->saved_moves, bytes);
    thread->solved = !stack->aborted && !has_mate;
    stack->aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
}

/* ---- iterations ---- */

/* Searches all lines to a depth. */
static void deepen_lines(struct mi_ab_thread *thread, int depth)
{
    for (thread->line = 0; thread->line < thread->line_count && !thread->stack.aborted;
         thread->line++) {
        search_aspiration_window(thread, depth);
        if (thread->stack.aborted)
            break;
        set_line_proof(thread);
        move_line_ahead(thread);
        if (!thread->has_answer) {
            thread->has_answer = true;
            mi_ab_check_limits_now(thread);
        }
    }
    thread->line = 0;
}

/* Lets the game's solver search to the end.  If its budget runs out, its results stay in the root
 * moves and in the table for the next iteration. */
static void finish_by_endgame(struct mi_ab_thread *thread, int depth)
{
    thread->solving_endgame = true;
    thread->features &= MI_FEATURES_PLAIN;
    thread->node_budget = mi_ab_endgame_budget(thread);
    deepen_lines(thread, depth);
    thread->solving_endgame = false;
    thread->features = thread->run->features;
    thread->node_budget = UINT64_MAX;
    thread->solved = !thread->stack.aborted;
    thread->stack.aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
}

void mi_ab_deepen(struct mi_ab_thread *thread)
{
    const struct mi_limits *limits = thread->run->limits;
    int last = thread->stack.path.plies - 1;
    if (limits->depth > 0 && limits->depth < last)
        last = limits->depth;
    thread->last_report = mi_clock();
    for (int depth = 1 + (thread->id + thread->run->rank) % 2; depth <= last; depth++) {
        thread->depth = depth;
        deepen_lines(thread, depth);
        if (!thread->stack.aborted && thread->lines[0].proof == MI_UNPROVEN &&
            may_run_proof_search(thread))
            run_proof_search(thread);
        if (!thread->stack.aborted && may_refute_mate(thread))
            refute_mate(thread);
        if (!thread->stack.aborted && mi_ab_may_solve_endgame(thread))
            finish_by_endgame(thread, depth);
        if (thread->stack.aborted)
            break;
        mi_ab_report(thread, mi_clock());
        if (mi_ab_is_enough(thread))
            break;
    }
    if (thread->id == 0 || thread->lines[0].proof != MI_UNPROVEN)
        atomic_store_explicit(&thread->run->over, true, memory_order_relaxed);
    mi_ab_publish(thread);
}
