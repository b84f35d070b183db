#include "utility.h"

#include "base/fmath.h"
#include "base/range.h"

#include <math.h>

#define SCORE_SCALE 2.0  /* scale of the score term, in sides of the board */
#define LEAD_SCALE  0.75 /* scale of the lead term, relative to the expected score */
#define CENTER_SHARE                                                                               \
    0.8 /* share of the root's expected score at which the lead term is centred                    \
         */

struct mi_utility mi_utility_make(const miai_game *game, const miai_setup *setup,
                                  const struct mi_utility_weights *weights)
{
    struct mi_utility utility = {.points = game->points,
                                 .side = sqrt((double)setup->width * setup->height)};
    if (mi_scoring(game)->settle && game->points == 0)
        utility.weights = *weights;
    utility.unit = 1 / (1 + utility.weights.score + utility.weights.lead);
    return utility;
}

void mi_utility_center(struct mi_utility *utility, double score)
{
    double center = CENTER_SHARE * score, max_offset = LEAD_SCALE * utility->side;
    center = center > score + max_offset ? score + max_offset : center;
    utility->center = center < score - max_offset ? score - max_offset : center;
}

/* The mean of s(x / scale) for a normal x, by the trapezoidal rule in steps of half a standard
 * deviation, which is accurate enough for a smooth function. */
static double expected_squashed(double mean, double deviation, double scale)
{
    static const double weight[] = {0.19947,  0.17603,   0.12099,  0.064759,
                                    0.026995, 0.0087642, 0.0022159};
    const double two_over_pi = 0.63661977236758134308;
    double sum = weight[0] * mi_atan(mean / scale), all = weight[0];
    for (int i = 1; i < (int)(sizeof weight / sizeof *weight) && deviation > 0; i++) {
        double step = 0.5 * i * deviation;
        sum += weight[i] * (mi_atan((mean - step) / scale) + mi_atan((mean + step) / scale));
        all += 2 * weight[i];
    }
    return sum / all * two_over_pi;
}

double mi_utility_plain(const struct mi_utility *utility, double win)
{
    return 0.5 + (win - 0.5) * utility->unit;
}

double mi_utility_value(const struct mi_utility *utility, double win, double score,
                        double deviation)
{
    const struct mi_utility_weights *weights = &utility->weights;
    double score_utility = 0;
    if (utility->points > 0)
        return mi_clamp_real((1 + score * MIAI_POINT_SCORE / utility->points) / 2, 0, 1);
    if (weights->score > 0)
        score_utility +=
            weights->score * expected_squashed(score, deviation, SCORE_SCALE * utility->side);
    if (weights->lead > 0)
        score_utility += weights->lead * expected_squashed(score - utility->center, deviation,
                                                           LEAD_SCALE * utility->side);
    return mi_clamp_real(mi_utility_plain(utility, win) + score_utility * utility->unit / 2, 0, 1);
}
