/* Singular extensions and multi-cut: step 14 of node.c (Anantharaman, Campbell and Hsu 1990). */
#include "alphabeta.h"

/* Searches all moves except the hash move to half the depth, with a null window at bound. */
static int search_without_hash_move(struct mi_ab_node *node, int bound)
{
    node->frame->excluded = node->hash_move;
    int score = mi_ab_research_node(node, (node->depth - 1) / 2, bound);
    node->frame->excluded = MIAI_NO_MOVE;
    return score;
}

static bool may_be_singular(const struct mi_ab_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    return mi_ab_has_feature(thread, MI_FEATURE_SINGULAR) &&
           node->depth >= tuning->singular_depth &&
           node->ply < tuning->singular_plies * thread->depth && node->hash_move != MIAI_NO_MOVE &&
           node->frame->excluded == MIAI_NO_MOVE &&
           node->entry.depth >= node->depth - tuning->singular_entry &&
           node->entry.bound & MI_BOUND_LOWER && !mi_score_decided(node->entry.score);
}

/* How far all other moves must be below the hash move's score. */
static int singular_margin(const struct mi_ab_node *node)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    int margin = tuning->singular_step * node->depth;
    return margin + (node->pv ? 0 : margin * tuning->singular_cut / 100);
}

bool mi_ab_singular(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    if (!may_be_singular(node))
        return false;
    int bound = node->entry.score - singular_margin(node);
    *score = search_without_hash_move(node, bound);
    if (node->stack->aborted)
        return true;
    if (*score < bound) {
        bool twice = !node->pv && *score < bound - tuning->double_singular &&
                     node->frame->double_extensions < tuning->singular_doubles;
        node->extension = 1 + twice;
    } else if (bound >= node->beta) { /* multi-cut: several moves are above beta */
        *score = bound;
        return true;
    } else if (node->entry.score >= node->beta) {
        node->extension = -1;
    }
    return false;
}
