#include "student.h"

#include <math.h>
#include <string.h>

enum { STRIDE = LESSON_STRIDE, CELLS = STRIDE * STRIDE };

static const float pool_divisor = NET_POOL;
static const float clamp_max = 2; /* of a point's numbers, and of its features */

/* ---- outputs ---- */

/* The numbers of the layers for a position. */
struct layers {
    float point[CELLS][NET_CHANNELS];  /* first layer, clamped; 0 outside the seen points */
    float change[CELLS][NET_CHANNELS]; /* derivatives of the loss by the second layer's sums */
    float feature[SELFPLAY_POINTS][NET_CHANNELS];
    float hidden[SELFPLAY_POINTS][NET_POLICY]; /* of moves, rectified */
    float pool[NET_CHANNELS];
    float value_hidden[NET_VALUE];
};

static inline float clamped(float x)
{
    x = x > 0 ? x : 0;
    return x < clamp_max ? x : clamp_max;
}

static inline float within(float derivative, float x)
{
    return x > 0 && x < clamp_max ? derivative : 0;
}

static void add_inputs(const struct student *w, const uint16_t *input, int n, float *restrict sum)
{
    float s[NET_CHANNELS];
    memcpy(s, w->input[input[0]], sizeof s);
    for (int k = 1; k < n; k++) {
        const float *restrict row = w->input[input[k]];
        for (int i = 0; i < NET_CHANNELS; i++)
            s[i] += row[i];
    }
    for (int i = 0; i < NET_CHANNELS; i++)
        sum[i] = clamped(s[i]);
}

enum { ROW = STRIDE * NET_CHANNELS, ONE = NET_CHANNELS };

static inline float sum_orthogonal(const float *c)
{
    return (c[-ONE] + c[ONE]) + (c[-ROW] + c[ROW]);
}

static inline float sum_diagonal(const float *c)
{
    return (c[-ROW - ONE] + c[-ROW + ONE]) + (c[ROW - ONE] + c[ROW + ONE]);
}

static void mix_point(const struct student *w, const float *restrict at, float *restrict feature)
{
    for (int i = 0; i < NET_CHANNELS; i++)
        feature[i] = clamped(at[i] * w->middle[i] + sum_orthogonal(at + i) * w->orthogonal[i] +
                             sum_diagonal(at + i) * w->diagonal[i] + w->bias[i]);
}

static void compute_features(const struct student *w, const struct lesson *lesson, struct layers *l)
{
    memset(l->pool, 0, sizeof l->pool);
    for (int k = 0; k < lesson->seen; k++)
        add_inputs(w, lesson->input[k], lesson->parts[k], l->point[lesson->cell[k]]);
    for (int k = 0; k < lesson->seen; k++) {
        mix_point(w, l->point[lesson->cell[k]], l->feature[k]);
        for (int i = 0; i < NET_CHANNELS; i++)
            l->pool[i] += l->feature[k][i] / pool_divisor;
    }
}

static void compute_logits(const struct student *w, const struct lesson *lesson, struct layers *l,
                           struct student_answer *answer)
{
    float common[NET_POLICY];
    memcpy(common, w->policy_bias, sizeof common);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_POLICY; j++)
            common[j] += l->pool[i] * w->policy_pool[i][j];
    for (int m = 0; m < lesson->moves; m++) {
        const float *restrict feature = l->feature[lesson->move[m]];
        float hidden[NET_POLICY], sum = 0;
        memcpy(hidden, common, sizeof hidden);
        for (int i = 0; i < NET_CHANNELS; i++)
            for (int j = 0; j < NET_POLICY; j++)
                hidden[j] += feature[i] * w->policy_in[i][j];
        for (int j = 0; j < NET_POLICY; j++) {
            l->hidden[m][j] = hidden[j] > 0 ? hidden[j] : 0;
            sum += l->hidden[m][j] * w->policy_out[j];
        }
        answer->logit[m] = sum;
    }
}

