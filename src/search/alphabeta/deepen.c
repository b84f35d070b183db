#include "alphabeta.h"
#include "base/clock.h"
#include "base/range.h"

#include <limits.h>
#include <string.h>

enum {
    WINDOW_UNITS = 16, /* of the game's margins: beyond there is no bound */
    WINDOW_DEPTH = 4   /* before: the score swings too much */
};

/* Searches to a depth with a window around the last score, which is moved to where the score falls
 * out of it.  Above it a selective search tells as much by a ply less, unless it has few; below it
 * the upper half is not needed (as Stockfish has both since 2018).  Without an evaluation there is
 * no score to trust. */
static void iterate(struct mi_ab_thread *thread, int depth)
{
    const miai_margins *margins = &thread->stack.margins;
    const int most = mi_ab_has_feature(thread, MI_FEATURES_SELECTIVE) ? mi_min(depth / 6, 3) : 0;
    int step = margins->window, alpha = -MI_SCORE_INFINITE, beta = MI_SCORE_INFINITE, less = 0;
    int last = thread->lines[thread->line].score;
    if (mi_ab_has_feature(thread, MI_FEATURE_ASPIRATION) &&
        mi_evaluation(thread->stack.game)->evaluate && depth >= WINDOW_DEPTH &&
        !mi_score_decided(last)) {
        alpha = last - step;
        beta = last + step;
    }
    for (;;) {
        int score = mi_ab_search_root(thread, depth - less, alpha, beta);
        if (thread->stack.aborted || (score > alpha && score < beta))
            return;
        step *= 2;
        bool open = step > WINDOW_UNITS * margins->unit || mi_score_decided(score);
        if (score <= alpha) {
            less = 0;
            beta = open ? MI_SCORE_INFINITE : (alpha + mi_min(beta, alpha + step)) / 2;
            alpha = open ? -MI_SCORE_INFINITE : score - step;
        } else {
            less = mi_min(less + 1, most);
            beta = open ? MI_SCORE_INFINITE : score + step;
        }
    }
}

static void conclude(struct mi_ab_thread *thread)
{
    struct mi_ab_line *line = &thread->lines[thread->line];
    if (thread->stack.frames[0].proven || mi_score_decided(line->score))
        line->proof = mi_score_proof(line->score);
}

/* Is line i better than the one before it, and not of a lower rank? */
static bool is_ahead(const struct mi_ab_thread *thread, int i)
{
    return thread->moves[i].rank == thread->moves[i - 1].rank &&
           thread->lines[i].score > thread->lines[i - 1].score;
}

/* A line that has turned out better than those before it goes ahead of them. */
static void sort_line(struct mi_ab_thread *thread)
{
    for (int i = thread->line; i > 0 && is_ahead(thread, i); i--) {
        struct mi_ab_line line = thread->lines[i];
        struct mi_ab_root_move move = thread->moves[i];
        thread->lines[i] = thread->lines[i - 1];
        thread->moves[i] = thread->moves[i - 1];
        thread->lines[i - 1] = line;
        thread->moves[i - 1] = move;
    }
}

/* Is it worth a try to search for the sign of the result alone?  The game must come to an end by
 * itself, as it does where its rules need no word on repetition. */
static bool may_prove(const struct mi_ab_thread *thread)
{
    return mi_ab_has_feature(thread, MI_FEATURE_PROOFS) && !thread->stack.game->points &&
           !mi_repetition(thread->stack.game)->rule && thread->line_count == 1 &&
           thread->run->limits->depth == 0 &&
           thread->stack.nodes - thread->proof_nodes >= thread->proof_due;
}

/* How many nodes a try to prove the result may take: half as many as all iterations before, and the
 * next try comes when these have taken twice as many, so that at most half of the time is lost.
 * Without an evaluation the iterations tell nothing else: as many as all before, each time. */
static uint64_t proof_nodes(struct mi_ab_thread *thread)
{
    uint64_t iterated = thread->stack.nodes - thread->proof_nodes;
    bool judges = mi_evaluation(thread->stack.game)->evaluate;
    thread->proof_due = judges ? 2 * iterated : 0;
    return judges ? iterated / 2 : thread->stack.nodes;
}

/* The score with that window, with no estimate on the way, if the budget is enough. */
static int search_to_prove(struct mi_ab_thread *thread, int depth, int alpha, int beta)
{
    uint64_t before = thread->stack.nodes;
    thread->proving = true;
    thread->features &= MI_FEATURES_PLAIN;
    thread->budget = before + proof_nodes(thread);
    int score = mi_ab_search_root(thread, depth, alpha, beta);
    thread->proof_nodes += thread->stack.nodes - before;
    thread->proving = false;
    thread->features = thread->run->features;
    thread->budget = UINT64_MAX;
    return score;
}

