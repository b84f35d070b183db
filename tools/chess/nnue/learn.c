/* Logistic regression on the teacher's scores and the results of the games, in mini-batches. */
#include "learn.h"

#include "gradient.h"
#include "miai_game.h"
#include "network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATE_VERSION = 5, PATH_SIZE = 4096, SAVED_EVERY = 1024 /* batches */ };

static const double first_rate = 1e-3, last_rate = 2e-5;

struct learning {
    const struct nnue_settings *settings;
    const struct nnue_samples *samples;
    struct nnue_work work;
    int epoch;           /* of the next batch */
    size_t begin;        /* its first sample */
    size_t step, offset; /* the order of the epoch, see records_at() */
    int batches;         /* of this run */
    const char *path;
    char state[PATH_SIZE];
};

/* The records of the epoch from the i-th on. The groups are in random order; each epoch visits them
 * with another stride, so that batches differ. */
static const struct nnue_record *records_at(const void *context, size_t i)
{
    const struct learning *l = context;
    size_t group = (i / GROUP * l->step + l->offset) % (l->samples->learned / GROUP);
    return &l->samples->record[group * GROUP];
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

/* ---- the state between runs ---- */

struct state {
    int32_t version, hidden, epoch, steps;
    uint64_t begin;
    double loss;
};

/* The state is followed by the parameters, and Adam's mean and square. */
static bool transfer_parameters(struct learning *l, FILE *file, bool write)
{
    struct nnue_work *w = &l->work;
    float *part[3] = {w->model.weight, w->adam.mean.weight, w->adam.square.weight};
    for (int i = 0; i < 3; i++)
        if ((write ? fwrite(part[i], sizeof(float), w->model.count, file)
                   : fread(part[i], sizeof(float), w->model.count, file)) != w->model.count)
            return false;
    return true;
}

static bool put_state(void *context, FILE *file)
{
    struct learning *l = context;
    struct state state = {STATE_VERSION, l->work.model.hidden, l->epoch, l->work.adam.steps,
                          l->begin,      l->work.loss};
    return fwrite(&state, sizeof state, 1, file) == 1 && transfer_parameters(l, file, true);
}

/* Reads the header of a state of this width. */
static bool read_header(FILE *file, int hidden, struct state *state)
{
    return fread(state, sizeof *state, 1, file) == 1 && state->version == STATE_VERSION &&
           state->hidden == hidden;
}

static bool take_state(struct learning *l, FILE *file)
{
    struct state state;
    if (!read_header(file, l->work.model.hidden, &state) || !transfer_parameters(l, file, false))
        return false;
    l->epoch = state.epoch;
    l->begin = (size_t)state.begin;
    l->work.loss = state.loss;
    l->work.adam.steps = state.steps;
    memset(l->work.adam.touched, 1, FEATURES); /* it is only faster to know better */
    return true;
}

static void report_state(const char *path)
{
    fprintf(stderr, "%s: it is truncated, or has another version or width\n", path);
}

bool nnue_take_parameters(struct nnue_model *m, const char *path)
{
    const char *end = strrchr(path, '.');
    if (!end || strcmp(end, ".state") != 0)
        return nnue_take(m, path);
    struct state state;
    FILE *file = fopen(path, "rb");
    bool taken = file && read_header(file, m->hidden, &state) &&
                 fread(m->weight, sizeof(float), m->count, file) == m->count;
    if (!file)
        perror(path);
    else if (!taken)
        report_state(path);
    if (file)
        fclose(file);
    return taken;
}

static bool begin_or_resume(struct learning *l)
{
    nnue_model_begin(&l->work.model, 1);
    FILE *file = fopen(l->state, "rb");
    if (!file)
        return !l->settings->begin || nnue_take_parameters(&l->work.model, l->settings->begin);
    bool fine = take_state(l, file);
    fclose(file);
    if (!fine)
        report_state(l->state);
    return fine;
}

/* ---- epochs ---- */

/* Trains to the end of the epoch or the run. Returns false if it cannot write the state. */
static bool train_epoch(struct learning *l)
{
    size_t count = l->samples->learned, batch = (size_t)l->settings->batch;
    choose_order(l);
    while (l->begin < count && (!l->settings->stop || l->batches < l->settings->stop)) {
        size_t end = l->begin + batch < count ? l->begin + batch : count;
        nnue_work_step(&l->work, l->begin, end, rate_at(l));
        l->begin = end;
        if (++l->batches % SAVED_EVERY == 0 && !nnue_replace(l->state, put_state, l))
            return false;
    }
    return true;
}

static bool write_network(const struct learning *l)
{
    size_t length;
    unsigned char *bytes = nnue_file(&l->work.model, &length);
    bool fine = bytes && nnue_write(bytes, length, l->path);
    free(bytes);
    return fine;
}

/* Writes the network, and prints its held-out loss. Returns that loss, or -1. */
static double report_network(const struct learning *l)
{
    const struct nnue_samples *s = l->samples;
    struct nnue_losses losses;
    if (!write_network(l) || !nnue_measure(s, s->learned, s->count, l->path, l->settings, &losses))
        return -1;
    if (s->count > s->learned)
        printf("held out %.6f; ", nnue_mean_loss(&losses));
    else
        printf("nothing held out; ");
    printf("%.0f s of processor time\n", (double)clock() / CLOCKS_PER_SEC);
    return fflush(stdout) == 0 ? nnue_mean_loss(&losses) : -1;
}

static double finish_epoch(struct learning *l)
{
    double loss = l->work.loss / (double)l->samples->learned;
    l->work.loss = 0;
    l->begin = 0;
    l->epoch++;
    printf("epoch %d: loss %.6f, ", l->epoch, loss);
    return report_network(l);
}

/* The state has finer parameters than the file, so the network can be written from it again, for
 * example in a newer version of the format. */
static double write_finished(const struct learning *l)
{
    printf("all %d epochs were finished before: ", l->epoch);
    return report_network(l);
}

static double learn_epochs(struct learning *l)
{
    double held_out = 1;
    bool fine = true;
    if (l->epoch >= l->settings->epochs)
        return write_finished(l);
    while (fine && l->epoch < l->settings->epochs &&
           (!l->settings->stop || l->batches < l->settings->stop)) {
        fine = train_epoch(l);
        if (fine && l->begin == l->samples->learned)
            fine = (held_out = finish_epoch(l)) >= 0;
        fine = fine && nnue_replace(l->state, put_state, l);
    }
    return fine ? held_out : -1;
}

double nnue_learn(const struct nnue_samples *samples, const struct nnue_settings *settings,
                  const char *path)
{
    struct learning l = {.settings = settings, .samples = samples, .path = path};
    double held_out = -1;
    snprintf(l.state, sizeof l.state, "%s.state", path);
    printf("%zu positions, %zu held out\n", samples->learned, samples->count - samples->learned);
    fflush(stdout);
    if (nnue_work_make(&l.work, settings) && samples->learned > 0 && begin_or_resume(&l)) {
        nnue_model_round(&l.work.model, &l.work.rounded);
        l.work.record = records_at;
        l.work.context = &l;
        held_out = learn_epochs(&l);
    }
    nnue_work_free(&l.work);
    return held_out;
}
