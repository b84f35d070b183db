/* learn - fits the weights of the Othello evaluation by linear regression.
 *
 *     make tools/othello/learn
 *     tools/othello/learn WEIGHTS POSITIONS...
 *
 * Reads files written by games.  The sum of the weights of a position's features should predict the
 * score of the game: least squares by gradient descent, with a step for each weight that depends on
 * its frequency (Buro 1998).  First fits one set of weights for all stages, then, starting from it,
 * one for each stage.  Every tenth position is held out to measure the error.  The same positions
 * give the same bytes. */
#include "base/file.h"
#include "game/othello/eval.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = MI_OTHELLO_WEIGHTS, F = MI_OTHELLO_FEATURES, HELD_OUT = 10, ROUNDS = 60 };

/* Step size, and the number of occurrences from which on a weight gets the full step. */
static const double STEP = 1.2, OFTEN = 60;

/* Weight of the game result in the target; the rest is the score of the search. */
static const float RESULT = 0.3F;

struct sample {
    uint32_t feature[F];
    float score; /* in discs */
};

/* The samples of a stage. */
struct bucket {
    struct sample *sample;
    size_t count, capacity;
};

static struct bucket bucket[MI_OTHELLO_STAGES];
static size_t count;

static struct sample *add_sample(int stage)
{
    struct bucket *b = &bucket[stage];
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 1 << 12;
        b->sample = realloc(b->sample, b->capacity * sizeof *b->sample);
    }
    if (!b->sample)
        exit(EXIT_FAILURE);
    count++;
    return &b->sample[b->count++];
}

static void read_all(FILE *file)
{
    struct othello_sample in;
    while (fread(&in, sizeof in, 1, file) == 1) {
        int feature[F];
        struct sample *s = add_sample(mi_othello_stage(mi_othello_count(~(in.own | in.other))));
        mi_othello_features(in.own, in.other, feature);
        for (int i = 0; i < F; i++)
            s->feature[i] = (uint32_t)feature[i];
        s->score = in.score;
        if (in.result != OTHELLO_NO_RESULT)
            s->score += RESULT * (float)(in.result - in.score);
        s->score /= MIAI_POINT_SCORE;
    }
}

static double error_of(const struct sample *s, const double *weight)
{
    double sum = 0;
    for (int i = 0; i < F; i++)
        sum += weight[s->feature[i]];
    return s->score - sum;
}

struct sums {
    double gradient[W], often[W], square;
    size_t count;
};

/* Adds the errors of the training samples (learns), or of the held-out ones. */
static void add_errors(const struct bucket *b, const double *weight, bool learns, struct sums *sums)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct sample *s = &b->sample[i];
        if ((i % HELD_OUT == 0) == learns)
            continue;
        double error = error_of(s, weight);
        sums->square += error * error;
        sums->count++;
        for (int k = 0; learns && k < F; k++) {
            sums->gradient[s->feature[k]] += error;
            sums->often[s->feature[k]]++;
        }
    }
}

/* Runs one round over a stage, or over all if -1.  Returns the root mean square error. */
static double run_round(int stage, double *weight, bool learns)
{
    static struct sums sums;
    memset(&sums, 0, sizeof sums);
    for (int i = 0; i < MI_OTHELLO_STAGES; i++)
        if (stage < 0 || stage == i)
            add_errors(&bucket[i], weight, learns, &sums);
    for (int i = 0; learns && i < W; i++)
        weight[i] += STEP / F * sums.gradient[i] / (sums.often[i] + OFTEN);
    return sums.count ? sqrt(sums.square / (double)sums.count) : 0;
}

static void fit_stages(int stage, double *weight, int rounds)
{
    double error = 0;
    for (int i = 0; i < rounds; i++)
        error = run_round(stage, weight, true);
    fprintf(stderr, "stage %d: error %.3f, held out %.3f\n", stage, error,
            run_round(stage, weight, false));
}

static int8_t quantised_weight(double weight)
{
    double q = floor(weight * MIAI_POINT_SCORE / MI_OTHELLO_WEIGHT_SCALE + 0.5);
    return (int8_t)(q > 127 ? 127 : q < -127 ? -127 : q);
}

static void write_word(uint32_t word, FILE *out)
{
    for (int i = 0; i < 4; i++)
        fputc((int)(word >> 8 * i & 255), out);
}

/* The format is in miai-network(5). */
static bool write_file(const int8_t *quantity, FILE *out)
{
    fputs("MIAIOTHE", out);
    write_word(1, out);
    write_word(mi_crc32(0, quantity, MI_OTHELLO_ALL_WEIGHTS), out);
    fwrite(quantity, MI_OTHELLO_ALL_WEIGHTS, 1, out);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    static double all[W], weight[W];
    static int8_t quantity[MI_OTHELLO_ALL_WEIGHTS];
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return EXIT_FAILURE;
        }
        read_all(file);
        fclose(file);
    }
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;
    if (!out || count == 0) {
        fprintf(stderr, "usage: learn WEIGHTS POSITIONS...\n");
        return EXIT_FAILURE;
    }
    fprintf(stderr, "%zu positions\n", count);
    fit_stages(-1, all, ROUNDS);
    for (int stage = 0; stage < MI_OTHELLO_STAGES; stage++) {
        for (int i = 0; i < W; i++)
            weight[i] = all[i];
        fit_stages(stage, weight, ROUNDS);
        for (int i = 0; i < W; i++)
            quantity[stage * W + i] = quantised_weight(weight[i]);
    }
    for (int stage = 0; stage < MI_OTHELLO_STAGES; stage++)
        free(bucket[stage].sample);
    return write_file(quantity, out) ? EXIT_SUCCESS : EXIT_FAILURE;
}
