#include "lanes.h"

/* The square of 1 in the integer network, which shifts instead of dividing. */
static const float square_one = NNUE_LAYER_ONE / 8192.0f;

/* ---- the first layer after the products, in integers ---- */

/* With the pattern of the processor's instruction for bytes. */
static int dot(const uint8_t *x, const int8_t *y, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i] * y[i];
    return sum;
}

static void run_first(const struct nnue_model *m, const struct nnue_rounded *r, int bucket,
                      const uint8_t *product, struct nnue_head *head)
{
    const int8_t *weight = r->first + bucket * FIRST * m->hidden;
    for (int i = 0; i < FIRST; i++, weight += m->hidden)
        head->first[i] = (float)dot(product, weight, m->hidden) * (1.0f / NNUE_LAYER_ONE) +
                         m->first_bias[bucket * FIRST + i];
}

/* ---- the remaining layers ---- */

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

float nnue_head_run(const struct nnue_model *m, const struct nnue_rounded *r, int bucket,
                    const uint8_t *product, struct nnue_head *head)
{
    run_first(m, r, bucket, product, head);
    add_squares(head);
    run_second(m, bucket, head);
    return run_output(m, bucket, head);
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

void nnue_head_back(const struct nnue_model *m, int bucket, const struct nnue_head *head,
                    float slope, struct nnue_model *gradient, lanes *slopes)
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
    *slopes = lanes_inside(squared[0] * x * (2 * square_one), x, -1, 1) +
              lanes_inside(squared[1], x, 0, 1);
    *(lanes *)(gradient->first_bias + bucket * FIRST) += *slopes;
}
