/* Knuth and Moore 1975, "An Analysis of Alpha-Beta Pruning", figure 1, without negation: all scores
 * are in the first player's view. */
#include "alphabeta.h"

#include "base/clock.h"
#include "search/common/estimate.h"
#include "search/common/limits.h"
#include "search/common/path.h"
#include "search/common/score.h"

#include <stdlib.h>

struct recorder {
    const struct mi_root *root;
    struct mi_path path;
    struct mi_estimator estimator;
    const struct mi_limits *limits;
    int depth, max_count, count;
    bool prune, timed_out;
    struct mi_cut *list;
};

static int value_of_leaf(const struct recorder *recorder, const void *pos, int ply, bool *leaf)
{
    const miai_evaluation *evaluation = mi_evaluation(recorder->root->game);
    int score;
    *leaf = true;
    if (recorder->root->game->outcome(pos, &score))
        return mi_score_outcome(recorder->root->game, score, 0, ply);
    *leaf = ply == recorder->depth;
    return *leaf && evaluation->evaluate ? mi_estimate(&recorder->estimator, pos) : 0;
}

static int search_recorded(struct recorder *recorder, int ply, miai_move move, int alpha, int beta);

/* Searches the moves in turn, until alpha meets beta. */
static int search_recorded_moves(struct recorder *recorder, int ply, const miai_move *list, int n,
                                 int index, int alpha, int beta)
{
    const bool first = recorder->root->game->turn(mi_path_at(&recorder->path, ply)) == 0;
    int best = first ? -MI_SCORE_INFINITE : MI_SCORE_INFINITE;
    for (int i = 0; i < n && (!recorder->prune || alpha < beta); i++) {
        enum mi_path_step step = mi_path_play(&recorder->path, ply, list[i]);
        if (step == MI_PATH_FORBIDDEN)
            continue;
        int score = search_recorded(recorder, ply + 1, list[i], alpha, beta);
        if (recorder->count < 0)
            return 0;
        score = step == MI_PATH_DRAWN ? 0 : score;
        recorder->list[index].tried++;
        if (first ? score > best : score < best)
            best = score;
        if (first)
            alpha = best > alpha ? best : alpha;
        else
            beta = best < beta ? best : beta;
    }
    return best;
}

/* Sets count to -1 if there are too many positions or the time is over. */
static int search_recorded(struct recorder *recorder, int ply, miai_move move, int alpha, int beta)
{
    const void *pos = mi_path_at(&recorder->path, ply);
    const miai_game *game = recorder->root->game;
    miai_move list[MIAI_MAX_LEGAL];
    int index = recorder->count;
    bool leaf;
    recorder->timed_out = recorder->timed_out || mi_limits_over(recorder->limits, mi_clock());
    if (index < 0 || index == recorder->max_count || recorder->timed_out) {
        recorder->count = -1;
        return 0;
    }
    int score = value_of_leaf(recorder, pos, ply, &leaf), n = leaf ? 0 : game->moves(pos, list);
    recorder->list[recorder->count++] = (struct mi_cut){
        .depth = ply, .move = move, .alpha = alpha, .beta = beta, .score = score, .moves = n};
    if (ply > 0)
        recorder->list[index].player = game->turn(mi_path_at(&recorder->path, ply - 1));
    if (n > 0)
        score = search_recorded_moves(recorder, ply, list, n, index, alpha, beta);
    recorder->list[index].score = score;
    return score;
}

int mi_cuts(const struct mi_root *root, int depth, bool prune, int max_count,
            const struct mi_limits *limits, struct mi_cut **list)
{
    struct recorder recorder = {
        .root = root, .limits = limits, .depth = depth, .prune = prune, .max_count = max_count};
    *list = NULL;
    if (!mi_path_init(&recorder.path, root, depth + 1))
        return 0;
    if (mi_estimator_init(&recorder.estimator, root))
        recorder.list = calloc((size_t)max_count, sizeof *recorder.list);
    if (recorder.list)
        search_recorded(&recorder, 0, MIAI_NO_MOVE, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    mi_estimator_free(&recorder.estimator);
    mi_path_free(&recorder.path);
    *list = recorder.list;
    return recorder.timed_out ? -1 : recorder.list && recorder.count > 0 ? recorder.count : 0;
}
