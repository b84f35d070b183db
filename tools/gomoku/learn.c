/* learn - fits the weights of Gomoku shapes and kinds to self-play games; see README.
 *
 *     learn [GAMES [NODES [SEED]]] >weights */
#include "base/fmath.h"
#include "game/games.h"
#include "game/gomoku/board/weights.h"
#include "miai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDES = 2,
    PER_SIDE = KINDS + SHAPES,
    FEATURES = SIDES * PER_SIDE + 1,
    PLIES_MOST = 225,
    OPENING_STONES = 6,
    ROUNDS = 400
};

static const double ODDS = 200; /* the evaluation at which a win is e times as likely */

struct sample {
    float feature[FEATURES];
    float result; /* for the side to move: 1, 0.5, 0 */
};

struct samples {
    struct sample *list;
    size_t count, capacity;
};

static int feature_of_kind(int side, int kind)
{
    return side * PER_SIDE + kind;
}

static int feature_of_shape(int side, int shape)
{
    return side * PER_SIDE + KINDS + shape;
}

/* ---- samples ---- */

static void fill_sample(const struct mi_gomoku *g, struct sample *sample)
{
    memset(sample, 0, sizeof *sample);
    for (int side = 0; side < SIDES; side++) {
        int colour = side ? others(g->colour) : g->colour;
        float sign = side ? -1 : 1;
        for (int kind = KIND_TWO; kind < KINDS; kind++)
            sample->feature[feature_of_kind(side, kind)] = sign * (float)g->kinds[colour][kind];
        for (int shape = SHAPE_ONE; shape < SHAPES; shape++)
            sample->feature[feature_of_shape(side, shape)] = sign * (float)g->shapes[colour][shape];
    }
    sample->feature[FEATURES - 1] = 1;
}

static struct sample *add_sample(struct samples *samples)
{
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 1024;
        samples->list = realloc(samples->list, samples->capacity * sizeof *samples->list);
        if (!samples->list)
            abort();
    }
    return &samples->list[samples->count++];
}

/* Places random stones near the centre, without a win. */
static void open_game(miai_engine *engine, struct mi_gomoku *g, miai_rng *rng)
{
    char text[MIAI_MOVE_TEXT];
    while (g->stones < OPENING_STONES) {
        int x = 4 + (int)miai_rng_below(rng, 7), y = 4 + (int)miai_rng_below(rng, 7);
        miai_move move = y * 15 + x;
        if (!mi_gomoku_game.legal(g, move))
            continue;
        mi_gomoku_game.move_text(g, move, text, sizeof text);
        miai_play(engine, MIAI_TURN, text);
        mi_gomoku_game.play(g, move);
    }
}

/* Positions with a known result are not used. */
static bool is_open(const struct mi_gomoku *g)
{
    int least, most, plies = 0;
    return !mi_gomoku_game.solver->known(g, &least, &most, &plies);
}