static void compute_value(const struct student *w, struct layers *l, struct student_answer *answer)
{
    float *hidden = l->value_hidden;
    memcpy(hidden, w->value_bias, sizeof l->value_hidden);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_VALUE; j++)
            hidden[j] += l->pool[i] * w->value_in[i][j];
    answer->value = w->output_bias;
    for (int j = 0; j < NET_VALUE; j++) {
        hidden[j] = hidden[j] > 0 ? hidden[j] : 0;
        answer->value += hidden[j] * w->value_out[j];
    }
}

static void compute_outputs(const struct student *w, const struct lesson *lesson, struct layers *l,
                            struct student_answer *answer)
{
    memset(l->point, 0, sizeof l->point);
    memset(l->change, 0, sizeof l->change);
    compute_features(w, lesson, l);
    compute_logits(w, lesson, l, answer);
    compute_value(w, l, answer);
}

void student_predict(const struct student *w, const struct lesson *lesson,
                     struct student_answer *answer)
{
    struct layers l;
    compute_outputs(w, lesson, &l, answer);
}

/* ---- loss ---- */

static float sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

/* The predicted shares of the moves. */
static void softmax(const float *logit, int n, float *share)
{
    float max = -1e9F, sum = 0;
    for (int i = 0; i < n; i++)
        max = logit[i] > max ? logit[i] : max;
    for (int i = 0; i < n; i++)
        sum += share[i] = expf(logit[i] - max);
    for (int i = 0; i < n; i++)
        share[i] /= sum;
}

/* target * log(target / predicted), 0 if target is. */
static double divergence(double target, double predicted)
{
    return target > 0 ? target * log(target / (predicted + 1e-12)) : 0;
}

void student_loss_add(struct student_loss *loss, const struct lesson *lesson,
                      const struct student_answer *answer)
{
    float share[SELFPLAY_POINTS];
    int best = 0, target = 0;
    double value = (double)sigmoid(answer->value), off = value - (double)lesson->value;
    softmax(answer->logit, lesson->moves, share);
    for (int i = 0; i < lesson->moves && lesson->moves > 1; i++) {
        loss->policy += divergence((double)lesson->target[i], (double)share[i]);
        best = share[i] > share[best] ? i : best;
        target = lesson->target[i] > lesson->target[target] ? i : target;
    }
    loss->positions++;
    loss->moves += lesson->moves > 1;
    loss->same_move += lesson->moves > 1 && best == target;
    loss->value +=
        divergence((double)lesson->value, value) + divergence(1 - (double)lesson->value, 1 - value);
    loss->error += off * off;
}

/* ---- gradient ---- */

/* Derivatives by the features and by the pool. */
struct changes {
    float feature[SELFPLAY_POINTS][NET_CHANNELS];
    float pool[NET_CHANNELS];
    float hidden_in[NET_POLICY][NET_CHANNELS]; /* policy_in, transposed */
};

static void return_policy(const struct student *w, const struct lesson *lesson,
                          const struct layers *l, const struct student_answer *answer,
                          struct student *gradient, struct changes *change)
{
    float share[SELFPLAY_POINTS], common[NET_POLICY] = {0};
    if (lesson->moves < 2)
        return;
    softmax(answer->logit, lesson->moves, share);
    for (int m = 0; m < lesson->moves; m++) {
        const float *restrict feature = l->feature[lesson->move[m]];
        float *restrict to = change->feature[lesson->move[m]];
        float by_logit = share[m] - lesson->target[m], hidden[NET_POLICY];
        for (int j = 0; j < NET_POLICY; j++) {
            gradient->policy_out[j] += by_logit * l->hidden[m][j];
            hidden[j] = l->hidden[m][j] > 0 ? by_logit * w->policy_out[j] : 0;
            common[j] += hidden[j];
        }
        for (int i = 0; i < NET_CHANNELS; i++)
            for (int j = 0; j < NET_POLICY; j++)
                gradient->policy_in[i][j] += feature[i] * hidden[j];
        for (int j = 0; j < NET_POLICY; j++)
            for (int i = 0; i < NET_CHANNELS; i++)
                to[i] += hidden[j] * change->hidden_in[j][i];
    }
    for (int j = 0; j < NET_POLICY; j++)
        gradient->policy_bias[j] += common[j];
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_POLICY; j++) {
            gradient->policy_pool[i][j] += l->pool[i] * common[j];
            change->pool[i] += common[j] * w->policy_pool[i][j];
        }
}

