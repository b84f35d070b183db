/* Logistic regression of what the teacher and the results of the games say, by batches.  The
 * network is fitted by itself first; then what the engine plays by is, the mean of the network and
 * of the classical evaluation. */
#include "learn.h"

#include "base/fmath.h"
#include "game/chess/eval/eval.h"
#include "miai_game.h"
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATE_VERSION = 3, PATH_SIZE = 4096 };

/* Centipawns for which the chance to win is taken to be 1 / (1 + 1 / e), 73%. */
static const float logistic = 200;

static const double first_rate = 1e-3, last_rate = 2e-5;

struct learning {
    const struct nnue_settings *settings;
    const struct nnue_samples *samples;
    int16_t *classical; /* of each sample, in view of the player to move, centipawns */
    struct nnue_model model;
    struct nnue_adam adam;
    int epoch;           /* the next one */
    bool by_mean;        /* in this one the mean is fitted */
    size_t step, offset; /* the order of the epoch, see at() */
    size_t begin, end;   /* of the batch */
    struct shard {
        struct nnue_chunk chunk;
        float target[CHUNK], classical[CHUNK];
        double loss, rounded;
    } shard[SHARDS];
    const struct nnue_network *network; /* to judge */
};

static float sigmoid(float x)
{
    return x < -50 ? 0 : x > 50 ? 1 : (float)(1 / (1 + mi_exp(-(double)x)));
}

static float chance(float centipawns)
{
    return sigmoid(centipawns / logistic);
}

/* The chance to win that the network is to see. */
static float target(const struct learning *l, const struct nnue_record *record)
{
    float expected = chance((float)l->settings->scale * record->score);
    if (record->result == UNKNOWN_RESULT)
        return expected;
    float share = (float)l->settings->result_share;
    return (1 - share) * expected + share * (float)record->result / 2;
}

/* The i-th sample of the epoch.  The groups lie in random order, and each epoch goes through them
 * in steps of another length, so that its batches are others. */
static size_t at(const struct learning *l, size_t i)
{
    size_t group = (i / GROUP * l->step + l->offset) % (l->samples->learned / GROUP);
    return group * GROUP + i % GROUP;
}

