/* Null-move pruning: step 10 of node.c (Donninger 1993). */
#include "alphabeta.h"
#include "base/range.h"

/* At high depth, verifies the cut-off by a search without null moves, because of zugzwang. */
static bool verify_null_move(struct mi_ab_node *node, int depth)
{
    struct mi_ab_thread *thread = node->thread;
    thread->no_null_move = node->ply + depth * node->stack->tuning.null_move_verified_share / 100;
    thread->no_null_move_player = node->frame->player;
    int score = mi_ab_research_node(node, depth, node->beta);
    thread->no_null_move = 0;
    return node->stack->aborted || score >= node->beta;
}

/* No null move directly after another one, or if the game forbids it: in chess, a side with only
 * pawns may be in zugzwang. */
static bool may_try_null_move(const struct mi_ab_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    const miai_game *game = node->stack->game;
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    return mi_ab_has_feature(thread, MI_FEATURE_NULL_MOVE) && mi_tactics(game)->may_null_move &&
           mi_editing(game)->set_turn && node->depth >= tuning->null_move_depth &&
           !node->frame->null_move && node->estimate >= node->beta &&
           node->frame->eval >=
               node->beta - tuning->null_move_step * node->depth + tuning->null_move &&
           !mi_score_decided(node->beta) &&
           (node->ply >= thread->no_null_move ||
            node->frame->player != thread->no_null_move_player) &&
           mi_tactics(game)->may_null_move(node->pos);
}

bool mi_ab_null_move(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    if (!may_try_null_move(node))
        return false;
    int depth =
        node->depth - tuning->null_move_reduction - node->depth / tuning->null_move_divisor -
        mi_min((node->estimate - node->beta) / tuning->null_move_unit, tuning->null_move_eval_max);
    depth = mi_max(depth, 0);
    mi_ab_play_null_move(node->stack, node->ply);
    node->frame[1].cut = !node->frame->cut;
    *score = mi_ab_search_child(node->thread, node->ply, depth, node->beta - 1, node->beta);
    if (node->stack->aborted || *score < node->beta)
        return node->stack->aborted;
    if (mi_score_decided(*score)) /* an unverified win */
        *score = node->beta;
    return node->depth < tuning->null_move_verified_depth || node->thread->no_null_move ||
           verify_null_move(node, depth);
}
