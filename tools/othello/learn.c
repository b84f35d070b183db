/* learn - finds the weights of Othello's evaluation by linear regression.
 *
 *     make tools/othello/learn
 *     tools/othello/learn WEIGHTS POSITIONS...
 *
 * Reads files that games wrote.  The score of a game shall be the sum of the weights of a position's
 * features: least squares, by gradient descent with a step for each weight by how often it counts
 * (Buro 1998).  First one set of weights for all stages, then from there one for each stage.  Every
 * tenth position is kept apart, to tell the error.  The same positions give the same bytes. */
#include "base/file.h"
#include "game/othello/eval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = MI_OTHELLO_WEIGHTS, F = MI_OTHELLO_FEATURES, APART = 10, ROUNDS = 60 };

/* Step, and how often a weight must count to get the whole of it. */
static const double STEP = 1.2, OFTEN = 60;

struct sample {
    uint16_t feature[F];
    int8_t score, stage;
};

static struct sample *samples;
static size_t count;

static void read_all(FILE *file)
{
    static size_t room;
    uint64_t in[3];
    while (fread(in, sizeof in, 1, file) == 1) {
        int feature[F];
        if (count == room) {
            room = room ? 2 * room : 1 << 16;
            samples = realloc(samples, room * sizeof *samples);
        }
        if (!samples)
            exit(EXIT_FAILURE);
        struct sample *s = &samples[count++];
        mi_othello_features(in[0], in[1], feature);
        for (int i = 0; i < F; i++)
            s->feature[i] = (uint16_t)feature[i];
        s->score = (int8_t)(int64_t)in[2];
        s->stage = (int8_t)mi_othello_stage(mi_othello_count(~(in[0] | in[1])));
    }
}

static double error_of(const struct sample *s, const double *weight)
{
    double sum = 0;
    for (int i = 0; i < F; i++)
        sum += weight[s->feature[i]];
    return s->score - sum;
}

/* The samples of a stage, or of all: -1. */
static double run_round(int stage, double *weight, bool learns)
{
    static double gradient[W], often[W];
    double square = 0;
    size_t n = 0;
    for (int i = 0; i < W; i++)
        gradient[i] = often[i] = 0;
    for (size_t i = 0; i < count; i++) {
        const struct sample *s = &samples[i];
        if ((stage >= 0 && s->stage != stage) || (i % APART == 0) == learns)
            continue;
        double error = error_of(s, weight);
        square += error * error;
        n++;
        for (int k = 0; learns && k < F; k++) {
            gradient[s->feature[k]] += error;
            often[s->feature[k]]++;
        }
    }
    for (int i = 0; learns && i < W; i++)
        weight[i] += STEP / F * gradient[i] / (often[i] + OFTEN);
    return n ? sqrt(square / (double)n) : 0;
}

static void fit(int stage, double *weight, int rounds)
{
    double error = 0;
    for (int i = 0; i < rounds; i++)
        error = run_round(stage, weight, true);
    fprintf(stderr, "stage %d: error %.3f, of those kept apart %.3f\n", stage, error,
            run_round(stage, weight, false));
}

static int8_t quantised(double weight)
{
    double q = floor(weight * MIAI_POINT_SCORE / MI_OTHELLO_UNIT + 0.5);
    return (int8_t)(q > 127 ? 127 : q < -127 ? -127 : q);
}

static void write_word(uint32_t word, FILE *out)
{
    for (int i = 0; i < 4; i++)
        fputc((int)(word >> 8 * i & 255), out);
}

/* As miai-network(5) has it. */
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
    fit(-1, all, ROUNDS);
    for (int stage = 0; stage < MI_OTHELLO_STAGES; stage++) {
        for (int i = 0; i < W; i++)
            weight[i] = all[i];
        fit(stage, weight, ROUNDS);
        for (int i = 0; i < W; i++)
            quantity[stage * W + i] = quantised(weight[i]);
    }
    free(samples);
    return write_file(quantity, out) ? EXIT_SUCCESS : EXIT_FAILURE;
}
