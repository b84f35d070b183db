#include "recipe.h"

#include "base/fmath.h"
#include "locals.h"
#include "samples.h"
#include "shapes.h"
#include "softmax.h"

#include <stdlib.h>

enum { RANKS = 20 };

/* How well the moves played were predicted. */
struct foreseen {
    size_t positions, within[RANKS]; /* moves among the first 1, 2, ... */
    double log;                      /* sum of the logarithms of their probabilities */
};

static void record_prediction(struct foreseen *foreseen, double log, int rank)
{
    foreseen->positions++;
    foreseen->log += log;
    for (int n = rank; n < RANKS; n++)
        foreseen->within[n]++;
}

static void print_progress(const struct foreseen *foreseen, const char *what)
{
    double percent = foreseen->positions ? 100.0 / (double)foreseen->positions : 0;
    fprintf(stderr,
            "%s: %zu positions, mean log of the probability %.4f, played move among the"
            " first 1 5 10 20: %.1f %.1f %.1f %.1f %%\n",
            what, foreseen->positions, foreseen->log * percent / 100,
            percent * (double)foreseen->within[0], percent * (double)foreseen->within[4],
            percent * (double)foreseen->within[9], percent * (double)foreseen->within[19]);
}

/* ---- learning ---- */

/* Training data: `count` choices, each learned by each(which, ...). */
struct lesson {
    size_t count;
    double (*learn)(struct softmax *softmax, const void *of, size_t which, double rate, int *rank);
    const void *of;
};

static double learn_sample(struct softmax *softmax, const void *of, size_t which, double rate,
                           int *rank)
{
    const struct samples *samples = of;
    size_t first = samples->first[which], end = samples->first[which + 1];
    return softmax_learn(softmax, sample_features, samples->move + first, end - first, rate, rank);
}

static double learn_local(struct softmax *softmax, const void *of, size_t which, double rate,
                          int *rank)
{
    const struct local *local = ((const struct locals *)of)->local + which;
    return softmax_learn(softmax, local_features, local, local->count, rate, rank);
}

static uint32_t *shuffled_order(size_t n)
{
    uint32_t *order = reallocate_or_exit(NULL, (n + 1) * sizeof *order);
    miai_rng rng;
    miai_rng_seed(&rng, n);
    for (size_t i = 0; i < n; i++) {
        size_t j = miai_rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = (uint32_t)i;
    }
    return order;
}

/* One round, with the rate going linearly from one value to the other.  order NULL: as stored. */
static struct foreseen run_round(struct softmax *softmax, const struct lesson *lesson,
                                 const uint32_t *order, double from, double to)
{
    struct foreseen foreseen = {0};
    for (size_t i = 0; i < lesson->count; i++) {
        int rank;
        double rate = from + (to - from) * (double)i / (double)lesson->count;
        double log = lesson->learn(softmax, lesson->of, order ? order[i] : i, rate, &rank);
        record_prediction(&foreseen, log, rank);
    }
    return foreseen;
}

/* The rate falls to 0 over the rounds. */
static void run_rounds(struct softmax *softmax, const struct lesson *train,
                       const struct lesson *test, const struct options *options)
{
    uint32_t *order = shuffled_order(train->count);
    double fall = options->rate / options->rounds;
    for (int round = 0; round < options->rounds; round++) {
        char what[64];
        double from = options->rate - round * fall;
        struct foreseen seen = run_round(softmax, train, order, from, from - fall);
        snprintf(what, sizeof what, "round %d, learned from", round + 1);
        print_progress(&seen, what);
        seen = run_round(softmax, test, NULL, 0, 0);
        print_progress(&seen, "held out");
    }
    free(order);
}

/* ---- the two parts of the file ---- */

