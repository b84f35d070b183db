#include "leaf.h"

#include "base/fmath.h"

#include <limits.h>
#include <string.h>

enum {
    DEPTH = -1,                        /* quiescence without threats */
    PRIOR_UNIT = MIAI_POINT_SCORE / 2, /* a move that is better by this is e times as likely */
    PRIOR_UNITS_MAX = 7                /* a larger distance from the best move counts as this */
};

/* ---- the search ---- */

/* The quiescence search ignores the game before the leaf. */
static struct mi_root root_without_history(const struct mi_root *root)
{
    return (struct mi_root){.game = root->game,
                            .tables = root->tables,
                            .weights = root->weights,
                            .setup = root->setup,
                            .size = root->size,
                            .pos = root->pos};
}

size_t mi_leaf_bytes(const struct mi_root *root)
{
    const struct mi_root bare = root_without_history(root);
    return mi_ab_stack_extra_bytes(&bare) + MI_LEAF_PLIES * mi_ab_stack_bytes_per_ply(&bare);
}

bool mi_leaf_init(struct mi_leaf *leaf, const struct mi_root *root, double odds)
{
    const struct mi_root bare = root_without_history(root);
    memset(leaf, 0, sizeof *leaf);
    leaf->scale = mi_scale_make(root->game, root->setup, 0, odds);
    leaf->history.game = root->game;
    leaf->stack.history = &leaf->history;
    leaf->stack.table = &leaf->table;
    if (!mi_ab_stack_init(&leaf->stack, &bare, MI_LEAF_PLIES))
        return false;
    leaf->stack.path.rule = MIAI_REPEAT_FREE; /* noisy moves cannot repeat a position */
    return true;
}

void mi_leaf_free(struct mi_leaf *leaf)
{
    mi_ab_stack_free(&leaf->stack);
}

/* Returns the side to move. */
static int begin_leaf(struct mi_leaf *leaf, const void *pos)
{
    memcpy(mi_path_at(&leaf->stack.path, 0), pos, leaf->stack.path.size);
    mi_ab_stack_begin(&leaf->stack);
    leaf->stack.countdown = INT_MAX;
    return leaf->stack.frames[0].player;
}

/* ---- values and priors ---- */

double mi_leaf_value(struct mi_leaf *leaf, const void *pos)
{
    int player = begin_leaf(leaf, pos);
    int score = mi_ab_quiesce(&leaf->stack, 0, DEPTH, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    return mi_scale_estimate(&leaf->scale, player == 0 ? score : -score);
}

static int search_leaf_move(struct mi_leaf *leaf, miai_move move, int alpha)
{
    mi_ab_play(&leaf->stack, 0, move);
    return mi_ab_quiesce_child(&leaf->stack, 0, DEPTH, alpha, MI_SCORE_INFINITE);
}

/* A softmax of the moves' scores.  A score far below the best may be a bound.  A float holds any
 * score exactly. */
void mi_leaf_priors(struct mi_leaf *leaf, const void *pos, const miai_move *list, int n,
                    float *prior, float *first)
{
    const int far = PRIOR_UNITS_MAX * PRIOR_UNIT;
    int best = -MI_SCORE_INFINITE;
    double sum = 0;
    int player = begin_leaf(leaf, pos);
    for (int i = 0; i < n; i++) {
        int alpha = best > far - MI_SCORE_INFINITE ? best - far : -MI_SCORE_INFINITE;
        int score = search_leaf_move(leaf, list[i], alpha);
        best = score > best ? score : best;
        prior[i] = (float)score;
        first[i] = (float)mi_scale_estimate(&leaf->scale, player == 0 ? score : -score);
    }
    for (int i = 0; i < n; i++) {
        double behind = ((double)best - (double)prior[i]) / PRIOR_UNIT;
        prior[i] = (float)mi_exp(behind < PRIOR_UNITS_MAX ? -behind : -PRIOR_UNITS_MAX);
        sum += (double)prior[i];
    }
    for (int i = 0; i < n; i++)
        prior[i] = (float)((double)prior[i] / sum);
}
