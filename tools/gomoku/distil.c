/* distil - trains the line network to predict a teacher's outputs, on positions of leaves.c; see
 * README.  The same positions and arguments give the same bytes on the same kind of processor.
 *
 *     distil learn NETWORK BEGIN [SETTING=VALUE]... DIRECTORY...
 *     distil measure NETWORK DIRECTORY...
 *     distil temper NETWORK FROM TEMPERATURE
 *
 * One file in 24 is held out. */
#include "positions.h"
#include "student.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEASURED = 60000 /* maximum number of held-out positions */ };

struct settings {
    double rounds, rate, batch, value, seed; /* value: weight of its loss */
};

struct course {
    struct settings settings;
    struct positions learned, held;
    struct lesson_reader reader;
    struct student student, gradient, mean, square; /* mean, square: Adam's moments */
    uint32_t *order;
    size_t steps;
};

static bool open_course(struct course *course, char **folders)
{
    return lesson_reader_open(&course->reader) &&
           positions_read(folders, &course->learned, &course->held);
}

/* ---- losses ---- */

static void print_loss(const char *name, const struct student_loss *loss)
{
    double n = (double)loss->positions, moves = fmax(1, (double)loss->moves);
    printf("%s: policy %.4f same move %.1f %% value %.4f error %.5f", name, loss->policy / moves,
           100 * loss->same_move / moves, loss->value / n, loss->error / n);
}

/* Held-out positions, spread over all. */
static const struct leaf *held_position(const struct course *course, size_t i, size_t n)
{
    return &course->held.leaf[i * course->held.count / n];
}

static struct student_loss measure_floats(struct course *course)
{
    struct student_loss loss = {0};
    struct lesson lesson;
    size_t n = course->held.count < MEASURED / 3 ? course->held.count : MEASURED / 3;
    for (size_t i = 0; i < n; i++) {
        lesson_read(&course->reader, held_position(course, i, n), &lesson);
        student_learn(&course->student, &lesson, 0, NULL, &loss);
    }
    return loss;
}

/* ---- learning ---- */

static void adam(struct course *course, double rate, size_t positions)
{
    const float keep_mean = 0.9F, keep_square = 0.99F, tiny = 1e-8F;
    float *weight = (float *)&course->student, *gradient = (float *)&course->gradient;
    float *mean = (float *)&course->mean, *square = (float *)&course->square;
    double n = (double)++course->steps;
    float step = (float)(rate / (1 - pow((double)keep_mean, n)));
    float unbias = (float)(1 / (1 - pow((double)keep_square, n)));
    for (int i = 0; i < STUDENT_WEIGHTS; i++) {
        float g = gradient[i] / (float)positions;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        weight[i] -= step * mean[i] / (sqrtf(square[i] * unbias) + tiny);
        gradient[i] = 0;
    }
    student_clamp(&course->student);
}

static void shuffle(uint32_t *order, size_t n, miai_rng *rng)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = miai_rng_below(rng, (uint32_t)i);
        uint32_t swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

/* Before the first step, nothing has been learned yet. */
static void print_progress(struct course *course, size_t step, size_t steps, double began,
                           struct student_loss *recent)
{
    struct student_loss held = measure_floats(course);
    printf("step %zu of %zu, %.0f s  ", step, steps, mi_clock() - began);
    if (recent->positions > 0)
        print_loss("learned", recent);
    print_loss(recent->positions > 0 ? "  held out" : "held out", &held);
    printf("\n");
    fflush(stdout);
    memset(recent, 0, sizeof *recent);
}

/* The rate rises for 100 steps and then falls like a cosine. */
static double rate_at(const struct settings *settings, size_t step, size_t steps)
{
    const double warm = 100, least = 0.01, pi = 3.14159265358979;
    double part = (double)step / (double)steps;
    return settings->rate * fmin(1, (double)(step + 1) / warm) *
           (least + (1 - least) * (1 + cos(pi * part)) / 2);
}

static void learn_batch(struct course *course, size_t first, size_t n, struct student_loss *loss)
{
    struct lesson lesson;
    for (size_t i = first; i < first + n; i++) {
        lesson_read(&course->reader, &course->learned.leaf[course->order[i]], &lesson);
        student_learn(&course->student, &lesson, (float)course->settings.value, &course->gradient,
                      loss);
    }
}

/* Writes the network now and then.  Stops at the first failure. */
static bool learn_all(struct course *course, const char *file)
{
    enum { EVERY = 1000 };
    const struct settings *settings = &course->settings;
    size_t batch = (size_t)settings->batch, count = course->learned.count, at = count;
    size_t steps = (size_t)fmax(1, settings->rounds * (double)(count / batch));
    double began = mi_clock();
    struct student_loss recent = {0};
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)settings->seed);
    print_progress(course, 0, steps, began, &recent);
    for (size_t step = 0; step < steps; at += batch) {
        if (at + batch > count) {
            shuffle(course->order, count, &rng);
            at = 0;
        }
        learn_batch(course, at, batch, &recent);
        adam(course, rate_at(settings, step, steps), batch);
        if (++step % EVERY == 0 || step == steps) {
            print_progress(course, step, steps, began, &recent);
            if (!student_write(&course->student, file))
                return false;
        }
    }
    return true;
}

/* ---- the network in integers ---- */

