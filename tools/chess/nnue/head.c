#include "lanes.h"

/* The square of 1 in the integer network, which shifts instead of dividing. */
static const float square_one = NNUE_LAYER_ONE / 8192.0f;

/* ---- the first layer after the products: the only large one ---- */

/* Each row of weights is used for all positions. */
INLINE void run_first(const lanes *weight, int vectors, int count, const lanes *products,
                      lanes sums[GROUP])
{
    for (int n = 0; n < count; n++)
        sums[n] = (lanes){0};
    for (int v = 0; v < vectors; v++)
        for (int n = 0; n < count; n++)
            sums[n] += weight[v] * products[n * vectors + v];
}

static void run_all_first(const struct nnue_model *m, int bucket, int count, const float *products,
                          struct nnue_head *head)
{
    int vectors = m->hidden / LANES;
    for (int i = 0; i < FIRST; i++) {
        const float *weight = m->first + (bucket * FIRST + i) * m->hidden;
        lanes sums[GROUP];
        if (count == GROUP) /* a constant count, so that the sums stay in registers */
            run_first((const lanes *)weight, vectors, GROUP, (const lanes *)products, sums);
        else
            run_first((const lanes *)weight, vectors, count, (const lanes *)products, sums);
        for (int n = 0; n < count; n++)
            head[n].first[i] = lanes_total(sums[n]) + m->first_bias[bucket * FIRST + i];
    }
}

/* For LANES products of each position: their gradients, and those of the weights. */
INLINE void back_first(const float *weight, float *gradient, int hidden, int count, lanes *products,
                       int vectors, const lanes slopes[GROUP])
{
    lanes x[GROUP], sums[GROUP];
    for (int n = 0; n < count; n++) {
        x[n] = products[n * vectors];
        sums[n] = (lanes){0};
    }
    for (int i = 0; i < FIRST; i++) {
        const lanes w = *(const lanes *)(weight + i * hidden);
        lanes *to = (lanes *)(gradient + i * hidden), sum = *to;
        for (int n = 0; n < count; n++) {
            sums[n] += slopes[n][i] * w;
            sum += slopes[n][i] * x[n];
        }
        *to = sum;
    }
    for (int n = 0; n < count; n++)
        products[n * vectors] = sums[n];
}

static void back_all_first(const struct nnue_model *m, int bucket, int count, float *products,
                           const lanes slopes[GROUP], struct nnue_model *gradient)
{
    const float *weight = m->first + bucket * FIRST * m->hidden;
    float *to = gradient->first + bucket * FIRST * m->hidden;
    int vectors = m->hidden / LANES;
    for (int i = 0; i < m->hidden; i += LANES) {
        lanes *x = (lanes *)(products + i);
        if (count == GROUP)
            back_first(weight + i, to + i, m->hidden, GROUP, x, vectors, slopes);
        else
            back_first(weight + i, to + i, m->hidden, count, x, vectors, slopes);
    }
}

/* ---- the remaining layers, for one position ---- */

static void add_squares(struct nnue_head *head)
{
    lanes x = lanes_clamp(head->first, -1, 1);
    head->squared[0] = x * x * square_one;
    head->squared[1] = lanes_clamp(x, 0, 1);
}

static void run_second(const struct nnue_model *m, int bucket, struct nnue_head *head)
{
    const lanes *weight = (const lanes *)(m->second + bucket * SECOND * SQUARED);
    for (int i = 0; i < SECOND; i++, weight += 2)
        head->second[i / LANES][i % LANES] =
            lanes_total(head->squared[0] * weight[0] + head->squared[1] * weight[1]) +
            m->second_bias[bucket * SECOND + i];
}

static float run_output(const struct nnue_model *m, int bucket, const struct nnue_head *head)
{
    const lanes *weight = (const lanes *)(m->output + bucket * LAST);
    lanes sum = {0};
    for (int i = 0; i < 2; i++)
        sum += lanes_clamp(head->second[i], 0, 1) * weight[i];
    for (int i = 0; i < 2; i++)
        sum += head->squared[i] * weight[2 + i];
    return lanes_total(sum) + m->output_bias[bucket];
}

void nnue_head_run(const struct nnue_model *m, int bucket, int count, const float *products,
                   struct nnue_head *head, float *output)
{
    run_all_first(m, bucket, count, products, head);
    for (int n = 0; n < count; n++) {
        add_squares(&head[n]);
        run_second(m, bucket, &head[n]);
        output[n] = run_output(m, bucket, &head[n]);
    }
}

/* From the gradients second[] of the second layer's outputs, adds to those of squared[]. */
static void back_second(const struct nnue_model *m, int bucket, const struct nnue_head *head,
                        const lanes *second, lanes *squared, struct nnue_model *gradient)
{
    const lanes *weight = (const lanes *)(m->second + bucket * SECOND * SQUARED);
    lanes *to = (lanes *)(gradient->second + bucket * SECOND * SQUARED);
    for (int i = 0; i < SECOND; i++) {
        float slope = second[i / LANES][i % LANES];
        for (int half = 0; half < 2; half++) {
            to[2 * i + half] += slope * head->squared[half];
            squared[half] += slope * weight[2 * i + half];
        }
    }
}

/* The slopes of the first layer's sums. */
static lanes back_small(const struct nnue_model *m, int bucket, const struct nnue_head *head,
                        float slope, struct nnue_model *gradient)
{
    const lanes *weight = (const lanes *)(m->output + bucket * LAST);
    lanes *to = (lanes *)(gradient->output + bucket * LAST);
    lanes *bias = (lanes *)(gradient->second_bias + bucket * SECOND);
    lanes second[2], squared[2], x = lanes_clamp(head->first, -1, 1);
    for (int i = 0; i < 2; i++) {
        to[i] += slope * lanes_clamp(head->second[i], 0, 1);
        to[2 + i] += slope * head->squared[i];
        second[i] = lanes_inside(slope * weight[i], head->second[i], 0, 1);
        squared[i] = slope * weight[2 + i];
        bias[i] += second[i];
    }
    gradient->output_bias[bucket] += slope;
    back_second(m, bucket, head, second, squared, gradient);
    return lanes_inside(squared[0] * x * (2 * square_one), x, -1, 1) +
           lanes_inside(squared[1], x, 0, 1);
}

void nnue_head_back(const struct nnue_model *m, int bucket, int count, float *products,
                    const struct nnue_head *head, const float *slope, struct nnue_model *gradient)
{
    lanes slopes[GROUP], *bias = (lanes *)(gradient->first_bias + bucket * FIRST);
    for (int n = 0; n < count; n++) {
        slopes[n] = back_small(m, bucket, &head[n], slope[n], gradient);
        *bias += slopes[n];
    }
    back_all_first(m, bucket, count, products, slopes, gradient);
}
