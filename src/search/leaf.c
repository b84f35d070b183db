#include "leaf.h"

#include "../base/fmath.h"
#include "score.h"

#include <string.h>

enum {
    ALIGNMENT = 16,
    DELTA_MARGIN = 3 * MIAI_POINT_SCORE / 2, /* a capture must bring the score so near the window */
    PRIOR_UNIT = MIAI_POINT_SCORE / 2, /* of moves that differ by it one is e times as likely */
    PRIOR_UNITS_MAX = 7                /* the worst move is as if that far behind the best */
};

static size_t stride_of(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t mi_leaf_bytes(size_t size)
{
    return stride_of(size) * (MI_LEAF_PLIES + 1);
}

struct mi_leaf mi_leaf_make(const struct mi_root *root, double odds, unsigned char *stack)
{
    return (struct mi_leaf){root->game, odds, root->size, stride_of(root->size), stack};
}

static void *at(const struct mi_leaf *leaf, int ply)
{
    return leaf->stack + leaf->stride * (size_t)ply;
}

/* ---- quiescence: scores are those of the player to move ---- */

/* The noisy moves that do not lose, or all answers to a threat; what takes most first. */
static int list_moves(const miai_game *game, const void *pos, bool threatened, miai_move *list)
{
    int takes[MIAI_MAX_LEGAL], kept = 0;
    int n = threatened ? game->moves(pos, list) : game->noisy(pos, list);
    for (int i = 0; i < n; i++) {
        miai_move move = list[i];
        if (!threatened && game->gains && !game->gains(pos, move, 0))
            continue;
        int gain = game->takes ? game->takes(pos, move) : 0, j = kept++;
        for (; j > 0 && takes[j - 1] < gain; j--) {
            takes[j] = takes[j - 1];
            list[j] = list[j - 1];
        }
        takes[j] = gain;
        list[j] = move;
    }
    return kept;
}

static int quiesce(const struct mi_leaf *leaf, int ply, int alpha, int beta);

static int try_move(const struct mi_leaf *leaf, int ply, miai_move move, int alpha, int beta)
{
    const miai_game *game = leaf->game;
    void *pos = at(leaf, ply), *next = at(leaf, ply + 1);
    memcpy(next, pos, leaf->size);
    game->play(next, move);
    if (game->turn(next) == game->turn(pos))
        return quiesce(leaf, ply + 1, alpha, beta);
    return -quiesce(leaf, ply + 1, -beta, -alpha);
}

/* The best of standing still, which a threat does not allow, and the moves. */
static int try_moves(const struct mi_leaf *leaf, int ply, bool threatened, int stand, int alpha,
                     int beta)
{
    const miai_game *game = leaf->game;
    const void *pos = at(leaf, ply);
    miai_move list[MIAI_MAX_LEGAL];
    int best = stand, n = list_moves(game, pos, threatened, list);
    for (int i = 0; i < n && best < beta; i++) {
        int floor = best > alpha ? best : alpha;
        if (!threatened && game->takes && stand + game->takes(pos, list[i]) + DELTA_MARGIN <= floor)
            break;
        int score = try_move(leaf, ply, list[i], floor, beta);
        best = score > best ? score : best;
    }
    return best;
}

static int quiesce(const struct mi_leaf *leaf, int ply, int alpha, int beta)
{
    const miai_game *game = leaf->game;
    const void *pos = at(leaf, ply);
    int turn = game->turn(pos), score;
    if (game->outcome(pos, &score))
        return mi_score_outcome(game, score, turn, ply);
    bool last = ply == MI_LEAF_PLIES || !game->noisy;
    bool threatened = !last && game->threatened && game->threatened(pos);
    int stand = -MI_SCORE_INFINITE;
    if (!threatened) {
        stand = game->evaluate(pos);
        stand = turn == 0 ? stand : -stand;
    }
    if (last || stand >= beta)
        return stand;
    return try_moves(leaf, ply, threatened, stand, alpha, beta);
}

/* ---- values and priors ---- */

/* The logistic curve. */
static double chance(double x)
{
    const double most = 20;
    x = x > most ? most : x < -most ? -most : x;
    return 1 / (1 + mi_exp(-x));
}

double mi_leaf_value(const struct mi_leaf *leaf, const void *pos)
{
    memcpy(leaf->stack, pos, leaf->size);
    int score = quiesce(leaf, 0, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    score = leaf->game->turn(pos) == 0 ? score : -score;
    if (leaf->game->points)
        return mi_value_of_score(leaf->game, score);
    return chance(score / leaf->odds);
}

/* A softmax of what the moves are worth; how far behind the worst are does not matter. */
void mi_leaf_priors(const struct mi_leaf *leaf, const void *pos, const miai_move *list, int n,
                    float *prior)
{
    int score[MIAI_MAX_LEGAL], best = -MI_SCORE_INFINITE;
    double weight[MIAI_MAX_LEGAL], sum = 0;
    memcpy(leaf->stack, pos, leaf->size);
    for (int i = 0; i < n; i++) {
        int least = best - PRIOR_UNITS_MAX * PRIOR_UNIT;
        least = least > -MI_SCORE_INFINITE ? least : -MI_SCORE_INFINITE;
        score[i] = try_move(leaf, 0, list[i], least, MI_SCORE_INFINITE);
        best = score[i] > best ? score[i] : best;
    }
    for (int i = 0; i < n; i++) {
        double behind = (double)(best - score[i]) / PRIOR_UNIT;
        sum += weight[i] = mi_exp(behind < PRIOR_UNITS_MAX ? -behind : -PRIOR_UNITS_MAX);
    }
    for (int i = 0; i < n; i++)
        prior[i] = (float)(weight[i] / sum);
}
