#include "model.h"

#include <math.h>

static const float largest = 127.0f / 64; /* of a weight: see network.c */

bool nnue_adam_make(struct nnue_adam *adam, int hidden, int sets)
{
    bool fine = nnue_model_make(&adam->mean, hidden, sets);
    fine = nnue_model_make(&adam->square, hidden, sets) && fine;
    for (int i = 0; i < SHARDS; i++)
        fine = nnue_model_make(&adam->gradient[i], hidden, sets) && fine;
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

/* The sums of a vector of parameters' gradients, in the order of the shards; they become zero. */
static lanes take(struct nnue_adam *adam, size_t i)
{
    lanes sum = {0};
    for (int shard = 0; shard < SHARDS; shard++) {
        lanes *gradient = (lanes *)(adam->gradient[shard].weight + i);
        sum += *gradient;
        *gradient = (lanes){0};
    }
    return sum;
}

void nnue_adam_step(struct nnue_adam *adam, struct nnue_model *m, int slice, int batch, float rate)
{
    const float beta1 = 0.9f, beta2 = 0.999f, share = 1 / (float)batch;
    const float unbias1 = (float)(1 / (1 - pow(0.9, adam->steps)));
    const float unbias2 = (float)(1 / (1 - pow(0.999, adam->steps)));
    size_t weights = (size_t)(m->output_bias - m->weight); /* the rest is not bounded */
    size_t output = (size_t)(m->output_weight - m->weight);
    size_t vectors = m->count / LANES, to = vectors * (size_t)(slice + 1) / SHARDS * LANES;
    for (size_t i = vectors * (size_t)slice / SHARDS * LANES; i < to; i += LANES) {
        lanes gradient = take(adam, i) * share;
        lanes *mean = (lanes *)(adam->mean.weight + i),
              *square = (lanes *)(adam->square.weight + i);
        *mean = beta1 * *mean + (1 - beta1) * gradient;
        *square = beta2 * *square + (1 - beta2) * gradient * gradient;
        if (adam->output_fixed && i >= output && i < weights)
            continue;
        lanes first = *mean * unbias1, second = *square * unbias2;
        for (int j = 0; j < LANES; j++) {
            float x = m->weight[i + (size_t)j] - rate * first[j] / (sqrtf(second[j]) + 1e-8f);
            float bounded = x > largest ? largest : x < -largest ? -largest : x;
            m->weight[i + (size_t)j] = i < weights ? bounded : x;
        }
    }
}
