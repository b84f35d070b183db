/* learn - learns Hex move strengths (src/game/hex/feature.h).
 *
 *     learn play GAMES PLAYOUTS SEED >>SAMPLES    from self-play games
 *     learn read SIDE <GAMES >>SAMPLES            from game records
 *     learn fit <SAMPLES >src/game/hex/weights.c
 *
 * A sample is a position: the features of its moves and a target share for each.  In self-play the
 * target is the move's share of the visits, to a power, since a search also visits many bad moves.
 * In game records (a line of points and the winner: "b c6,w f3,b f6,w resign,B") it is the move
 * played; only moves of the winner after the opening are used.
 *
 * A move's probability is its strength divided by the sum over all moves (a softmax of sums of
 * logarithms).  Stochastic gradient descent with a learning rate for each feature (Duchi, Hazan and
 * Singer 2011, AdaGrad) maximizes the likelihood of the targets. */
#include "game/games.h"
#include "game/hex/feature.h"
#include "search/common/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 11, ROUNDS = 4, VARIED_PLIES = 10, SHARPNESS = 3, OPENING = 2 };

struct move {
    uint16_t feature[HEX_FEATURES_EACH];
    float part;
};

struct sample {
    int count;
    struct move move[SIDE * SIDE];
};

/* ---- games ---- */

struct play {
    miai_setup setup;
    struct mi_hex pos;
    miai_rng rng;
    void *search;
    struct mi_settings settings;
    struct mi_limits limits;
    struct mi_result result;
};

static void run_search(struct play *p)
{
    struct mi_root root = {.game = &mi_hex_game,
                           .setup = &p->setup,
                           .size = mi_hex_game.size(&p->setup),
                           .pos = &p->pos};
    mi_mcts_searcher.clear(p->search);
    p->settings.seed = miai_rng_next(&p->rng);
    if (!mi_mcts_searcher.run(p->search, &root, &p->settings, &p->limits, NULL, &p->result))
        exit(1);
}

static void write_sample(const struct play *p)
{
    static struct sample sample;
    struct hex_feature_context view;
    mi_hex_feature_context_init(&view, &p->pos);
    sample.count = 0;
    for (int i = 0; i < p->result.choice_count; i++) {
        int place = hex_place(&p->pos, p->result.choice[i].move);
        struct move *move = &sample.move[sample.count];
        if (p->pos.place[place] != HEX_EMPTY)
            continue;
        mi_hex_features(&view, place, move->feature);
        move->part = (float)pow(p->result.choice[i].share, SHARPNESS);
        sample.count++;
    }
    fwrite(&sample.count, sizeof sample.count, 1, stdout);
    fwrite(sample.move, sizeof *sample.move, (size_t)sample.count, stdout);
}

/* Early moves are drawn in proportion to their visits; later the best move is played. */
static miai_move choose_move(struct play *p, int ply)
{
    double random = miai_rng_below(&p->rng, 1 << 20) / (double)(1 << 20);
    for (int i = 0; ply < VARIED_PLIES && i < p->result.choice_count; i++)
        if ((random -= p->result.choice[i].share) < 0)
            return p->result.choice[i].move;
    return p->result.move;
}

static void play_game(struct play *p)
{
    int score;
    mi_hex_game.init(&p->pos, &p->setup);
    mi_hex_game.play(&p->pos, (miai_move)miai_rng_below(&p->rng, SIDE * SIDE));
    for (int ply = 1; !mi_hex_game.outcome(&p->pos, &score); ply++) {
        run_search(p);
        if (p->result.proof != MI_UNPROVEN)
            return;
        write_sample(p);
        mi_hex_game.play(&p->pos, choose_move(p, ply));
    }
}

static int play_games(int games, uint64_t playouts, uint64_t seed)
{
    static struct play p;
    p.setup = (miai_setup){.width = SIDE, .height = SIDE, .rules = HEX_NO_SWAP};
    p.limits.playouts = playouts;
    p.settings = (struct mi_settings){.memory = (size_t)64 << 20,
                                      .threads = 1,
                                      .uct_constant = 0.01,
                                      .fpu = -1,
                                      .rave_equivalence = 1000,
                                      .prior_wins = 40,
                                      .priors = true,
                                      .solver = true};
    p.search = mi_mcts_searcher.make();
    miai_rng_seed(&p.rng, seed);
    for (int i = 0; i < games; i++)
        play_game(&p);
    mi_mcts_searcher.free(p.search);
    return 0;
}

/* ---- game records ---- */

/* Parses the moves of a line up to the first illegal one; returns how many.  The last word is the
 * winner. */
static int read_moves(char *line, const miai_setup *setup, miai_move *move, int *winner)
{
    struct mi_hex pos;
    int n = 0;
    mi_hex_game.init(&pos, setup);
    for (char *word = strtok(line, ", \r\n"); word; word = strtok(NULL, ", \r\n")) {
        miai_move point = mi_hex_read_move(&pos, word);
        *winner = strcmp(word, "B") == 0 ? HEX_FIRST : strcmp(word, "W") == 0 ? HEX_SECOND : -1;
        if (point == MIAI_NO_MOVE || !mi_hex_game.legal(&pos, point))
            continue;
        mi_hex_game.play(&pos, move[n++] = point);
    }
    return n;
}