static void play_game(miai_engine *engine, miai_rng *rng, struct samples *samples)
{
    static union gomoku_position_copy position;
    struct mi_gomoku *g = &position.position;
    char text[MIAI_MOVE_TEXT];
    size_t first = samples->count;
    int score, turn[PLIES_MOST], n = 0;
    mi_gomoku_game.init(g, &mi_gomoku_game.setup);
    miai_new_game(engine);
    miai_clear(engine);
    open_game(engine, g, rng);
    while (!mi_gomoku_game.outcome(g, &score)) {
        if (is_open(g)) {
            fill_sample(g, add_sample(samples));
            turn[n++] = mi_gomoku_game.turn(g);
        }
        if (miai_search(engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK ||
            miai_play(engine, MIAI_TURN, text) != MIAI_OK)
            abort();
        mi_gomoku_game.play(g, miai_point_read_in(MIAI_LETTERS_ALL, text, 15, 15));
    }
    for (int i = 0; i < n; i++)
        samples->list[first + (size_t)i].result = score == 0                      ? 0.5F
                                                  : (score > 0) == (turn[i] == 0) ? 1.0F
                                                                                  : 0.0F;
}

/* ---- the fit ---- */

static double score_of(const struct sample *sample, const double *weight)
{
    double sum = 0;
    for (int i = 0; i < FEATURES; i++)
        sum += sample->feature[i] * weight[i];
    return sum;
}

/* Gradient descent with Adam (Kingma and Ba 2015), regularized towards the initial weights; returns
 * the mean loss. */
static double descend_one_round(const struct samples *samples, double *weight, const double *start,
                                double *mean, double *square, int round)
{
    const double step = 2, keep = 0.9, keep_square = 0.999, held = 2e-5;
    double gradient[FEATURES] = {0}, loss = 0;
    for (size_t k = 0; k < samples->count; k++) {
        const struct sample *sample = &samples->list[k];
        double chance = 1 / (1 + mi_exp(-score_of(sample, weight) / ODDS));
        double off = chance - sample->result;
        loss += off * off;
        for (int i = 0; i < FEATURES; i++)
            gradient[i] += off * sample->feature[i];
    }
    double factor = step / (1 + round / 50.0);
    for (int i = 0; i < FEATURES; i++) {
        double g = gradient[i] / (double)samples->count + held * (weight[i] - start[i]);
        mean[i] = keep * mean[i] + (1 - keep) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        double root = square[i] > 1e-18 ? mi_exp(mi_ln(square[i]) / 2) : 1e-9;
        weight[i] -= factor * mean[i] / (root + 1e-6);
    }
    return loss / (double)samples->count;
}

static void begin_weights(double *weight)
{
    memset(weight, 0, FEATURES * sizeof *weight);
    for (int side = 0; side < SIDES; side++) {
        for (int kind = KIND_TWO; kind < KINDS; kind++)
            weight[feature_of_kind(side, kind)] = mi_gomoku_value_of_kind[kind][side];
        for (int shape = SHAPE_ONE; shape < SHAPES; shape++)
            weight[feature_of_shape(side, shape)] = mi_gomoku_value_of_shape[shape][side];
    }
    weight[FEATURES - 1] = mi_gomoku_value_of_turn;
}

static void fit_weights(const struct samples *samples, double *weight)
{
    double start[FEATURES], mean[FEATURES] = {0}, square[FEATURES] = {0};
    memcpy(start, weight, sizeof start);
    for (int round = 0; round < ROUNDS; round++) {
        double loss = descend_one_round(samples, weight, start, mean, square, round);
        if (round % 50 == 0 || round == ROUNDS - 1)
            fprintf(stderr, "round %d: mean squared error %.5f\n", round, loss);
    }
}

/* ---- writing ---- */

static int rounded_weight(double x)
{
    return (int)(x < 0 ? x - 0.5 : x + 0.5);
}

static void write_table(const char *name, const char *size, int n, const double *own,
                        const double *other)
{
    printf("const int16_t %s[%s][2] = {\n", name, size);
    for (int i = 0; i < n; i++)
        printf("    {%d, %d},\n", rounded_weight(own[i]), rounded_weight(other[i]));
    printf("};\n\n");
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 400;
    const char *nodes = argc > 2 ? argv[2] : "1000", *seed = argc > 3 ? argv[3] : "1";
    struct samples samples = {0};
    double weight[FEATURES];
    miai_rng rng;
    miai_engine *engine = miai_new();
    if (!engine || miai_set_option(engine, "game", "gomoku") != MIAI_OK ||
        miai_set_option(engine, "playouts", nodes) != MIAI_OK ||
        miai_set_option(engine, "search", "alphabeta") != MIAI_OK ||
        miai_set_option(engine, "memory", "16") != MIAI_OK ||
        miai_set_option(engine, "seed", seed) != MIAI_OK)
        return EXIT_FAILURE;
    miai_rng_seed(&rng, strtoull(seed, NULL, 10));
    for (int i = 0; i < games; i++)
        play_game(engine, &rng, &samples);
    fprintf(stderr, "%zu positions of %d games\n", samples.count, games);
    begin_weights(weight);
    fit_weights(&samples, weight);
    write_table("mi_gomoku_value_of_kind", "KINDS", KINDS, weight, weight + PER_SIDE);
    write_table("mi_gomoku_value_of_shape", "SHAPES", SHAPES, weight + KINDS,
                weight + PER_SIDE + KINDS);
    printf("const int16_t mi_gomoku_value_of_turn = %d;\n", rounded_weight(weight[FEATURES - 1]));
    free(samples.list);
    miai_free(engine);
    return EXIT_SUCCESS;
}