static size_t common_divisor(size_t a, size_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

static void choose_order(struct learning *l)
{
    miai_rng rng;
    size_t count = l->samples->learned / GROUP;
    miai_rng_seed(&rng, (uint64_t)l->epoch + 1);
    do
        l->step = 1 + miai_rng_below(&rng, (uint32_t)count);
    while (common_divisor(count, l->step) != 1);
    l->offset = miai_rng_below(&rng, (uint32_t)count);
}

/* Where the epochs of this kind end. */
static int last_epoch(const struct learning *l)
{
    return l->settings->epochs + (l->by_mean ? l->settings->mean_epochs : 0);
}

/* Falls from the first to the last as a cosine does (Loshchilov and Hutter 2017); for the mean it
 * begins as low as if all epochs had been for it. */
static float rate_at(const struct learning *l)
{
    double share = (l->epoch + (double)l->begin / (double)l->samples->learned);
    double fall = (1 + cos(3.14159265358979 * share / last_epoch(l))) / 2;
    double first = l->settings->first_rate > 0 ? l->settings->first_rate : first_rate;
    double last = l->settings->last_rate > 0 ? l->settings->last_rate : last_rate;
    return (float)(last + (first - last) * fall);
}

static size_t shard_begin(const struct learning *l, int shard)
{
    return l->begin + (l->end - l->begin) / GROUP * (size_t)shard / SHARDS * GROUP;
}

/* Fills the chunk with samples from the first one on, in the order of the epoch if they are to be
 * learned, and computes what the model says of them. */
static void run(struct learning *l, struct shard *shard, size_t first, size_t end, bool ordered)
{
    struct nnue_chunk *chunk = &shard->chunk;
    chunk->count = 0;
    for (size_t i = first; i < end; i++) {
        size_t sample = ordered ? at(l, i) : i;
        const struct nnue_record *record = &l->samples->record[sample];
        shard->target[chunk->count] = target(l, record);
        shard->classical[chunk->count] = l->classical[sample];
        nnue_features(record, l->model.sets, &chunk->input[chunk->count++]);
    }
    nnue_model_run(&l->model, chunk);
}

/* The chance to win by what is fitted. */
static float seen(const struct learning *l, const struct shard *shard, int i, float network)
{
    return chance(l->by_mean ? (network + shard->classical[i]) / 2 : network);
}

static void learn_chunk(struct learning *l, int i)
{
    struct shard *shard = &l->shard[i];
    struct nnue_chunk *chunk = &shard->chunk;
    int parts = l->by_mean ? 2 : 1;
    for (int j = 0; j < chunk->count; j++) {
        float p = seen(l, shard, j, NNUE_CENTIPAWNS * chunk->output[j]);
        float error = p - shard->target[j];
        chunk->slope[j] = 2 * error * p * (1 - p) * NNUE_CENTIPAWNS / (float)parts / logistic;
        shard->loss += (double)(error * error);
    }
    nnue_model_back(&l->model, chunk, &l->adam.gradient[i]);
}

static size_t chunk_end(size_t first, size_t end)
{
    return first + CHUNK < end ? first + CHUNK : end;
}

static void learn_shard(void *context, int i)
{
    struct learning *l = context;
    size_t end = shard_begin(l, i + 1), next;
    for (size_t first = shard_begin(l, i); first < end; first = next) {
        next = chunk_end(first, end);
        run(l, &l->shard[i], first, next, true);
        learn_chunk(l, i);
    }
}

static void step_slice(void *context, int i)
{
    struct learning *l = context;
    nnue_adam_step(&l->adam, &l->model, i, (int)(l->end - l->begin), rate_at(l));
}

static void judge_chunk(const struct learning *l, struct shard *shard)
{
    struct nnue_chunk *chunk = &shard->chunk;
    for (int i = 0; i < chunk->count; i++) {
        int centipawns = nnue_evaluate(l->network, &chunk->input[i]);
        float error = seen(l, shard, i, NNUE_CENTIPAWNS * chunk->output[i]) - shard->target[i];
        float rounded = seen(l, shard, i, (float)centipawns) - shard->target[i];
        shard->loss += (double)(error * error);
        shard->rounded += (double)(rounded * rounded);
    }
}

static void judge_shard(void *context, int i)
{
    struct learning *l = context;
    size_t end = shard_begin(l, i + 1), next;
    for (size_t first = shard_begin(l, i); first < end; first = next) {
        next = chunk_end(first, end);
        run(l, &l->shard[i], first, next, false);
        judge_chunk(l, &l->shard[i]);
    }
}

/* The sums of the shards' losses, which become zero. */
static void take_losses(struct learning *l, double *loss, double *rounded)
{
    *loss = *rounded = 0;
    for (int i = 0; i < SHARDS; i++) {
        *loss += l->shard[i].loss;
        *rounded += l->shard[i].rounded;
        l->shard[i].loss = l->shard[i].rounded = 0;
    }
}

/* Returns the mean loss. */
static double epoch(struct learning *l)
{
    double loss, none;
    size_t count = l->samples->learned, batch = (size_t)l->settings->batch;
    l->by_mean = l->epoch >= l->settings->epochs;
    choose_order(l);
    l->adam.output_fixed = l->epoch == last_epoch(l) - 1;
    if (l->adam.output_fixed) /* the others learn to live with the rounding */
        nnue_round_output(&l->model);
    for (l->begin = 0; l->begin < count; l->begin = l->end) {
        l->end = l->begin + batch < count ? l->begin + batch : count;
        l->adam.steps++;
        nnue_parallel(l->settings->threads, SHARDS, learn_shard, l);
        nnue_parallel(l->settings->threads, SHARDS, step_slice, l);
    }
    take_losses(l, &loss, &none);
    return loss / (double)count;
}

/* The mean loss over what is held out, of the model and of its integers. */
static void judge(struct learning *l, double *loss, double *rounded)
{
    l->begin = l->samples->learned;
    l->end = l->samples->count;
    nnue_parallel(l->settings->threads, SHARDS, judge_shard, l);
    take_losses(l, loss, rounded);
    *loss /= (double)(l->end - l->begin);
    *rounded /= (double)(l->end - l->begin);
}

/* The state between runs: version, hidden, sets, epoch, steps; parameters, Adam's mean and square.
 */
static bool carry(struct learning *l, FILE *file, bool write)
{
    int32_t head[5] = {STATE_VERSION, l->model.hidden, l->model.sets, l->epoch, l->adam.steps};
    int32_t got[5];
    float *part[3] = {l->model.weight, l->adam.mean.weight, l->adam.square.weight};
    if (write && fwrite(head, sizeof head, 1, file) != 1)
        return false;
    if (!write && (fread(got, sizeof got, 1, file) != 1 || memcmp(got, head, 3 * sizeof *got) != 0))
        return false;
    for (int i = 0; i < 3; i++)
        if ((write ? fwrite(part[i], sizeof(float), l->model.count, file)
                   : fread(part[i], sizeof(float), l->model.count, file)) != l->model.count)
            return false;
    if (!write) {
        l->epoch = got[3];
        l->adam.steps = got[4];
    }
    return true;
}

/* Writes beside it and renames, so that there is always a whole one. */
static bool save(struct learning *l, const char *path)
{
    char fresh[PATH_SIZE + 4];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "wb");
    if (!file)
        return false;
    bool fine = carry(l, file, true);
    return fclose(file) == 0 && fine && rename(fresh, path) == 0;
}