/* Searches to the end of the game for a win, a draw or a loss: a result within reach is found long
 * before the iterations come to it.  Where all is lost, the move of the last iteration stands. */
static void prove(struct mi_ab_thread *thread)
{
    size_t bytes = sizeof *thread->moves * (size_t)thread->move_count;
    memcpy(thread->kept, thread->moves, bytes);
    int score = search_to_prove(thread, thread->stack.path.plies, -1, 1);
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[0];
    struct mi_ab_line *line = &thread->lines[0];
    if (thread->stack.aborted || !frame->proven) {
        thread->stack.aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
        memcpy(thread->moves, thread->kept, bytes);
        return;
    }
    thread->settled = true;
    line->proof = mi_score_proof(score);
    line->score = score;
    if (line->proof != MI_LOSS) {
        line->pv_length = frame->pv_length;
        memcpy(line->pv, frame->pv, sizeof line->pv);
    }
}

/* ---- mates that are not there ---- */

/* Is it worth a try to show that nobody mates within the moves of the limits?  An iteration of that
 * depth would have found most mates. */
static bool may_refute_mate(const struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate, score = thread->lines[0].score;
    return mate > 0 && thread->id == 0 && thread->depth >= mate &&
           mate + 1 < thread->stack.path.plies && !thread->stack.game->points &&
           score < MI_SCORE_WIN - mate && score > mate + 1 - MI_SCORE_WIN &&
           thread->stack.nodes - thread->proof_nodes >= thread->proof_due;
}

/* Searches all moves: does the player to move mate within the plies of the limits, or the other one
 * a ply later?  Mate distance pruning cuts every line there, a ply before the evaluation would. */
static bool is_mate_near(struct mi_ab_thread *thread)
{
    int mate = thread->run->limits->mate, win = MI_SCORE_WIN - mate, loss = mate + 1 - MI_SCORE_WIN;
    return search_to_prove(thread, mate + 1, win - 1, win) >= win || thread->stack.aborted ||
           search_to_prove(thread, mate + 2, loss, loss + 1) <= loss;
}

/* Ends the search if there is no such mate; one that is there is left to the iterations.  The
 * table's entries of other searches do not serve here: they depend on pruned moves, so the keys
 * differ for that time.  Repetitions and tablebases do not end a line: a repetition depends on the
 * path, and a tablebase does not say when the mate comes. */
static void refute_mate(struct mi_ab_thread *thread)
{
    const uint64_t apart = UINT64_C(0x9e3779b97f4a7c15);
    struct mi_ab_stack *stack = &thread->stack;
    size_t bytes = sizeof *thread->moves * (size_t)thread->move_count;
    int known_depth = stack->known_depth;
    memcpy(thread->kept, thread->moves, bytes);
    stack->salt ^= apart;
    stack->known_depth = INT_MAX;
    stack->repeats = true;
    bool near = is_mate_near(thread);
    stack->salt ^= apart;
    stack->known_depth = known_depth;
    stack->repeats = false;
    memcpy(thread->moves, thread->kept, bytes);
    thread->settled = !stack->aborted && !near;
    stack->aborted = atomic_load_explicit(&thread->run->over, memory_order_relaxed);
}

/* ---- iterations ---- */

/* One iteration, of all lines. */
static void deepen_lines(struct mi_ab_thread *thread, int depth)
{
    for (thread->line = 0; thread->line < thread->line_count && !thread->stack.aborted;
         thread->line++) {
        iterate(thread, depth);
        if (thread->stack.aborted)
            break;
        conclude(thread);
        sort_line(thread);
    }
    thread->line = 0;
}

/* Lets the game's solver search to the end.  If that takes too long, what it has found of the
 * root's moves stands until the next iteration, and the rest is in the table. */
static void finish_by_endgame(struct mi_ab_thread *thread, int depth)
{
    thread->solving_endgame = true;
    thread->features &= MI_FEATURES_PLAIN;
    thread->budget = mi_ab_endgame_budget(thread);
    deepen_lines(thread, depth);
    thread->solving_endgame = false;
    thread->features = thread->run->features;
    thread->budget = UINT64_MAX;
    thread->settled = !thread->stack.aborted;
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
        if (!thread->stack.aborted && thread->lines[0].proof == MI_UNPROVEN && may_prove(thread))
            prove(thread);
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
