#include "model.h"

#include <math.h>

static const float largest = 127.0f / 64; /* of a weight: see network.c */

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

/* The sum of the gradients of a parameter, in the order of the shards; they become zero. */
static float take(struct nnue_adam *adam, size_t i)
{
    float sum = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
        sum += adam->gradient[shard].weight[i];
        adam->gradient[shard].weight[i] = 0;
    }
    return sum;
}

void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate)
{
    const float beta1 = 0.9f, beta2 = 0.999f, share = 1 / (float)batch;
    const float unbias1 = (float)(1 / (1 - pow(0.9, adam->steps)));
    const float unbias2 = (float)(1 / (1 - pow(0.999, adam->steps)));
    float *x = m->weight, *mean = adam->mean.weight, *square = adam->square.weight;
    size_t weights = (size_t)(m->output_bias - m->weight); /* the rest is not bounded */
    size_t to = m->count * (size_t)(slice + 1) / SHARDS;
    for (size_t i = m->count * (size_t)slice / SHARDS; i < to; i++) {
        float gradient = take(adam, i) * share;
        mean[i] = beta1 * mean[i] + (1 - beta1) * gradient;
        square[i] = beta2 * square[i] + (1 - beta2) * gradient * gradient;
        x[i] -= rate * (mean[i] * unbias1) / (sqrtf(square[i] * unbias2) + 1e-8f);
        if (i < weights)
            x[i] = fminf(fmaxf(x[i], -largest), largest);
    }
}