/* A slice of the samples' classical values. */
static void evaluate_slice(void *context, int i)
{
    struct learning *l = context;
    size_t count = l->samples->count, end = count * ((size_t)i + 1) / SHARDS;
    for (size_t k = count * (size_t)i / SHARDS; k < end; k++) {
        struct mi_chess p; /* the player to move is White */
        nnue_unpack(&l->samples->record[k], &p);
        l->classical[k] = (int16_t)mi_chess_evaluate(&p);
    }
}

static bool evaluate_samples(struct learning *l)
{
    l->classical = malloc(l->samples->count * sizeof *l->classical);
    if (l->classical)
        nnue_parallel(l->settings->threads, SHARDS, evaluate_slice, l);
    return l->classical != NULL;
}

/* Begins with numbers at random, or with the networks side by side, and units at random behind them
 * that do not count yet. */
static bool begin_model(struct nnue_model *m, const char *const *networks)
{
    int count = 0, taken = 0;
    nnue_model_begin(m, 1);
    while (count < NNUE_BEGIN && networks[count])
        count++;
    for (float *x = m->output_weight; count > 0 && x < m->output_bias; x++)
        *x = 0;
    for (int i = 0; i < count; i++) {
        int width = nnue_take(m, taken, 1 / (float)count, networks[i]);
        if (!width)
            return false;
        taken += width;
    }
    return true;
}

static bool begin(struct learning *l, const char *state)
{
    int hidden = l->settings->hidden, sets = l->settings->sets;
    bool fine = nnue_model_make(&l->model, hidden, sets) && evaluate_samples(l);
    fine = nnue_adam_make(&l->adam, hidden, sets) && fine;
    if (!fine)
        return false;
    FILE *file = fopen(state, "rb");
    if (!file)
        return begin_model(&l->model, l->settings->begin);
    fine = carry(l, file, false);
    fclose(file);
    return fine;
}

/* Writes the network, and says how good it is.  Returns the loss of what is held out, or -1. */
static double finish(struct learning *l, double loss, const char *path)
{
    struct nnue_network network;
    double held_out, rounded;
    if (!nnue_round(&l->model, &network))
        return -1;
    l->network = &network;
    judge(l, &held_out, &rounded);
    bool fine = nnue_write(&network, path);
    nnue_network_free(&network);
    printf("epoch %d: loss %.6f, held out %.6f, in integers %.6f; %.0f s of processor time\n",
           l->epoch, loss, held_out, rounded, (double)clock() / CLOCKS_PER_SEC);
    return fflush(stdout) == 0 && fine ? rounded : -1;
}

static double learn_epochs(struct learning *l, const char *path, const char *state)
{
    double held_out = 1;
    int stop =
        l->settings->stop ? l->settings->stop : l->settings->epochs + l->settings->mean_epochs;
    while (held_out >= 0 && l->epoch < stop) {
        double loss = epoch(l);
        l->epoch++;
        held_out = finish(l, loss, path);
        if (held_out >= 0 && !save(l, state))
            held_out = -1;
    }
    return held_out;
}

/* All zero, as aligned as vectors want it. */
static struct learning *make_learning(void)
{
    size_t size = (sizeof(struct learning) + 63) / 64 * 64;
    struct learning *l = aligned_alloc(64, size);
    return l ? memset(l, 0, size) : NULL;
}

double nnue_learn(const struct nnue_samples *samples, const struct nnue_settings *settings,
                  const char *path)
{
    struct learning *l = make_learning();
    char state[PATH_SIZE];
    double held_out = -1;
    if (!l)
        return -1;
    l->settings = settings;
    l->samples = samples;
    snprintf(state, sizeof state, "%s.state", path);
    printf("%zu positions, %zu held out\n", samples->learned, samples->count - samples->learned);
    if (samples->learned > 0 && begin(l, state))
        held_out = learn_epochs(l, path, state);
    free(l->classical);
    nnue_model_free(&l->model);
    nnue_adam_free(&l->adam);
    free(l);
    return held_out;
}
