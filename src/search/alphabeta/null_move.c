/* Searches that settle or extend a node before its moves: steps 9 to 12 and 14 of node.c. */
#include "alphabeta.h"

#include "base/range.h"

static bool decided(int score)
{
    return mi_score_decided(score);
}

/* Searches the node within its own search: its score against a bound at another depth.  The node
 * goes on afterwards, so what it knew of its position is put back. */
static int search_again(struct mi_ab_node *node, int depth, int bound)
{
    struct mi_ab_stack_frame *frame = node->frame;
    int eval = frame->eval;
    bool cut = frame->cut, again = frame->again;
    frame->again = true;
    int score = mi_ab_search_node(node->thread, node->ply, depth, bound - 1, bound);
    frame->again = again;
    frame->eval = eval;
    frame->cut = cut;
    frame->pv_length = 0;
    frame->proven = false;
    return score;
}

/* ---- null move ---- */

/* At high depth, verifies the cut-off by a search without null moves, because of zugzwang. */
static bool verify(struct mi_ab_node *node, int depth)
{
    struct mi_ab_thread *thread = node->thread;
    thread->no_null_move = node->ply + 3 * depth / 4;
    thread->no_null_move_player = node->frame->player;
    int score = search_again(node, depth, node->beta);
    thread->no_null_move = 0;
    return node->stack->aborted || score >= node->beta;
}

/* Even after a null move the score is above the window: a move of one's own would be better still
 * (Donninger 1993). */
static bool null_move(struct mi_ab_node *node, int *score)
{
    const int verified = 12, most = 3;
    int unit = node->stack->margins.null_move_unit;
    if (!mi_ab_may_null_move(node))
        return false;
    int depth =
        node->depth - 4 - node->depth / 5 - mi_min((node->estimate - node->beta) / unit, most);
    depth = mi_max(depth, 0);
    mi_ab_play_null_move(node->stack, node->ply);
    node->frame[1].cut = !node->frame->cut;
    *score = mi_ab_search_child(node->thread, node->ply, depth, node->beta - 1, node->beta);
    if (node->stack->aborted || *score < node->beta)
        return node->stack->aborted;
    if (decided(*score))
        *score = node->beta;
    return node->depth < verified || node->thread->no_null_move || verify(node, depth);
}

/* ---- ProbCut ---- */

enum { PROBCUT_REDUCTION = 4 }; /* plies less deep is the search that refutes */

/* The score of a capture that is played: shallow first, and deeper if that is above the window. */
static int probcut_score(struct mi_ab_node *node, int beta)
{
    node->frame[1].cut = !node->frame->cut;
    int score = mi_ab_search_child(node->thread, node->ply, 0, beta - 1, beta);
    if (score >= beta && !node->stack->aborted)
        score = mi_ab_search_child(node->thread, node->ply, node->depth - PROBCUT_REDUCTION,
                                   beta - 1, beta);
    return score;
}

static void store_probcut(const struct mi_ab_node *node, miai_move move, int score)
{
    mi_table_store(node->stack->table, node->frame->key, node->ply,
                   &(struct mi_entry){.score = score,
                                      .depth = node->depth - PROBCUT_REDUCTION + 1,
                                      .move = move,
                                      .bound = MI_BOUND_LOWER,
                                      .eval = mi_ab_eval_to_keep(node->frame)});
}

/* A capture that is far above the window in a shallow search will be above it in a deep one
 * (ProbCut; Buro 1995). */
