/* ProbCut and multi-ProbCut: steps 11 and 12 of node.c. */
#include "alphabeta.h"
#include "base/range.h"

/* ---- ProbCut ---- */

/* The depth of the verifying search. */
static int probcut_depth(const struct mi_ab_node *node)
{
    return mi_max(node->depth - node->stack->tuning.probcut_reduction, 0);
}

/* Searches a capture that has been played: first by quiescence search, and if the score is above
 * the window, at reduced depth. */
static int search_probcut_move(struct mi_ab_node *node, int beta)
{
    node->frame[1].cut = !node->frame->cut;
    int score = mi_ab_search_child(node->thread, node->ply, 0, beta - 1, beta);
    if (score >= beta && !node->stack->aborted)
        score = mi_ab_search_child(node->thread, node->ply, probcut_depth(node), beta - 1, beta);
    return score;
}

static void store_probcut(const struct mi_ab_node *node, miai_move move, int score)
{
    mi_table_store(node->stack->table, node->frame->key, node->ply,
                   &(struct mi_entry){.score = score,
                                      .depth = probcut_depth(node) + 1,
                                      .move = move,
                                      .bound = MI_BOUND_LOWER,
                                      .eval = mi_ab_eval_to_keep(node->frame)});
}

/* If a shallow search of a capture scores far above the window, assume that a deep search would
 * score above it, too (Buro 1995). */
bool mi_ab_probcut(struct mi_ab_node *node, int *score)
{
    struct mi_ab_stack *stack = node->stack;
    const miai_tactics *tactics = mi_tactics(stack->game);
    int beta = node->beta + stack->tuning.probcut;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_PROBCUT) ||
        node->depth < stack->tuning.probcut_depth || !tactics->see_ge ||
        mi_score_decided(node->beta) ||
        (node->in_table && node->entry.depth > probcut_depth(node) && node->entry.score < beta))
        return false;
    struct mi_picker picker;
    miai_move move;
    mi_ab_begin_moves(stack, node->ply, &picker);
    picker.quiets = MI_QUIETS_NONE;
    picker.skip_losing = true;
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (!tactics->see_ge(node->pos, move, beta - node->frame->eval) ||
            !mi_ab_play(stack, node->ply, move))
            continue;
        *score = search_probcut_move(node, beta);
        if (stack->aborted)
            return true;
        if (*score >= beta) {
            store_probcut(node, move, *score);
            *score -= mi_score_decided(*score) ? 0 : stack->tuning.probcut;
            return true;
        }
    }
    return false;
}

/* ---- multi-ProbCut ---- */

/* If a search of half the depth scores outside the window by a margin, assume that a full search
 * would do so, too.  The evaluation decides which of the two bounds to test (Buro 1997,
 * "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello"). */
bool mi_ab_multi_probcut(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    int depth = node->depth / 4 * 2 + node->depth % 2; /* same parity as node->depth */
    int margin = tuning->multi_probcut + tuning->multi_probcut_step * node->depth;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_MULTI_PROBCUT) || tuning->multi_probcut == 0 ||
        node->depth < tuning->multi_probcut_depth || mi_score_decided(node->alpha) ||
        mi_score_decided(node->beta))
        return false;
    bool above = node->estimate >= node->beta;
    int bound = above ? node->beta + margin : node->alpha - margin + 1;
    int shallow_score = mi_ab_research_node(node, depth, bound);
    *score = above ? node->beta : node->alpha;
    return node->stack->aborted || (shallow_score >= bound) == above;
}
