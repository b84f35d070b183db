/* Logistic regression on the teacher's scores and the results of the games, in mini-batches. */
#include "learn.h"

#include "base/fmath.h"
#include "base/memory.h"
#include "game/chess/nnue/nnue.h"
#include "miai_game.h"
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATE_VERSION = 4, PATH_SIZE = 4096 };

/* Centipawns at which the winning probability is taken to be 1 / (1 + 1 / e), 73%. */
static const float logistic = 200;

static const double first_rate = 1e-3, last_rate = 2e-5;

struct learning {
    const struct nnue_settings *settings;
    const struct nnue_samples *samples;
    struct nnue_model model;
    struct nnue_adam adam;
    int epoch;           /* the next epoch */
    size_t step, offset; /* the order of the epoch, see sample_at() */
    size_t begin, end;   /* samples of the batch */
    struct shard {
        struct nnue_chunk chunk;
        float target[CHUNK];
        double loss, rounded;
        void *memory; /* width of the network's accumulators */
    } shard[SHARDS];
    const struct mi_nnue *network; /* the quantized network, for measuring */
};

static float sigmoid(float x)
{
    return x < -50 ? 0 : x > 50 ? 1 : (float)(1 / (1 + mi_exp(-(double)x)));
}

static float winning_probability(float centipawns)
{
    return sigmoid(centipawns / logistic);
}

/* The winning probability to be learned. */
static float target_probability(const struct learning *l, const struct nnue_record *record)
{
    float expected = winning_probability((float)l->settings->scale * record->score);
    if (record->result == UNKNOWN_RESULT)
        return expected;
    float share = (float)l->settings->result_share;
    return (1 - share) * expected + share * (float)record->result / 2;
}

/* The i-th sample of the epoch. The groups are in random order; each epoch visits them with another
 * stride, so that batches differ. */
static size_t sample_at(const struct learning *l, size_t i)
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

/* The learning rate falls from the first to the last as a cosine (Loshchilov and Hutter 2017). */
static float rate_at(const struct learning *l)
{
    double share = (l->epoch + (double)l->begin / (double)l->samples->learned);
    double fall = (1 + cos(3.14159265358979 * share / l->settings->epochs)) / 2;
    double first = l->settings->first_rate > 0 ? l->settings->first_rate : first_rate;
    double last = l->settings->last_rate > 0 ? l->settings->last_rate : last_rate;
    return (float)(last + (first - last) * fall);
}

static size_t shard_begin(const struct learning *l, int shard)
{
    return l->begin + (l->end - l->begin) / GROUP * (size_t)shard / SHARDS * GROUP;
}

/* Fills the chunk with samples from `first` on, in the order of the epoch when training, and
 * computes the model's outputs. */
static void run_chunk(struct learning *l, struct shard *shard, size_t first, size_t end,
                      bool ordered)
{
    struct nnue_chunk *chunk = &shard->chunk;
    chunk->count = 0;
    for (size_t i = first; i < end; i++) {
        size_t sample = ordered ? sample_at(l, i) : i;
        const struct nnue_record *record = &l->samples->record[sample];
        shard->target[chunk->count] = target_probability(l, record);
        nnue_features(record, &chunk->input[chunk->count++]);
    }
    nnue_model_run(&l->model, chunk);
}

static void learn_chunk(struct learning *l, int i)
{
    struct shard *shard = &l->shard[i];
    struct nnue_chunk *chunk = &shard->chunk;
    for (int j = 0; j < chunk->count; j++) {
        float p = winning_probability(NNUE_CENTIPAWNS * chunk->output[j]);
        float error = p - shard->target[j];
        chunk->slope[j] = 2 * error * p * (1 - p) * NNUE_CENTIPAWNS / logistic;
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
        run_chunk(l, &l->shard[i], first, next, true);
        learn_chunk(l, i);
    }
}

static void step_slice(void *context, int i)
{
    struct learning *l = context;
    nnue_adam_step(&l->adam, &l->model, i, (int)(l->end - l->begin), rate_at(l));
}

/* Held-out samples from `first` on. */
static void measure_chunk(const struct learning *l, struct shard *shard, size_t first)
{
    struct nnue_chunk *chunk = &shard->chunk;
    for (int i = 0; i < chunk->count; i++) {
        struct mi_chess p; /* White is to move */
        nnue_unpack(&l->samples->record[first + (size_t)i], &p);
        int centipawns = mi_nnue_evaluate(l->network, shard->memory, &p);
        float error = winning_probability(NNUE_CENTIPAWNS * chunk->output[i]) - shard->target[i];
        float rounded = winning_probability((float)centipawns) - shard->target[i];
        shard->loss += (double)(error * error);
        shard->rounded += (double)(rounded * rounded);
    }
}

static void measure_shard(void *context, int i)
{
    struct learning *l = context;
    size_t end = shard_begin(l, i + 1), next;
    for (size_t first = shard_begin(l, i); first < end; first = next) {
        next = chunk_end(first, end);
        run_chunk(l, &l->shard[i], first, next, false);
        measure_chunk(l, &l->shard[i], first);
    }
}

/* Adds the losses of the shards and resets them. */
static void take_losses(struct learning *l, double *loss, double *rounded)
{
    *loss = *rounded = 0;
    for (int i = 0; i < SHARDS; i++) {
        *loss += l->shard[i].loss;
        *rounded += l->shard[i].rounded;
        l->shard[i].loss = l->shard[i].rounded = 0;
    }
}