static bool probcut(struct mi_ab_node *node, int *score)
{
    struct mi_ab_stack *stack = node->stack;
    const miai_tactics *tactics = mi_tactics(stack->game);
    int beta = node->beta + stack->margins.probcut;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_PROBCUT) || node->depth < 5 ||
        !tactics->see_ge || decided(node->beta) ||
        (node->known && node->entry.depth >= node->depth - PROBCUT_REDUCTION + 1 &&
         node->entry.score < beta))
        return false;
    struct mi_picker picker;
    miai_move move;
    mi_ab_begin_moves(stack, node->ply, &picker);
    picker.wanted = MI_QUIETS_NONE;
    picker.sound = true;
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (!tactics->see_ge(node->pos, move, beta - node->frame->eval) ||
            !mi_ab_play(stack, node->ply, move))
            continue;
        *score = probcut_score(node, beta);
        if (stack->aborted)
            return true;
        if (*score >= beta) {
            store_probcut(node, move, *score);
            *score -= decided(*score) ? 0 : stack->margins.probcut;
            return true;
        }
    }
    return false;
}

/* ---- multi-ProbCut ---- */

/* What a search of half the depth says by far, a deep one will confirm (multi-ProbCut; Buro 1997,
 * "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello").  The
 * evaluation tells which of the bounds is worth a try. */
static bool multi_probcut(struct mi_ab_node *node, int *score)
{
    const miai_margins *margins = &node->stack->margins;
    const int least = 6;
    int depth = node->depth / 4 * 2 + node->depth % 2; /* the same parity */
    int margin = margins->multi_probcut + margins->multi_probcut_step * node->depth;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_MULTI_PROBCUT) || margins->multi_probcut == 0 ||
        node->depth < least || decided(node->alpha) || decided(node->beta))
        return false;
    bool above = node->estimate >= node->beta;
    int bound = above ? node->beta + margin : node->alpha - margin + 1;
    int found = search_again(node, depth, bound);
    *score = above ? node->beta : node->alpha;
    return node->stack->aborted || (found >= bound) == above;
}

bool mi_ab_prune_node(struct mi_ab_node *node, int *score)
{
    if (!mi_ab_has_feature(node->thread, MI_FEATURES_SELECTIVE) || node->pv || node->threatened ||
        node->frame->excluded != MIAI_NO_MOVE)
        return false;
    return mi_ab_reverse_futility(node, score) /* 9. reverse futility pruning */
           || null_move(node, score)           /* 10. null move */
           || probcut(node, score)             /* 11. ProbCut */
           || multi_probcut(node, score) /* 12. multi-ProbCut */;
}

/* ---- singular extension ---- */

/* 14. What the moves but the hash move are worth, against a bound below its score, in a search of
 * half the depth. */
static int score_of_others(struct mi_ab_node *node, int bound)
{
    node->frame->excluded = node->hash_move;
    int score = search_again(node, (node->depth - 1) / 2, bound);
    node->frame->excluded = MIAI_NO_MOVE;
    return score;
}

static bool maybe_singular(const struct mi_ab_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    return mi_ab_has_feature(thread, MI_FEATURE_SINGULAR) && node->depth >= 7 &&
           node->ply < 2 * thread->depth && node->hash_move != MIAI_NO_MOVE &&
           node->frame->excluded == MIAI_NO_MOVE && node->entry.depth >= node->depth - 3 &&
           node->entry.bound & MI_BOUND_LOWER && !decided(node->entry.score);
}

/* How far the others must fall behind. */
static int behind(const struct mi_ab_node *node)
{
    int step = node->stack->margins.singular_step;
    return step * node->depth + (node->pv ? 0 : step * node->depth / 2);
}

bool mi_ab_singular(struct mi_ab_node *node, int *score)
{
    const int most = 6;
    if (!maybe_singular(node))
        return false;
    int bound = node->entry.score - behind(node), far = node->stack->margins.double_singular;
    *score = score_of_others(node, bound);
    if (node->stack->aborted)
        return true;
    if (*score < bound) {
        bool twice = !node->pv && *score < bound - far && node->frame->extended < most;
        node->extension = 1 + twice;
    } else if (bound >= node->beta) {
        *score = bound;
        return true;
    } else if (node->entry.score >= node->beta) {
        node->extension = -1;
    }
    return false;
}
