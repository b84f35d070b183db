/* gradient.h - a step of the training: the gradient of a batch, and Adam. */
#ifndef MI_TOOLS_CHESS_NNUE_GRADIENT_H
#define MI_TOOLS_CHESS_NNUE_GRADIENT_H

#include "learn.h"
#include "model.h"

struct nnue_work {
    const struct nnue_settings *settings;
    /* The GROUP records from the i-th on, a multiple of GROUP. */
    const struct nnue_record *(*record)(const void *context, size_t i);
    const void *context;
    struct nnue_model model;
    struct nnue_rounded rounded;
    struct nnue_adam adam;
    double loss; /* sum of the squared errors */
    /* The rest is for the step. */
    struct nnue_part part;
    size_t first; /* record of the part */
    int batch;
    float rate;
    struct nnue_shard {
        double loss;
        uint8_t touched[FEATURES];
    } shard[SHARDS];
};

/* Parameters are 0. False if out of memory; nnue_work_free() must be called in any case. */
bool nnue_work_make(struct nnue_work *w, const struct nnue_settings *settings);
void nnue_work_free(struct nnue_work *w);

/* Changes the parameters by the gradient of the records from begin to end - 1. */
void nnue_work_step(struct nnue_work *w, size_t begin, size_t end, float rate);

/* What a position's score says. */
float nnue_winning_probability(float centipawns);

/* The winning probability to be learned. */
float nnue_target(const struct nnue_settings *settings, const struct nnue_record *record);

#endif
