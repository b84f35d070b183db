#include "model.h"

#include <math.h>

bool nnue_adam_make(struct nnue_adam *adam, int hidden)
{
    bool fine = nnue_model_make(&adam->mean, hidden);
    fine = nnue_model_make(&adam->square, hidden) && fine;
    for (int i = 0; i < SHARDS; i++)
        fine = nnue_model_make(&adam->gradient[i], hidden) && fine;
    adam->steps = 0;
    return fine;
}

void nnue_adam_free(struct nnue_adam *adam)
{
    nnue_model_free(&adam->mean);
    nnue_model_free(&adam->square);
    for (int i = 0; i < SHARDS; i++)
        nnue_model_free(&adam->gradient[i]);
}

/* The sum of the shards' gradients of LANES parameters, in the order of the shards; resets the
 * gradients to zero. */
static lanes take_gradients(struct nnue_adam *adam, size_t i)
{
    lanes sum = {0};
    for (int shard = 0; shard < SHARDS; shard++) {
        lanes *gradient = (lanes *)(adam->gradient[shard].weight + i);
        sum += *gradient;
        *gradient = (lanes){0};
    }
    return sum;
}

/* The bounds of LANES parameters from the i-th on. Each part of the parameters begins at a multiple
 * of LANES and, except for the last, fills its vectors. */
static float largest_at(const struct nnue_model *m, size_t i)
{
    const float *x = m->weight + i;
    return x < m->first         ? 254 / 255.0f
           : x < m->first_bias  ? 127 / 64.0f
           : x < m->second      ? INFINITY
           : x < m->second_bias ? 4095 / 2048.0f
           : x < m->output      ? INFINITY
           : x < m->output_bias ? 16383 / 2048.0f
                                : INFINITY;
}

void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate)
{
    const float beta1 = 0.9f, beta2 = 0.999f, share = 1 / (float)batch;
    const float unbias1 = (float)(1 / (1 - pow(0.9, adam->steps)));
    const float unbias2 = (float)(1 / (1 - pow(0.999, adam->steps)));
    size_t first = (size_t)(m->first - m->weight), end = (size_t)(m->first_bias - m->weight);
    size_t vectors = m->count / LANES, to = vectors * (size_t)(slice + 1) / SHARDS * LANES;
    for (size_t i = vectors * (size_t)slice / SHARDS * LANES; i < to; i += LANES) {
        lanes gradient = take_gradients(adam, i) * share;
        lanes *mean = (lanes *)(adam->mean.weight + i),
              *square = (lanes *)(adam->square.weight + i);
        *mean = beta1 * *mean + (1 - beta1) * gradient;
        *square = beta2 * *square + (1 - beta2) * gradient * gradient;
        if (adam->first_fixed && i >= first && i < end)
            continue;
        const lanes step = *mean * unbias1, size = *square * unbias2;
        const float largest = largest_at(m, i);
        for (int j = 0; j < LANES; j++) {
            float x = m->weight[i + (size_t)j] - rate * step[j] / (sqrtf(size[j]) + 1e-8f);
            m->weight[i + (size_t)j] = x > largest ? largest : x < -largest ? -largest : x;
        }
    }
}