/* Trains for an epoch; returns the mean loss. */
static double train_epoch(struct learning *l)
{
    double loss, none;
    size_t count = l->samples->learned, batch = (size_t)l->settings->batch;
    choose_order(l);
    l->adam.first_fixed = l->epoch == l->settings->epochs - 1;
    if (l->adam.first_fixed) /* the other parameters adapt to the rounding */
        nnue_round_first(&l->model);
    for (l->begin = 0; l->begin < count; l->begin = l->end) {
        l->end = l->begin + batch < count ? l->begin + batch : count;
        l->adam.steps++;
        nnue_parallel(l->settings->threads, SHARDS, learn_shard, l);
        nnue_parallel(l->settings->threads, SHARDS, step_slice, l);
    }
    take_losses(l, &loss, &none);
    return loss / (double)count;
}

/* The accumulators of each shard. Returns false if out of memory; the caller frees what was
 * allocated. */
static bool allocate_shards(struct learning *l)
{
    size_t size = (mi_nnue_memory(l->network) + 63) / 64 * 64;
    bool fine = true;
    for (int i = 0; i < SHARDS; i++) {
        l->shard[i].memory = mi_aligned_alloc(64, size);
        if (l->shard[i].memory)
            memset(l->shard[i].memory, 0, size);
        fine = fine && l->shard[i].memory;
    }
    return fine;
}

static size_t held_out_count(const struct learning *l)
{
    return l->samples->count - l->samples->learned;
}

/* The mean held-out loss of the model and of its quantized form; 0 without held-out samples.
 * Returns false if out of memory. */
static bool measure_held_out(struct learning *l, double *loss, double *rounded)
{
    *loss = *rounded = 0;
    if (held_out_count(l) == 0)
        return true;
    bool fine = allocate_shards(l);
    l->begin = l->samples->learned;
    l->end = l->samples->count;
    if (fine)
        nnue_parallel(l->settings->threads, SHARDS, measure_shard, l);
    take_losses(l, loss, rounded);
    *loss /= (double)held_out_count(l);
    *rounded /= (double)held_out_count(l);
    for (int i = 0; i < SHARDS; i++)
        mi_aligned_free(l->shard[i].memory);
    return fine;
}

/* The state between runs: version, hidden, epoch, steps; parameters; Adam's mean and square. */
static bool transfer_state(struct learning *l, FILE *file, bool write)
{
    int32_t head[4] = {STATE_VERSION, l->model.hidden, l->epoch, l->adam.steps}, got[4];
    float *part[3] = {l->model.weight, l->adam.mean.weight, l->adam.square.weight};
    if (write && fwrite(head, sizeof head, 1, file) != 1)
        return false;
    if (!write && (fread(got, sizeof got, 1, file) != 1 || memcmp(got, head, 2 * sizeof *got) != 0))
        return false;
    for (int i = 0; i < 3; i++)
        if ((write ? fwrite(part[i], sizeof(float), l->model.count, file)
                   : fread(part[i], sizeof(float), l->model.count, file)) != l->model.count)
            return false;
    if (!write) {
        l->epoch = got[2];
        l->adam.steps = got[3];
    }
    return true;
}

static bool put_state(void *context, FILE *file)
{
    return transfer_state(context, file, true);
}

static bool begin_or_resume(struct learning *l, const char *state)
{
    int hidden = l->settings->hidden;
    bool fine = nnue_model_make(&l->model, hidden);
    fine = nnue_adam_make(&l->adam, hidden) && fine;
    if (!fine)
        return false;
    nnue_model_begin(&l->model, 1);
    FILE *file = fopen(state, "rb");
    if (!file)
        return !l->settings->begin || nnue_take(&l->model, l->settings->begin);
    fine = transfer_state(l, file, false);
    fclose(file);
    if (!fine)
        fprintf(stderr, "%s: it is truncated, or has another version or width\n", state);
    return fine;
}

/* Prints the losses; false on a write error. */
static bool print_losses(const struct learning *l, double loss, double held_out, double rounded)
{
    printf("epoch %d: loss %.6f, ", l->epoch, loss);
    if (held_out_count(l) > 0)
        printf("held out %.6f, in integers %.6f; ", held_out, rounded);
    else
        printf("nothing held out; ");
    printf("%.0f s of processor time\n", (double)clock() / CLOCKS_PER_SEC);
    return fflush(stdout) == 0;
}

/* Writes the network and prints its losses. Returns the held-out loss, or -1. */
static double finish_epoch(struct learning *l, double loss, const char *path)
{
    char error[200] = "not enough memory";
    double held_out, rounded;
    size_t length;
    unsigned char *bytes = nnue_file(&l->model, &length);
    struct mi_nnue *network = bytes ? mi_nnue_read(bytes, length, error, sizeof error) : NULL;
    if (!network)
        fprintf(stderr, "%s: %s\n", path, error);
    l->network = network;
    bool fine =
        network && measure_held_out(l, &held_out, &rounded) && nnue_write(bytes, length, path);
    mi_aligned_free(network);
    free(bytes);
    return fine && print_losses(l, loss, held_out, rounded) ? rounded : -1;
}

static double learn_epochs(struct learning *l, const char *path, const char *state)
{
    double held_out = 1;
    int stop = l->settings->stop ? l->settings->stop : l->settings->epochs;
    while (held_out >= 0 && l->epoch < stop) {
        double loss = train_epoch(l);
        l->epoch++;
        held_out = finish_epoch(l, loss, path);
        if (held_out >= 0 && !nnue_replace(state, put_state, l))
            held_out = -1;
    }
    return held_out;
}

/* Zeroed memory, aligned for vectors. */
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
    printf("%zu positions, %zu held out\n", samples->learned, held_out_count(l));
    if (samples->learned > 0 && begin_or_resume(l, state))
        held_out = learn_epochs(l, path, state);
    nnue_model_free(&l->model);
    nnue_adam_free(&l->adam);
    free(l);
    return held_out;
}