static void return_value(const struct student *w, const struct layers *l, float by_value,
                         struct student *gradient, struct changes *change)
{
    float hidden[NET_VALUE];
    gradient->output_bias += by_value;
    for (int j = 0; j < NET_VALUE; j++) {
        gradient->value_out[j] += by_value * l->value_hidden[j];
        hidden[j] = l->value_hidden[j] > 0 ? by_value * w->value_out[j] : 0;
        gradient->value_bias[j] += hidden[j];
    }
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_VALUE; j++) {
            gradient->value_in[i][j] += l->pool[i] * hidden[j];
            change->pool[i] += hidden[j] * w->value_in[i][j];
        }
}

static void return_mix(const struct lesson *lesson, struct layers *l, const struct changes *change,
                       struct student *gradient)
{
    for (int k = 0; k < lesson->seen; k++) {
        const float *restrict at = l->point[lesson->cell[k]];
        const float *restrict feature = l->feature[k];
        float *restrict sum = l->change[lesson->cell[k]];
        for (int i = 0; i < NET_CHANNELS; i++) {
            float by = within(change->feature[k][i] + change->pool[i] / pool_divisor, feature[i]);
            sum[i] = by;
            gradient->middle[i] += by * at[i];
            gradient->orthogonal[i] += by * sum_orthogonal(at + i);
            gradient->diagonal[i] += by * sum_diagonal(at + i);
            gradient->bias[i] += by;
        }
    }
}

/* The second layer's weights are symmetric, so derivatives return through the same sums. */
static void return_inputs(const struct student *w, const struct lesson *lesson, struct layers *l,
                          struct student *gradient)
{
    for (int k = 0; k < lesson->seen; k++) {
        const float *restrict at = l->change[lesson->cell[k]];
        const float *restrict point = l->point[lesson->cell[k]];
        float by[NET_CHANNELS];
        for (int i = 0; i < NET_CHANNELS; i++)
            by[i] = within(at[i] * w->middle[i] + sum_orthogonal(at + i) * w->orthogonal[i] +
                               sum_diagonal(at + i) * w->diagonal[i],
                           point[i]);
        for (int p = 0; p < lesson->parts[k]; p++) {
            float *restrict row = gradient->input[lesson->input[k][p]];
            for (int i = 0; i < NET_CHANNELS; i++)
                row[i] += by[i];
        }
    }
}

static void begin_changes(const struct student *w, const struct lesson *lesson,
                          struct changes *change)
{
    memset(change->feature, 0, (size_t)lesson->seen * sizeof *change->feature);
    memset(change->pool, 0, sizeof change->pool);
    for (int j = 0; j < NET_POLICY; j++)
        for (int i = 0; i < NET_CHANNELS; i++)
            change->hidden_in[j][i] = w->policy_in[i][j];
}

void student_learn(const struct student *w, const struct lesson *lesson, float value_weight,
                   struct student *gradient, struct student_loss *loss)
{
    struct layers l;
    struct changes change;
    struct student_answer answer;
    compute_outputs(w, lesson, &l, &answer);
    student_loss_add(loss, lesson, &answer);
    if (!gradient)
        return;
    begin_changes(w, lesson, &change);
    return_policy(w, lesson, &l, &answer, gradient, &change);
    return_value(w, &l, value_weight * (sigmoid(answer.value) - lesson->value), gradient, &change);
    return_mix(lesson, &l, &change, gradient);
    return_inputs(w, lesson, &l, gradient);
}