static bool measure_network(struct course *course, const char *file)
{
    char error[200];
    struct mi_gomoku_net *net = mi_gomoku_net_open(file, error, sizeof error);
    struct mi_gomoku_net_memory *memory = mi_aligned_alloc(64, sizeof *memory);
    struct student_loss loss = {0};
    struct lesson lesson;
    struct student_answer answer;
    if (!net)
        fprintf(stderr, "distil: %s: %s\n", file, error);
    size_t n = course->held.count < MEASURED ? course->held.count : MEASURED;
    if (memory)
        memset(memory, 0, sizeof *memory);
    for (size_t i = 0; net && memory && i < n; i++) {
        lesson_read(&course->reader, held_position(course, i, n), &lesson);
        lesson_answer_by_network(&course->reader, &lesson, net, memory, &answer);
        student_loss_add(&loss, &lesson, &answer);
    }
    if (net && memory) {
        printf("%zu positions  ", n);
        print_loss(file, &loss);
        printf("\n");
    }
    bool fine = net && memory;
    mi_aligned_free(memory);
    mi_aligned_free(net);
    return fine;
}

/* ---- the command line ---- */

/* Reads a number from min to max.  If whole, it must have no fraction. */
static bool read_number(const char *text, double min, double max, bool whole, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number >= min && *number <= max &&
           (!whole || floor(*number) >= *number);
}

static bool read_setting(struct settings *settings, const char *text)
{
    const struct {
        const char *name;
        double *number, min, max;
        bool whole;
    } table[] = {{"rounds", &settings->rounds, 0.001, 1000, false},
                 {"rate", &settings->rate, 1e-9, 1, false},
                 {"batch", &settings->batch, 1, 1e6, true},
                 {"value", &settings->value, 0, 1000, false},
                 {"seed", &settings->seed, 0, UINT32_MAX, true}};
    size_t length = strcspn(text, "=");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == length && strncmp(table[i].name, text, length) == 0) {
            bool fine = read_number(text + length + 1, table[i].min, table[i].max, table[i].whole,
                                    table[i].number);
            if (!fine)
                fprintf(stderr, "distil: %s: %s must be a %s from %.10g to %.10g\n", text,
                        table[i].name, table[i].whole ? "whole number" : "number", table[i].min,
                        table[i].max);
            return fine;
        }
    fprintf(stderr, "distil: %s: the settings are rounds, rate, batch, value and seed\n", text);
    return false;
}

static bool check_batch(const struct course *course)
{
    bool fine = course->learned.count >= (size_t)course->settings.batch;
    if (!fine)
        fprintf(stderr,
                "distil: fewer positions than a batch: batch must be at most %zu, not %.0f\n",
                course->learned.count, course->settings.batch);
    return fine;
}

static bool make_order(struct course *course)
{
    size_t count = course->learned.count;
    course->order = count <= UINT32_MAX ? malloc(count * sizeof *course->order) : NULL;
    for (size_t i = 0; course->order && i < count; i++)
        course->order[i] = (uint32_t)i;
    if (!course->order)
        fprintf(stderr, "distil: not enough memory\n");
    return course->order != NULL;
}

static bool learn(struct course *course, char **argv)
{
    char **rest = argv + 2;
    course->settings =
        (struct settings){.rounds = 1, .rate = 1e-3, .batch = 256, .value = 2, .seed = 1};
    for (; *rest && strchr(*rest, '='); rest++)
        if (!read_setting(&course->settings, *rest))
            return false;
    if (!student_read(&course->student, argv[1], (uint64_t)course->settings.seed) ||
        !open_course(course, rest) || !check_batch(course) || !make_order(course))
        return false;
    printf("%zu positions, %zu held out\n", course->learned.count, course->held.count);
    return learn_all(course, argv[0]) && measure_network(course, argv[0]);
}

static bool learn_or_measure(bool learns, char **argv)
{
    struct course *course = calloc(1, sizeof *course);
    bool fine = course != NULL;
    if (fine)
        fine = learns ? learn(course, argv)
                      : open_course(course, argv + 1) && measure_network(course, argv[0]);
    if (course) {
        free(course->learned.leaf);
        free(course->held.leaf);
        free(course->order);
        lesson_reader_close(&course->reader);
    }
    free(course);
    return fine;
}

/* Writes the network with its policy divided by the temperature. */
static bool temper(const char *file, const char *from, const char *text)
{
    double temperature;
    if (!read_number(text, 0.01, 100, false, &temperature)) {
        fprintf(stderr, "distil: %s: the temperature must be a number from 0.01 to 100\n", text);
        return false;
    }
    struct student *student = malloc(sizeof *student);
    bool fine = student && student_read(student, from, 1);
    for (int j = 0; fine && j < NET_POLICY; j++)
        student->policy_out[j] = (float)((double)student->policy_out[j] / temperature);
    if (fine)
        student_clamp(student);
    fine = fine && student_write(student, file);
    free(student);
    return fine;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    bool learns = argc > 4 && strcmp(command, "learn") == 0, fine;
    if (argc == 5 && strcmp(command, "temper") == 0)
        fine = temper(argv[2], argv[3], argv[4]);
    else if (learns || (argc > 3 && strcmp(command, "measure") == 0))
        fine = learn_or_measure(learns, argv + 2);
    else {
        fprintf(stderr, "usage: distil learn NETWORK BEGIN [SETTING=VALUE]... DIRECTORY...\n"
                        "       distil measure NETWORK DIRECTORY...\n"
                        "       distil temper NETWORK FROM TEMPERATURE\n");
        return EXIT_FAILURE;
    }
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