static void write_made(const struct mi_hex *pos, miai_move made)
{
    struct sample sample = {.count = 0};
    struct hex_feature_context view;
    uint16_t empty[HEX_MAX_POINTS + 1];
    int n = mi_hex_list_empty(pos, false, empty);
    mi_hex_feature_context_init(&view, pos);
    for (int i = 0; i < n; i++, sample.count++) {
        mi_hex_features(&view, empty[i], sample.move[i].feature);
        sample.move[i].part = empty[i] == hex_place(pos, made);
    }
    fwrite(&sample.count, sizeof sample.count, 1, stdout);
    fwrite(sample.move, sizeof *sample.move, (size_t)sample.count, stdout);
}

static int read_games(int side)
{
    const miai_setup setup = {.width = side, .height = side, .rules = HEX_NO_SWAP};
    static char line[1 << 14];
    if (side < HEX_MIN_SIDE || side > SIDE)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        miai_move move[SIDE * SIDE];
        struct mi_hex pos;
        int winner = -1, n = read_moves(line, &setup, move, &winner);
        mi_hex_game.init(&pos, &setup);
        for (int i = 0; i < n && winner >= 0 && pos.decided < 0; i++) {
            if (i >= OPENING && pos.turn == winner &&
                pos.place[hex_place(&pos, move[i])] == HEX_EMPTY)
                write_made(&pos, move[i]);
            mi_hex_game.play(&pos, move[i]);
        }
    }
    return 0;
}

/* ---- strengths ---- */

struct fit {
    struct sample **sample;
    int count;
    double weight[HEX_FEATURES], squares[HEX_FEATURES];
    double loss;
};

static void read_samples(struct fit *fit)
{
    int n;
    while (fread(&n, sizeof n, 1, stdin) == 1 && n > 0 && n <= SIDE * SIDE) {
        struct sample *sample = malloc(sizeof *sample);
        fit->sample = realloc(fit->sample, (size_t)(fit->count + 1) * sizeof *fit->sample);
        size_t moves = (size_t)n;
        if (!sample || !fit->sample)
            exit(1);
        sample->count = n;
        if (fread(sample->move, sizeof *sample->move, moves, stdin) != moves)
            return; /* truncated */
        fit->sample[fit->count++] = sample;
    }
}

static double sum_of(const struct fit *fit, const struct move *move)
{
    double sum = 0;
    for (int i = 0; i < HEX_FEATURES_EACH; i++)
        sum += fit->weight[move->feature[i]];
    return sum;
}

static void gradient_step(struct fit *fit, const struct move *move, double error)
{
    const double rate = 0.1, decay = 2e-5;
    for (int i = 0; i < HEX_FEATURES_EACH; i++) {
        int f = move->feature[i];
        double gradient = error - decay * fit->weight[f];
        fit->squares[f] += gradient * gradient;
        fit->weight[f] += rate * gradient / sqrt(fit->squares[f] + 0.01);
    }
}

static void learn_sample(struct fit *fit, const struct sample *sample, bool test)
{
    double part[SIDE * SIDE], sum = 0, given = 1e-9;
    for (int i = 0; i < sample->count; i++) {
        sum += part[i] = exp(sum_of(fit, &sample->move[i]));
        given += (double)sample->move[i].part;
    }
    for (int i = 0; i < sample->count; i++) {
        double wanted = (double)sample->move[i].part / given;
        fit->loss -= test ? wanted * log(part[i] / sum) : 0;
        if (!test)
            gradient_step(fit, &sample->move[i], wanted - part[i] / sum);
    }
}

/* Converts to logarithms to base 2, in eighths. */
static int rounded_eighths(double weight)
{
    long eighths = lround(HEX_OCTAVE * weight / log(2));
    return (int)(eighths < -INT8_MAX ? -INT8_MAX : eighths > INT8_MAX ? INT8_MAX : eighths);
}

static void write_weights(const struct fit *fit)
{
    printf("/* Learned by tools/hex/learn; see feature.h for the indices. */\n#include "
           "\"feature.h\"\n\n"
           "/* clang-format off */\n"
           "const int8_t mi_hex_strength[HEX_FEATURES] = {");
    for (int i = 0; i < HEX_FEATURES; i++)
        printf("%s%d,", i % 32 ? "" : "\n", rounded_eighths(fit->weight[i]));
    printf("\n};\n");
}

/* A tenth of the samples is held out to measure the error. */
static int fit_weights(void)
{
    static struct fit fit;
    read_samples(&fit);
    for (int round = 0; round < ROUNDS; round++) {
        int tests = 0;
        fit.loss = 0;
        for (int i = 0; i < fit.count; i++) {
            bool test = i * 10LL / (fit.count + 1) == 9;
            learn_sample(&fit, fit.sample[i], test);
            tests += test;
        }
        fprintf(stderr, "round %d: %d positions, loss %.4f\n", round, fit.count, fit.loss / tests);
    }
    write_weights(&fit);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "play") == 0)
        return play_games(atoi(argv[2]), (uint64_t)atoll(argv[3]), (uint64_t)atoll(argv[4]));
    if (argc == 3 && strcmp(argv[1], "read") == 0)
        return read_games(atoi(argv[2]));
    if (argc == 2 && strcmp(argv[1], "fit") == 0)
        return fit_weights();
    fprintf(stderr, "usage: learn play GAMES PLAYOUTS SEED | learn read SIDE | learn fit\n");
    return 2;
}
