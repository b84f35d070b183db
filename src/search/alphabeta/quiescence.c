/* Quiescence search. */
#include "stack.h"

struct quiescence_node {
    struct mi_ab_stack *stack;
    struct mi_ab_stack_frame *frame;
    int ply, depth, alpha, beta;
    int alpha_or_best; /* what a move must exceed: the greater of alpha and the best score */
    int best;
    miai_move best_move;
    bool in_check; /* standing pat is not allowed */
    bool in_table; /* the transposition table has an entry for it */
    struct mi_entry entry;
};

/* The evaluation is final at the end of the path, and in games that do not distinguish noisy moves.
 */
static bool is_quiescence_leaf(const struct mi_ab_stack *stack, int ply)
{
    return !stack->quiesces || !mi_tactics(stack->game)->noisy ||
           !mi_evaluation(stack->game)->evaluate || ply == stack->path.plies;
}

/* Without history, moves are ordered by capture value only. */
static bool has_no_history(const struct quiescence_node *node)
{
    return !node->stack->history->quiet;
}

static void begin_noisy_moves(const struct quiescence_node *node, struct mi_picker *picker)
{
    const struct mi_ab_stack *stack = node->stack;
    const miai_tactics *tactics = mi_tactics(stack->game);
    const void *pos = mi_path_at(&stack->path, node->ply);
    mi_ab_begin_moves(stack, node->ply, picker);
    picker->skip_losing = !node->in_check;
    if (picker->skip_losing && has_no_history(node) && tactics->capture_value)
        picker->min_capture = node->alpha_or_best - node->frame->eval - stack->tuning.delta;
    picker->evasions = node->in_check && has_no_history(node);
    picker->quiets = picker->evasions  ? MI_QUIETS_NONE
                     : node->in_check  ? MI_QUIETS_ALL
                     : node->depth < 0 ? MI_QUIETS_NONE
                                       : MI_QUIETS_THREATS;
    if (node->in_table && stack->game->legal(pos, node->entry.move) &&
        (node->in_check || (tactics->capture_value && tactics->capture_value(pos, node->entry.move) > 0)))
        picker->hash_move = node->entry.move;
}

/* Is the move too weak to reach alpha?  *max_score: an upper bound of its score.  A quiet threat
 * has no bound, unless it loses material. */
static bool is_futile_noisy(const struct quiescence_node *node, miai_move move, bool quiet,
                            int *max_score)
{
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    const void *pos = mi_path_at(&node->stack->path, node->ply);
    *max_score = -MI_SCORE_INFINITE;
    if (quiet)
        return tactics->see_ge && !tactics->see_ge(pos, move, 0);
    if (!tactics->capture_value)
        return false;
    *max_score = node->frame->eval + node->stack->tuning.delta + tactics->capture_value(pos, move);
    return *max_score <= node->alpha_or_best;
}

static void store_quiescence(const struct quiescence_node *node, enum mi_bound bound)
{
    if (!node->stack->table->count)
        return;
    mi_table_store(node->stack->table, node->frame->key, node->ply,
                   &(struct mi_entry){.score = node->best,
                                      .move = node->best_move,
                                      .bound = bound,
                                      .eval = mi_ab_eval_to_keep(node->frame)});
}

static bool quiescence_table_cuts(struct quiescence_node *node)
{
    node->in_table = node->stack->table->count &&
                     mi_table_probe(node->stack->table, node->frame->key, node->ply, &node->entry);
    if (!node->in_table || node->beta - node->alpha > 1 ||
        !mi_ab_entry_cuts(&node->entry, 0, node->alpha, node->beta))
        return false;
    node->frame->proven = node->entry.proven;
    node->best = node->entry.score;
    return true;
}

/* Stand pat: is the evaluation already at or above beta?  Not allowed in check. */
static bool stand_pat(struct quiescence_node *node)
{
    node->in_check = mi_ab_in_check(node->stack, node->ply);
    node->frame->eval = MI_SCORE_NONE;
    if (node->in_check)
        return false;
    node->best = mi_ab_estimate(node->stack, node->ply, node->in_table ? &node->entry : NULL);
    if (node->best > node->alpha_or_best)
        node->alpha_or_best = node->best;
    if (node->best < node->beta)
        return false;
    if (!node->in_table)
        store_quiescence(node, MI_BOUND_LOWER);
    return true;
}

static void update_best_noisy(struct quiescence_node *node, miai_move move, int score)
{
    node->best = score;
    if (score <= node->alpha_or_best)
        return;
    node->alpha_or_best = score;
    node->best_move = move;
    mi_ab_update_pv(node->stack, node->ply, move);
}

/* If moves are ordered by history, one quiet evasion is enough. */
static bool is_check_answered(const struct quiescence_node *node, int score)
{
    return node->in_check && score > -MI_SCORE_PROVEN && !has_no_history(node);
}

static void search_noisy_moves(struct quiescence_node *node)
{
    struct mi_ab_stack *stack = node->stack;
    struct mi_picker picker;
    miai_move move;
    int max_score;
    begin_noisy_moves(node, &picker);
    while (node->best < node->beta &&
           (move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (!node->in_check && is_futile_noisy(node, move, picker.quiet, &max_score)) {
            node->best = max_score > node->best ? max_score : node->best;
            if (has_no_history(node))
                break; /* all later moves capture less */
            continue;
        }
        if (!mi_ab_play(stack, node->ply, move))
            continue;
        int score =
            mi_ab_quiesce_child(stack, node->ply, node->depth - 1, node->alpha_or_best, node->beta);
        if (stack->aborted)
            return;
        if (is_check_answered(node, score))
            picker.quiets = MI_QUIETS_NONE;
        if (score > node->best)
            update_best_noisy(node, move, score);
    }
}

int mi_ab_quiesce(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    struct quiescence_node node = {
        .stack = stack,
        .frame = &stack->frames[ply],
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .alpha_or_best = alpha,
        .best = -MI_SCORE_INFINITE,
        .best_move = MIAI_NO_MOVE,
    };
    node.frame->leaf = is_quiescence_leaf(stack, ply);
    if (node.frame->leaf)
        return mi_ab_score_without_moves(stack, ply);
    if (quiescence_table_cuts(&node) || stand_pat(&node))
        return node.best;
    search_noisy_moves(&node);
    if (stack->aborted)
        return 0;
    if (node.best == -MI_SCORE_INFINITE)
        return mi_ab_score_without_moves(stack, ply);
    store_quiescence(&node, mi_ab_bound(node.best, alpha, beta));
    return node.best;
}

/* A node below the first, in the view of its side to move. */
static int quiesce_node(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    int score;
    return mi_ab_begin_node(stack, ply, &score) ? score
                                                : mi_ab_quiesce(stack, ply, depth, alpha, beta);
}

int mi_ab_quiesce_child(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    return frame[0].player == frame[1].player ? quiesce_node(stack, ply + 1, depth, alpha, beta)
                                              : -quiesce_node(stack, ply + 1, depth, -beta, -alpha);
}
