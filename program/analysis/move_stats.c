/* Statistics of a player's moves, and turning points. */
#include "analysis.h"

#include <math.h>

static const double MIN_TURNING_POINT_LOSS = 0.03; /* minimal loss of a turning point */

static double move_accuracy(double loss)
{
    return fmin(100, fmax(0, 103.1668 * exp(-4.354 * loss) - 3.1669));
}

static void add_move_stats(struct mi_move_stats *sum, const struct mi_position_analysis *position)
{
    sum->moves++;
    sum->very_bad += position->loss >= MI_VERY_BAD;
    sum->bad += position->loss >= MI_BAD && position->loss < MI_VERY_BAD;
    sum->doubtful += position->loss >= MI_DOUBTFUL && position->loss < MI_BAD;
    sum->loss += position->loss;
    sum->points_lost += position->points_lost;
    sum->accuracy += move_accuracy(position->loss);
}

struct mi_move_stats mi_move_stats_of(const struct mi_game_analysis *game, int player, int phase)
{
    struct mi_move_stats sum = {0};
    int from = phase < 0 ? 0 : phase * game->moves / MI_PHASES;
    int to = phase < 0 ? game->moves : (phase + 1) * game->moves / MI_PHASES;
    for (int k = from < game->random_plies ? game->random_plies : from; k < to; k++)
        if (game->list[k].player == player)
            add_move_stats(&sum, &game->list[k]);
    if (sum.moves > 0) {
        sum.loss /= sum.moves;
        sum.points_lost /= sum.moves;
        sum.accuracy /= sum.moves;
    }
    return sum;
}

int mi_turning_points(const struct mi_game_analysis *game, int *list, int max_count)
{
    int n = 0;
    for (int k = game->random_plies; k < game->moves; k++) {
        double loss = game->list[k].loss;
        if (loss < MIN_TURNING_POINT_LOSS ||
            (n == max_count && loss <= game->list[list[n - 1]].loss))
            continue;
        int at = n < max_count ? n++ : n - 1;
        for (; at > 0 && game->list[list[at - 1]].loss < loss; at--)
            list[at] = list[at - 1];
        list[at] = k;
    }
    return n;
}
