/* The game's own solver, which searches to the end of the game faster than node.c does. */
#include "alphabeta.h"

#include <string.h>

/* The solver is tried when its estimate is below so many times the nodes of the search so far,
 * which by then have the root's moves in order; and given up at so many times the estimate. */
static const double FAR = 16, ENOUGH = 4;

static double cost_of(const struct mi_ab_thread *thread)
{
    return mi_solver(thread->stack.game)->endgame_cost(mi_path_at(&thread->stack.path, 0));
}

/* Does the best line end the game? */
static bool ends_game(const struct mi_ab_thread *thread)
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

/* Every line is searched.  A search to a depth does not look further: it may only use the solver if
 * that depth reaches the end of the game, to prove what pruning has left unproven. */
bool mi_ab_may_solve_endgame(const struct mi_ab_thread *thread)
{
    const miai_solver *solver = mi_solver(thread->stack.game);
    return solver->solve_endgame && solver->endgame_cost &&
           (thread->run->limits->depth == 0 || ends_game(thread)) &&
           cost_of(thread) <= FAR * (double)thread->stack.nodes;
}

uint64_t mi_ab_endgame_budget(const struct mi_ab_thread *thread)
{
    return 2 * thread->stack.nodes +
           (uint64_t)(ENOUGH * cost_of(thread)) * (uint64_t)thread->line_count;
}

/* What the solver is lent. */
struct lent {
    miai_endgame solving; /* the first member: its functions come back to the loan */
    struct mi_ab_thread *thread;
    int ply;
};

static bool go_on(miai_endgame *solving, uint64_t visited)
{
    struct mi_ab_thread *thread = ((struct lent *)solving)->thread;
    thread->stack.nodes += visited;
    thread->stack.leaves += visited;
    mi_ab_check_limits_now(thread);
    return !thread->stack.aborted;
}

/* Only what hangs on finished games alone is a bound for good. */
static bool recall(miai_endgame *solving, uint64_t key, int *least, int *most, miai_move *move)
{
    const struct lent *lent = (struct lent *)solving;
    const struct mi_ab_stack *stack = &lent->thread->stack;
    struct mi_entry entry;
    if (!mi_table_probe(stack->table, key ^ stack->salt, lent->ply, &entry))
        return false;
    *least = entry.proven && entry.bound & MI_BOUND_LOWER ? entry.score : -MI_SCORE_INFINITE;
    *most = entry.proven && entry.bound & MI_BOUND_UPPER ? entry.score : MI_SCORE_INFINITE;
    *move = entry.move;
    return true;
}

static void keep(miai_endgame *solving, uint64_t key, int plies, int least, int most,
                 miai_move move)
{
    const struct lent *lent = (struct lent *)solving;
    struct mi_ab_stack *stack = &lent->thread->stack;
    bool low = least > -MIAI_SCORE_MAX, high = most < MIAI_SCORE_MAX;
    mi_table_store(stack->table, key ^ stack->salt, lent->ply,
                   &(struct mi_entry){
                       .score = low ? least : most,
                       .depth = plies < MI_DEPTH_MAX ? plies : MI_DEPTH_MAX,
                       .move = move,
                       .bound = (low ? MI_BOUND_LOWER : 0) |
                                (high && (!low || least == most) ? MI_BOUND_UPPER : 0),
                       .proven = true,
                       .eval = MI_SCORE_NONE,
                   });
}

int mi_ab_solve_endgame(struct mi_ab_thread *thread, int ply, int alpha, int beta)
{
    struct mi_ab_stack *stack = &thread->stack;
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    struct lent lent = {
        .solving = {sizeof(miai_endgame), go_on, recall, keep},
        .thread = thread,
        .ply = ply,
    };
    int sign = frame->player == 0 ? 1 : -1, score = 0;
    bool solved = mi_solver(stack->game)
                      ->solve_endgame(mi_path_at(&stack->path, ply), sign > 0 ? alpha : -beta,
                                      sign > 0 ? beta : -alpha, &lent.solving, &score);
    stack->aborted |= !solved;
    frame->proven = solved;
    return sign * score;
}