static void keep_patterns(struct learned *learned, const struct softmax *softmax,
                          const struct patterns *patterns)
{
    const struct harvest *harvest = &patterns->harvest;
    learned->pattern =
        reallocate_or_exit(NULL, ((size_t)patterns->count + 1) * sizeof *learned->pattern);
    learned->patterns = 0;
    for (size_t i = 0; i < harvest->slots; i++) {
        uint32_t number = harvest->count[i];
        if (number > 0 && patterns->parent[number] >= 0) /* the pattern occurs in a position */
            learned->pattern[learned->patterns++] = (struct pattern){
                harvest->hash[i], mi_exp(softmax_log(softmax, GO_FEATURES - 1 + (int)number))};
    }
}

/* Training data of the move strengths. */
struct material {
    struct patterns patterns;
    struct samples train, test;
};

static bool print_error(const char *what)
{
    fprintf(stderr, "learn: %s\n", what);
    return false;
}

static bool gather_material(struct material *material, const struct games *games, long train_games,
                            const struct options *options)
{
    struct patterns *patterns = &material->patterns;
    patterns_harvest(patterns, games, train_games, options->often);
    fprintf(stderr, "%d large patterns\n", patterns->count);
    if (patterns->count > GO_PATTERNS_MAX)
        return print_error("that is more than the 1048576 that a file holds: often=N is too small");
    samples_gather(&material->train, patterns, games, 0, train_games, options->step);
    samples_gather(&material->test, patterns, games, train_games, games->count, options->step);
    return (material->train.positions > 0 && material->test.positions > 0) ||
           print_error("no legal moves in the games to learn from, or in those held out");
}

static void fit_moves(struct learned *learned, const struct material *material,
                      const struct options *options)
{
    const struct patterns *patterns = &material->patterns;
    struct softmax softmax;
    softmax_make(&softmax, GO_FEATURES + patterns->count);
    for (int i = 1; i <= patterns->count; i++)
        softmax.parent[GO_FEATURES - 1 + i] = patterns->parent[i];
    const struct lesson train = {material->train.positions, learn_sample, &material->train};
    const struct lesson test = {material->test.positions, learn_sample, &material->test};
    run_rounds(&softmax, &train, &test, options);
    for (int f = 0; f < GO_FEATURES; f++) {
        int shape = f - GO_FIRST_SHAPE;
        learned->strength[f] =
            mi_exp(softmax_log(&softmax, shape < 0 ? f : GO_FIRST_SHAPE + canonical_shape(shape)));
    }
    keep_patterns(learned, &softmax, patterns);
    softmax_free(&softmax);
}

/* Learns the move strengths for priors. */
static bool learn_moves(struct learned *learned, const struct games *games, long train_games,
                        const struct options *options)
{
    struct material material = {.train = {0}, .test = {0}};
    bool gathered = gather_material(&material, games, train_games, options);
    if (gathered)
        fit_moves(learned, &material, options);
    samples_free(&material.train);
    samples_free(&material.test);
    patterns_free(&material.patterns);
    return gathered;
}

/* Learns the strengths of 3x3 patterns next to the last move, for playouts. */
static void learn_shapes(struct learned *learned, const struct games *games, long train_games,
                         const struct options *options)
{
    struct locals train = {0}, test = {0};
    struct softmax softmax;
    locals_gather(&train, games, 0, train_games);
    locals_gather(&test, games, train_games, games->count);
    softmax_make(&softmax, LOCAL_FEATURES);
    fprintf(stderr, "playouts: next to the last move, or elsewhere\n");
    run_rounds(&softmax, &(struct lesson){train.count, learn_local, &train},
               &(struct lesson){test.count, learn_local, &test}, options);
    for (int shape = 0; shape < GO_SHAPES; shape++)
        learned->shape[shape] = mi_exp(softmax_log(&softmax, canonical_shape(shape)));
    learned->elsewhere = mi_exp(softmax_log(&softmax, LOCAL_ELSEWHERE));
    softmax_free(&softmax);
    locals_free(&train);
    locals_free(&test);
}

bool learn_weights(struct learned *learned, const struct games *games,
                   const struct options *options)
{
    long train_games = games->count - options->held_out;
    if (!learn_moves(learned, games, train_games, options))
        return false;
    learn_shapes(learned, games, train_games, options);
    return true;
}
