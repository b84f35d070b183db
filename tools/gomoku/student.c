#include "student.h"

#include "base/memory.h"
#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/threat/find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = SELFPLAY_SIDE + 2, CELLS = STRIDE * STRIDE };

static const float pool_divisor = NET_POOL;
static const float clamp_max = 2; /* of a point's numbers, and of its features */

/* ---- lessons ---- */

/* The sides are the same in all networks. */
static bool list_sides(struct mi_gomoku_sides *sides)
{
    struct mi_gomoku_net *net = mi_aligned_alloc(64, sizeof *net);
    if (net) {
        memset(net, 0, sizeof *net);
        mi_gomoku_net_merge(net);
        *sides = net->sides;
    }
    mi_aligned_free(net);
    return net != NULL;
}

bool lesson_reader_open(struct lesson_reader *reader)
{
    reader->position = calloc(1, sizeof *reader->position);
    reader->empty = calloc(RULES_SWAP, sizeof *reader->empty);
    for (int rules = 0; reader->empty && rules < RULES_SWAP; rules++)
        mi_gomoku_clear(&reader->empty[rules].position, SELFPLAY_SIDE, SELFPLAY_SIDE, rules);
    return reader->position && reader->empty && list_sides(&reader->sides);
}

void lesson_reader_close(struct lesson_reader *reader)
{
    free(reader->position);
    free(reader->empty);
}

static void place_stones(struct lesson_reader *reader, const struct leaf *leaf)
{
    struct mi_gomoku *g = &reader->position->position;
    gomoku_copy(g, &reader->empty[leaf->rules].position);
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        for (int colour = 0; colour < COLOURS; colour++)
            if (leaf->stone[colour][point / 8] >> point % 8 & 1)
                mi_gomoku_put(g, point, colour);
    g->colour = leaf->colour;
}

static int list_point(const struct mi_gomoku *g, const struct mi_gomoku_sides *sides, int point,
                      uint16_t *input)
{
    int stone = stone_on(g, point), y = row_of(g, point);
    if (stone >= 0) {
        input[0] = stone == g->colour ? INPUT_OWN : INPUT_OTHER;
        return 1;
    }
    input[0] = input_of_kinds(g, point);
    list_pairs(g, point, input + 1);
    list_lines(g, sides, point - y * SELFPLAY_SIDE, y, input + 1 + DIRECTIONS);
    for (int d = 0; d < DIRECTIONS; d++)
        input[1 + DIRECTIONS + d] = (uint16_t)(input[1 + DIRECTIONS + d] + INPUT_LINES);
    return INPUT_PARTS;
}

static void list_moves(struct lesson *lesson, const struct leaf *leaf, const struct mi_gomoku *g,
                       const int16_t *place)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_gomoku_candidates(g, list);
    float sum = 0;
    lesson->moves = 0;
    for (int i = 0; i < n; i++)
        if (place[list[i]] >= 0) {
            lesson->target[lesson->moves] = leaf->policy[list[i]];
            sum += leaf->policy[list[i]];
            lesson->move[lesson->moves++] = (uint16_t)place[list[i]];
        }
    for (int i = 0; i < lesson->moves; i++)
        lesson->target[i] /= sum;
}

void lesson_read(struct lesson_reader *reader, const struct leaf *leaf, struct lesson *lesson)
{
    const struct mi_gomoku *g = &reader->position->position;
    int16_t place[SELFPLAY_POINTS];
    place_stones(reader, leaf);
    lesson->seen = 0;
    for (int point = 0; point < SELFPLAY_POINTS; point++) {
        int y = point / SELFPLAY_SIDE, x = point % SELFPLAY_SIDE, k = lesson->seen;
        place[point] = -1;
        if (gomoku_near(g)[point] == 0)
            continue;
        lesson->cell[k] = (uint16_t)((y + 1) * STRIDE + x + 1);
        lesson->parts[k] = (uint8_t)list_point(g, &reader->sides, point, lesson->input[k]);
        place[point] = (int16_t)k;
        lesson->seen++;
    }
    list_moves(lesson, leaf, g, place);
    lesson->value = (float)leaf->value / LEAF_VALUE_ONE;
}

/* ---- outputs ---- */

/* The numbers of the layers for a position. */
struct layers {
    float point[CELLS][NET_CHANNELS];  /* first layer, clamped; 0 outside the seen points */
    float change[CELLS][NET_CHANNELS]; /* derivatives by the second layer's sums; 0 likewise */
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
    memset(l.point, 0, sizeof l.point);
    memset(l.change, 0, sizeof l.change);
    compute_features(w, lesson, &l);
    compute_logits(w, lesson, &l, &answer);
    compute_value(w, &l, &answer);
    student_loss_add(loss, lesson, &answer);
    if (!gradient)
        return;
    begin_changes(w, lesson, &change);
    return_policy(w, lesson, &l, &answer, gradient, &change);
    return_value(w, &l, value_weight * (sigmoid(answer.value) - lesson->value), gradient, &change);
    return_mix(lesson, &l, &change, gradient);
    return_inputs(w, lesson, &l, gradient);
}
