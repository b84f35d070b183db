/* The gradient of a batch of positions: parts of it, and threads. */
#include "gradient.h"

#include "base/fmath.h"
#include "game/chess/nnue/nnue.h"

#include <math.h>
#include <string.h>

/* Centipawns at which the winning probability is taken to be 1 / (1 + 1 / e), 73%. */
static const float logistic = 200;

float nnue_winning_probability(float centipawns)
{
    float x = centipawns / logistic;
    return x < -50 ? 0 : x > 50 ? 1 : (float)(1 / (1 + mi_exp(-(double)x)));
}

/* By the teacher's score, and that of a search if there was one. */
static float expected_result(const struct nnue_settings *settings, const struct nnue_record *record)
{
    float share = record->searched ? (float)settings->search_share : 0;
    float expected = nnue_winning_probability((float)settings->scale * record->score);
    if (share > 0)
        expected += share * (nnue_winning_probability((float)settings->scale * record->searched) -
                             expected);
    return expected;
}

float nnue_target(const struct nnue_settings *settings, const struct nnue_record *record)
{
    float expected = expected_result(settings, record);
    if (record->result == UNKNOWN_RESULT)
        return expected;
    float share = (float)settings->result_share;
    return (1 - share) * expected + share * (float)record->result / 2;
}

/* ---- a part of the batch ---- */

static int group_begin(const struct nnue_work *w, int shard)
{
    return w->part.count / GROUP * shard / SHARDS;
}

static void mark_features(uint8_t *touched, const struct nnue_input *input)
{
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < input->count; i++)
            touched[input->feature[player][i]] = 1;
}

static void read_group(struct nnue_work *w, struct nnue_shard *shard, int group)
{
    struct nnue_input input[GROUP];
    const struct nnue_record *record = w->record(w->context, w->first + (size_t)(group * GROUP));
    for (int i = 0; i < GROUP; i++) {
        nnue_features(&record[i], &input[i]);
        mark_features(shard->touched, &input[i]);
        w->part.target[group * GROUP + i] = nnue_target(w->settings, &record[i]);
    }
    nnue_list_changes(input, &w->part.group[group]);
}

static void read_shard(void *context, int i)
{
    struct nnue_work *w = context;
    for (int group = group_begin(w, i); group < group_begin(w, i + 1); group++)
        read_group(w, &w->shard[i], group);
}

static void run_unit(void *context, int unit)
{
    struct nnue_work *w = context;
    nnue_unit_run(&w->rounded, &w->part, unit);
}

/* The derivative of the loss, |error|^power, by the output; adds the squared error. */
static float slope_of(const struct nnue_work *w, struct nnue_shard *shard, float output,
                      float target)
{
    const double power = w->settings->power > 0 ? w->settings->power : 2;
    float p = nnue_winning_probability(NNUE_CENTIPAWNS * output), error = p - target;
    double size = fabs((double)error), slope = 2 * size;
    if (power != 2)
        slope = size > 1e-9 ? power * mi_exp((power - 1) * mi_ln(size)) : 0;
    shard->loss += (double)(error * error);
    return copysignf((float)slope, error) * p * (1 - p) * NNUE_CENTIPAWNS / logistic;
}

/* The layers after the products. */
static void pass_shard(void *context, int i)
{
    struct nnue_work *w = context;
    struct nnue_part *part = &w->part;
    struct nnue_head head;
    uint8_t product[HIDDEN_MAX];
    for (int n = group_begin(w, i) * GROUP; n < group_begin(w, i + 1) * GROUP; n++) {
        int bucket = part->group[n / GROUP].bucket[n % GROUP];
        nnue_gather_products(part, n, product);
        float output = nnue_head_run(&w->model, &w->rounded, bucket, product, &head);
        float slope = slope_of(w, &w->shard[i], output, part->target[n]);
        nnue_head_back(&w->model, bucket, &head, slope, &w->adam.small[i], &part->slopes[n]);
    }
}

static void back_unit(void *context, int unit)
{
    struct nnue_work *w = context;
    nnue_unit_back(&w->rounded, &w->part, unit, &w->adam.gradient);
}

static void add_part(struct nnue_work *w, size_t first, int count)
{
    int threads = w->settings->threads, units = w->model.hidden / UNIT;
    w->first = first;
    w->part.count = count;
    nnue_parallel(threads, SHARDS, read_shard, w);
    nnue_parallel(threads, units, run_unit, w);
    nnue_parallel(threads, SHARDS, pass_shard, w);
    nnue_parallel(threads, units, back_unit, w);
}

/* ---- the batch ---- */

static void step_slice(void *context, int i)
{
    struct nnue_work *w = context;
    nnue_adam_step(&w->adam, &w->model, &w->rounded, i, w->batch, w->rate);
}

/* Adds the losses of the shards to w->loss, and the features that they touched. */
static void take_shards(struct nnue_work *w)
{
    for (int i = 0; i < SHARDS; i++) {
        w->loss += w->shard[i].loss;
        w->shard[i].loss = 0;
        for (int j = 0; j < FEATURES; j++)
            w->adam.touched[j] |= w->shard[i].touched[j];
    }
}

void nnue_work_step(struct nnue_work *w, size_t begin, size_t end, float rate)
{
    for (size_t first = begin; first < end; first += PART)
        add_part(w, first, (int)(end - first < PART ? end - first : PART));
    take_shards(w);
    w->batch = (int)(end - begin);
    w->rate = rate;
    w->adam.steps++;
    nnue_parallel(w->settings->threads, SHARDS, step_slice, w);
}

bool nnue_work_make(struct nnue_work *w, const struct nnue_settings *settings)
{
    memset(w, 0, sizeof *w);
    w->settings = settings;
    bool fine = nnue_model_make(&w->model, settings->hidden);
    fine = fine && nnue_rounded_make(&w->rounded, &w->model);
    fine = nnue_adam_make(&w->adam, settings->hidden) && fine;
    return nnue_part_make(&w->part, settings->hidden) && fine;
}

void nnue_work_free(struct nnue_work *w)
{
    nnue_model_free(&w->model);
    nnue_rounded_free(&w->rounded);
    nnue_adam_free(&w->adam);
    nnue_part_free(&w->part);
}
