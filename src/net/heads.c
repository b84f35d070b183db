#include "heads.h"

#include <math.h>

/* Far beyond what any network means, and near enough that a search can count with it: of logits,
 * and of points.  What a network has learned never to say may well have a logit of some thousands
 * below 0, on a board of another size than it has learned on. */
static const float LOGIT = 20000.0f, POINTS = 20000.0f;

/* Where katago-6 and katago-7 tell the rules; older ones have but such as exclude it. */
enum { NUMBER_SUPERKO = 6, NUMBER_TERRITORY = 9, FIRST_WITH_RULES = 7 };

/* Without a ko that may be repeated there is no game without a result.  KataGo asks the rules; the
 * numbers say the same. */
static bool may_have_no_result(const struct mi_model *model, const float *number)
{
    if (model->version < FIRST_WITH_RULES)
        return false;
    return model->numbers <= NUMBER_TERRITORY || number[NUMBER_SUPERKO] == 0.0f ||
           number[NUMBER_TERRITORY] != 0.0f;
}

/* x within least..most; otherwise there, and where x is no number, bad. */
static float bound(float x, float least, float most, float bad, bool *absurd)
{
    if (x >= least && x <= most)
        return x;
    *absurd = true;
    return x < least ? least : x > most ? most : bad;
}

void mi_heads_policy(float *policy, int moves, bool *absurd)
{
    for (int i = 0; i < moves; i++)
        policy[i] = bound(policy[i], -LOGIT, LOGIT, -LOGIT, absurd);
}

void mi_heads_ownership(float *ownership, int points, bool *absurd)
{
    for (int i = 0; i < points; i++)
        ownership[i] = bound(tanhf(ownership[i]), -1.0f, 1.0f, 0.0f, absurd);
}

static double softplus(double x)
{
    return x > 40.0 ? x : log1p(exp(x));
}

static void set_results(const float result[3], bool no_result, struct mi_net_out *out)
{
    float logit[3];
    for (int i = 0; i < 3; i++)
        logit[i] = bound(result[i], -LOGIT, LOGIT, 0.0f, &out->absurd);
    double most = fmax(logit[0], logit[1]);
    if (no_result)
        most = fmax(most, logit[2]);
    double win = exp(logit[0] - most), loss = exp(logit[1] - most);
    double none = no_result ? exp(logit[2] - most) : 0.0, sum = win + loss + none;
    out->win = (float)(win / sum);
    out->loss = (float)(loss / sum);
    out->no_result = (float)(none / sum);
}

/* The deviation of a score that is 0 in a game without a result. */
static float spread_with(double mean, double deviation, double none)
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
    float some = 1.0f - out->no_result;
    if (model->version == 3) { /* which gives the tangent of what it means */
        out->score = out->lead = (float)(score[MI_SCORE_MEAN] * 2.0 * sqrt(area));
        out->deviation = 0.0f;
        return;
    }
    out->score = score[MI_SCORE_MEAN] * model->mean_factor * some;
    out->deviation =
        spread_with((double)score[MI_SCORE_MEAN] * (double)model->mean_factor,
                    softplus(score[MI_SCORE_DEVIATION]) * (double)model->deviation_factor,
                    (double)out->no_result);
    out->lead = model->version >= 8 ? score[MI_SCORE_LEAD] * model->lead_factor * some
                                    : score[MI_SCORE_MEAN] * model->lead_factor * some;
}

/* From version 10 on a network gives squares, from 14 on the roots of those, but for the factor. */
static float error_of(int version, float x, float factor)
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
    float value = error_of(version, score[MI_SCORE_VALUE_ERROR], model->value_error_factor);
    float points = error_of(version, score[MI_SCORE_SCORE_ERROR], model->score_error_factor);
    if (version == FIRST_WITH_ERRORS)
        points *= 10.0f;
    out->value_error = bound(value, 0.0f, POINTS, 0.0f, &out->absurd);
    out->score_error = bound(points, 0.0f, POINTS, 0.0f, &out->absurd);
}

void mi_heads_value(const struct mi_model *model, int area, const float *number,
                    const float result[3], const float score[MI_SCORES], struct mi_net_out *out)
{
    set_results(result, may_have_no_result(model, number), out);
    set_scores(model, area, score, out);
    set_errors(model, score, out);
    out->score = bound(out->score, -POINTS, POINTS, 0.0f, &out->absurd);
    out->deviation = bound(out->deviation, 0.0f, POINTS, 0.0f, &out->absurd);
    out->lead = bound(out->lead, -POINTS, POINTS, 0.0f, &out->absurd);
}

void mi_heads_outcome(const float *value, int values, struct mi_net_out *out)
{
    double odds[3], sum = 0.0, most = -LOGIT;
    float logit[3];
    out->no_result = out->score = out->deviation = out->lead = 0.0f;
    out->value_error = out->score_error = -1.0f;
    for (int i = 0; i < values; i++) {
        logit[i] = bound(value[i], -LOGIT, LOGIT, 0.0f, &out->absurd);
        most = fmax(most, logit[i]);
    }
    if (values == 1) {
        out->win = (1.0f + tanhf(logit[0])) / 2.0f;
        out->loss = 1.0f - out->win;
        out->draw = 0.0f;
        return;
    }
    for (int i = 0; i < 3; i++)
        sum += odds[i] = exp(logit[i] - most);
    out->win = (float)(odds[0] / sum);
    out->draw = (float)(odds[1] / sum);
    out->loss = (float)(odds[2] / sum);
}

void mi_heads_moves_left(float plies, struct mi_net_out *out)
{
    out->moves_left = bound(plies, 0.0f, POINTS, 0.0f, &(bool){false});
}
