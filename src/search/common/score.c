#include "score.h"

#include "base/fmath.h"
#include "base/range.h"

int mi_score_outcome(const miai_game *game, int outcome, int player, int ply)
{
    int score = player == 0 ? outcome : -outcome;
    if (game->points || score == 0)
        return score;
    return score > 0 ? MI_SCORE_WIN - ply : ply - MI_SCORE_WIN;
}

enum mi_proof mi_score_proof(int score)
{
    return score > 0 ? MI_WIN : score < 0 ? MI_LOSS : MI_DRAW;
}

/* ---- values ---- */

struct mi_scale mi_scale_make(const miai_game *game, const miai_setup *setup, double margin,
                              double odds)
{
    return (struct mi_scale){
        .points = game->points,
        .win = 1 - margin,
        .even = margin / 2,
        .by_score = margin / (2.0 * MIAI_POINT_SCORE * setup->width * setup->height),
        .odds = odds > 0 ? odds : MI_SCALE_ODDS,
    };
}

static double point_share(const struct mi_scale *scale, int score)
{
    return (1 + mi_clamp_real((double)score / scale->points, -1, 1)) / 2;
}

/* Komi may make a win greater than the board, so the score is clamped. */
double mi_scale_outcome(const struct mi_scale *scale, int score)
{
    if (scale->points)
        return point_share(scale, score);
    double result = score > 0 ? scale->win : score < 0 ? 0 : scale->win / 2;
    return result + scale->even + mi_clamp_real(scale->by_score * score, -scale->even, scale->even);
}

double mi_scale_estimate(const struct mi_scale *scale, int score)
{
    const double far = 20;
    if (scale->points)
        return point_share(scale, score);
    return 1 / (1 + mi_exp(-mi_clamp_real(score / scale->odds, -far, far)));
}

int mi_scale_margin(const struct mi_scale *scale, double log_odds)
{
    double margin = log_odds * (scale->points ? scale->points / 2.0 : scale->odds);
    return (int)mi_clamp_real(margin, 0, MI_SCORE_WIN);
}

double mi_scale_proof(enum mi_proof proof)
{
    return proof == MI_WIN ? 1 : proof == MI_LOSS ? 0 : 0.5;
}

double mi_scale_score(const struct mi_scale *scale, int score, enum mi_proof proof)
{
    if (scale->points)
        return point_share(scale, score);
    return proof != MI_UNPROVEN ? mi_scale_proof(proof) : mi_scale_estimate(scale, score);
}
