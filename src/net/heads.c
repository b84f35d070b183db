#include "heads.h"

#include <math.h>

/* Bounds of logits and of points: far beyond any sensible output, small enough for a search to
 * calculate with.  On board sizes that it was not trained on, a network may have logits of about
 * -1000 for moves that it has learned to avoid. */
static const float LOGIT = 20000.0f, POINTS = 20000.0f;

/* The input numbers that encode rules in katago-6 and katago-7.  In older versions, a game
 * cannot end without a result. */
enum { NUMBER_SUPERKO = 6, NUMBER_TERRITORY = 9, FIRST_WITH_RULES = 7 };

/* A game can only end without a result if a long cycle may be repeated.  KataGo checks the rules;
 * the input numbers have the same information. */
static bool may_have_no_result(const struct mi_model *model, const float *number)
{
    if (model->version < FIRST_WITH_RULES)
        return false;
    return model->numbers <= NUMBER_TERRITORY || number[NUMBER_SUPERKO] == 0.0f ||
           number[NUMBER_TERRITORY] != 0.0f;
}

/* Clamps x to min..max; not_a_number replaces NaN. */
static float clamp_output(float x, float min, float max, float not_a_number, bool *absurd)
{
    if (x >= min && x <= max)
        return x;
    *absurd = true;
    return x < min ? min : x > max ? max : not_a_number;
}

void mi_heads_policy(float *policy, int moves, bool *absurd)
{
    for (int i = 0; i < moves; i++)
        policy[i] = clamp_output(policy[i], -LOGIT, LOGIT, -LOGIT, absurd);
}

void mi_heads_ownership(float *ownership, int points, bool *absurd)
{
    for (int i = 0; i < points; i++)
        ownership[i] = clamp_output(tanhf(ownership[i]), -1.0f, 1.0f, 0.0f, absurd);
}

static double softplus(double x)
{
    return x > 40.0 ? x : log1p(exp(x));
}

static void set_results(const float result[3], bool no_result, struct mi_net_out *out)
{
    float logit[3];
    for (int i = 0; i < 3; i++)
        logit[i] = clamp_output(result[i], -LOGIT, LOGIT, 0.0f, &out->absurd);
    double max = fmax(logit[0], logit[1]);
    if (no_result)
        max = fmax(max, logit[2]);
    double win = exp(logit[0] - max), loss = exp(logit[1] - max);
    double none = no_result ? exp(logit[2] - max) : 0.0, sum = win + loss + none;
    out->win = (float)(win / sum);
    out->loss = (float)(loss / sum);
    out->no_result = (float)(none / sum);
}

/* The standard deviation of the score, if the score is 0 with probability `none` (no result). */
static float deviation_with_no_result(double mean, double deviation, double none)
{
    if (none == 0)
        return (float)deviation;
    double square = (mean * mean + deviation * deviation) * (1 - none);
    double variance = square - mean * mean * (1 - none) * (1 - none);
    return variance > 0 ? (float)sqrt(variance) : 0.0f;
}

static void set_scores(const struct mi_model *model, int area, const float score[MI_SCORES],
                       struct mi_net_out *out)
{
    float with_result = 1.0f - out->no_result;
    if (model->version == 3) { /* version 3 has a different scale and no deviation */
        out->score = out->lead = (float)(score[MI_SCORE_MEAN] * 2.0 * sqrt(area));
        out->deviation = 0.0f;
        return;
    }
    out->score = score[MI_SCORE_MEAN] * model->mean_factor * with_result;
    out->deviation = deviation_with_no_result(
        (double)score[MI_SCORE_MEAN] * (double)model->mean_factor,
        softplus(score[MI_SCORE_DEVIATION]) * (double)model->deviation_factor,
        (double)out->no_result);
    out->lead = model->version >= 8 ? score[MI_SCORE_LEAD] * model->lead_factor * with_result
                                    : score[MI_SCORE_MEAN] * model->lead_factor * with_result;
}

/* Before version 10, the output stands for the error itself; from 10 on, for its square; from 14
 * on, for the root of the square without the factor. */
static float decode_error(int version, float x, float factor)
{
    if (version >= 14)
        return (float)(softplus((double)x * 0.5) * sqrt((double)factor));
    return (float)(version >= 10 ? sqrt(softplus(x) * factor) : softplus(x));
}

enum { FIRST_WITH_ERRORS = 9 };

static void set_errors(const struct mi_model *model, const float score[MI_SCORES],
                       struct mi_net_out *out)
{
    int version = model->version;
    out->value_error = out->score_error = -1.0f;
    if (version < FIRST_WITH_ERRORS)
        return;
    float value = decode_error(version, score[MI_SCORE_VALUE_ERROR], model->value_error_factor);
    float points = decode_error(version, score[MI_SCORE_SCORE_ERROR], model->score_error_factor);
    if (version == FIRST_WITH_ERRORS)
        points *= 10.0f;
    out->value_error = clamp_output(value, 0.0f, POINTS, 0.0f, &out->absurd);
    out->score_error = clamp_output(points, 0.0f, POINTS, 0.0f, &out->absurd);
}

void mi_heads_value(const struct mi_model *model, int area, const float *number,
                    const float result[3], const float score[MI_SCORES], struct mi_net_out *out)
{
    set_results(result, may_have_no_result(model, number), out);
    set_scores(model, area, score, out);
    set_errors(model, score, out);
    out->score = clamp_output(out->score, -POINTS, POINTS, 0.0f, &out->absurd);
    out->deviation = clamp_output(out->deviation, 0.0f, POINTS, 0.0f, &out->absurd);
    out->lead = clamp_output(out->lead, -POINTS, POINTS, 0.0f, &out->absurd);
}

void mi_heads_outcome(const float *value, int values, struct mi_net_out *out)
{
    double odds[3], sum = 0.0, max = -LOGIT;
    float logit[3];
    out->no_result = out->score = out->deviation = out->lead = 0.0f;
    out->value_error = out->score_error = -1.0f;
    for (int i = 0; i < values; i++) {
        logit[i] = clamp_output(value[i], -LOGIT, LOGIT, 0.0f, &out->absurd);
        max = fmax(max, logit[i]);
    }
    if (values == 1) {
        out->win = (1.0f + tanhf(logit[0])) / 2.0f;
        out->loss = 1.0f - out->win;
        out->draw = 0.0f;
        return;
    }
    for (int i = 0; i < 3; i++)
        sum += odds[i] = exp(logit[i] - max);
    out->win = (float)(odds[0] / sum);
    out->draw = (float)(odds[1] / sum);
    out->loss = (float)(odds[2] / sum);
}

void mi_heads_moves_left(float plies, struct mi_net_out *out)
{
    out->moves_left = clamp_output(plies, 0.0f, POINTS, 0.0f, &(bool){false});
}
