/* Connects the game's own endgame solver, which searches to the end of the game faster than node.c
 * can, to the transposition table and the limits. */
#include "alphabeta.h"

#include <string.h>

/* The solver is started if its estimated cost is at most START_FACTOR times the nodes searched so
 * far, so that the root moves are well ordered. It is stopped at STOP_FACTOR times the estimate. */
static const double START_FACTOR = 16, STOP_FACTOR = 4;

static double solver_cost(const struct mi_ab_thread *thread)
{
    return mi_solver(thread->stack.game)->endgame_cost(mi_path_at(&thread->stack.path, 0));
}

/* Does the best line reach the end of the game? */
static bool line_ends_game(const struct mi_ab_thread *thread)
{
    const struct mi_path *path = &thread->stack.path;
    const struct mi_ab_line *line = &thread->lines[0];
    void *pos = mi_path_at(path, 1);
    int score;
    memcpy(pos, mi_path_at(path, 0), path->size);
    for (int i = 0; i < line->pv_length; i++)
        path->game->play(pos, line->pv[i]);
    return path->game->outcome(pos, &score);
}

/* A search to a fixed depth may use the solver only if that depth reaches the end of the game. The
 * solver then proves results that pruning has left unproven. */
bool mi_ab_may_solve_endgame(const struct mi_ab_thread *thread)
{
    const miai_solver *solver = mi_solver(thread->stack.game);
    return solver->solve_endgame && solver->endgame_cost &&
           (thread->run->limits->depth == 0 || line_ends_game(thread)) &&
           solver_cost(thread) <= START_FACTOR * (double)thread->stack.nodes;
}

uint64_t mi_ab_endgame_budget(const struct mi_ab_thread *thread)
{
    return 2 * thread->stack.nodes +
           (uint64_t)(STOP_FACTOR * solver_cost(thread)) * (uint64_t)thread->line_count;
}

/* The solver's callbacks and their context. */
struct solver_context {
    miai_endgame callbacks; /* first member: the callbacks cast it to the context */
    struct mi_ab_thread *thread;
    int ply;
};

static bool solver_go_on(miai_endgame *solving, uint64_t visited)
{
    struct mi_ab_thread *thread = ((struct solver_context *)solving)->thread;
    thread->stack.nodes += visited;
    thread->stack.leaves += visited;
    mi_ab_check_limits_now(thread);
    return !thread->stack.aborted;
}

/* Only proven entries are used: other bounds hold for their depth only. */
static bool solver_probe_table(miai_endgame *solving, uint64_t key, int *min_score, int *max_score,
                               miai_move *move)
{
    const struct solver_context *context = (struct solver_context *)solving;
    const struct mi_ab_stack *stack = &context->thread->stack;
    struct mi_entry entry;
    if (!mi_table_probe(stack->table, key ^ stack->salt, context->ply, &entry))
        return false;
    *min_score = entry.proven && entry.bound & MI_BOUND_LOWER ? entry.score : -MI_SCORE_INFINITE;
    *max_score = entry.proven && entry.bound & MI_BOUND_UPPER ? entry.score : MI_SCORE_INFINITE;
    *move = entry.move;
    return true;
}

static void solver_store_table(miai_endgame *solving, uint64_t key, int plies, int min_score,
                               int max_score, miai_move move)
{
    const struct solver_context *context = (struct solver_context *)solving;
    struct mi_ab_stack *stack = &context->thread->stack;
    bool lower = min_score > -MIAI_SCORE_MAX, upper = max_score < MIAI_SCORE_MAX;
    mi_table_store(stack->table, key ^ stack->salt, context->ply,
                   &(struct mi_entry){
                       .score = lower ? min_score : max_score,
                       .depth = plies < MI_DEPTH_MAX ? plies : MI_DEPTH_MAX,
                       .move = move,
                       .bound = (lower ? MI_BOUND_LOWER : 0) |
                                (upper && (!lower || min_score == max_score) ? MI_BOUND_UPPER : 0),
                       .proven = true,
                       .eval = MI_SCORE_NONE,
                   });
}

int mi_ab_solve_endgame(struct mi_ab_thread *thread, int ply, int alpha, int beta)
{
    struct mi_ab_stack *stack = &thread->stack;
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    struct solver_context context = {
        .callbacks = {sizeof(miai_endgame), solver_go_on, solver_probe_table, solver_store_table},
        .thread = thread,
        .ply = ply,
    };
    int sign = frame->player == 0 ? 1 : -1, score = 0;
    bool solved = mi_solver(stack->game)
                      ->solve_endgame(mi_path_at(&stack->path, ply), sign > 0 ? alpha : -beta,
                                      sign > 0 ? beta : -alpha, &context.callbacks, &score);
    stack->aborted |= !solved;
    frame->proven = solved;
    return sign * score;
}
