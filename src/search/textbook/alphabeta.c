/* Knuth and Moore 1975, "An Analysis of Alpha-Beta Pruning", figure 1 without the turn of signs. */
#include "alphabeta.h"

#include "base/clock.h"
#include "search/common/estimate.h"
#include "search/common/limits.h"
#include "search/common/path.h"
#include "search/common/score.h"

#include <stdlib.h>

struct show {
    const struct mi_root *root;
    struct mi_path path;
    struct mi_estimator estimator;
    const struct mi_limits *limits;
    int depth, most, count;
    bool prune, late;
    struct mi_cut *list;
};

static int value_of_leaf(const struct show *show, const void *pos, int ply, bool *leaf)
{
    const miai_evaluation *evaluation = mi_evaluation(show->root->game);
    int score;
    *leaf = true;
    if (show->root->game->outcome(pos, &score))
        return mi_score_outcome(show->root->game, score, 0, ply);
    *leaf = ply == show->depth;
    return *leaf && evaluation->evaluate ? mi_estimate(&show->estimator, pos) : 0;
}

static int search(struct show *show, int ply, miai_move move, int alpha, int beta);

/* The moves one by one, until alpha meets beta. */
static int search_moves(struct show *show, int ply, const miai_move *list, int n, int index,
                        int alpha, int beta)
{
    const bool first = show->root->game->turn(mi_path_at(&show->path, ply)) == 0;
    int best = first ? -MI_SCORE_INFINITE : MI_SCORE_INFINITE;
    for (int i = 0; i < n && (!show->prune || alpha < beta); i++) {
        enum mi_path_step step = mi_path_play(&show->path, ply, list[i]);
        if (step == MI_PATH_FORBIDDEN)
            continue;
        int score = search(show, ply + 1, list[i], alpha, beta);
        if (show->count < 0)
            return 0;
        score = step == MI_PATH_DRAWN ? 0 : score;
        show->list[index].tried++;
        if (first ? score > best : score < best)
            best = score;
        if (first)
            alpha = best > alpha ? best : alpha;
        else
            beta = best < beta ? best : beta;
    }
    return best;
}

/* Sets count to -1 if the positions have become too many, or the time is over. */
static int search(struct show *show, int ply, miai_move move, int alpha, int beta)
{
    const void *pos = mi_path_at(&show->path, ply);
    const miai_game *game = show->root->game;
    miai_move list[MIAI_MAX_LEGAL];
    int index = show->count;
    bool leaf;
    show->late = show->late || mi_limits_over(show->limits, mi_clock());
    if (index < 0 || index == show->most || show->late) {
        show->count = -1;
        return 0;
    }
    int score = value_of_leaf(show, pos, ply, &leaf), n = leaf ? 0 : game->moves(pos, list);
    show->list[show->count++] = (struct mi_cut){
        .depth = ply, .move = move, .alpha = alpha, .beta = beta, .score = score, .moves = n};
    if (ply > 0)
        show->list[index].player = game->turn(mi_path_at(&show->path, ply - 1));
    if (n > 0)
        score = search_moves(show, ply, list, n, index, alpha, beta);
    show->list[index].score = score;
    return score;
}

int mi_cuts(const struct mi_root *root, int depth, bool prune, int most,
            const struct mi_limits *limits, struct mi_cut **list)
{
    struct show show = {
        .root = root, .limits = limits, .depth = depth, .prune = prune, .most = most};
    *list = NULL;
    if (!mi_path_init(&show.path, root, depth + 1))
        return 0;
    if (mi_estimator_init(&show.estimator, root))
        show.list = calloc((size_t)most, sizeof *show.list);
    if (show.list)
        search(&show, 0, MIAI_NO_MOVE, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    mi_estimator_free(&show.estimator);
    mi_path_free(&show.path);
    *list = show.list;
    return show.late ? -1 : show.list && show.count > 0 ? show.count : 0;
}
