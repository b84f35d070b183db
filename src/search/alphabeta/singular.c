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
    return mi_ab_has_feature(thread, MI_FEATURE_SINGULAR) && node->depth >= 7 &&
           node->ply < 2 * thread->depth && node->hash_move != MIAI_NO_MOVE &&
           node->frame->excluded == MIAI_NO_MOVE && node->entry.depth >= node->depth - 3 &&
           node->entry.bound & MI_BOUND_LOWER && !mi_score_decided(node->entry.score);
}

/* How far all other moves must be below the hash move's score. */
static int singular_margin(const struct mi_ab_node *node)
{
    int step = node->stack->margins.singular_step;
    return step * node->depth + (node->pv ? 0 : step * node->depth / 2);
}

bool mi_ab_singular(struct mi_ab_node *node, int *score)
{
    const int max_double_extensions = 6; /* on one path */
    if (!may_be_singular(node))
        return false;
    int bound = node->entry.score - singular_margin(node);
    int double_margin = node->stack->margins.double_singular;
    *score = search_without_hash_move(node, bound);
    if (node->stack->aborted)
        return true;
    if (*score < bound) {
        bool twice = !node->pv && *score < bound - double_margin &&
                     node->frame->double_extensions < max_double_extensions;
        node->extension = 1 + twice;
    } else if (bound >= node->beta) { /* multi-cut: several moves are above beta */
        *score = bound;
        return true;
    } else if (node->entry.score >= node->beta) {
        node->extension = -1;
    }
    return false;
}
