/* The trainer of the chess network: see README. */
#include "game/chess/board/notation.h"
#include "learn.h"
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16384, BATCH_STEP = GROUP * SHARDS, NODES = 150, NODES_MAX = 1000000 };

static int usage(void)
{
    fprintf(stderr, "usage: train gather TEACHER GO SEED BLOCKS FILE\n"
                    "       train play STOCKFISH-NETWORK SEED BLOCKS FILE\n"
                    "       train trees STOCKFISH-NETWORK SEED BLOCKS FILE [NODES [NETWORK]]\n"
                    "       train scale FILE...\n"
                    "       train learn NETWORK THREADS HIDDEN EPOCHS SCALE RESULTS "
                    "[begin=NETWORK] [rate=FIRST,LAST] [batch=POSITIONS] FILE...\n");
    return 2;
}

static int fail(const char *what)
{
    fprintf(stderr, "train: %s: %s\n", what, errno ? strerror(errno) : "cannot go on");
    return 1;
}

static uint32_t number(const char *word)
{
    return (uint32_t)strtoul(word, NULL, 10);
}

static int gather(char **argv)
{
    bool done = nnue_gather(argv[0], argv[1], number(argv[2]), number(argv[3]), argv[4]);
    return done ? 0 : fail(argv[4]);
}

static int play(char **argv)
{
    return nnue_play(argv[0], number(argv[1]), number(argv[2]), argv[3]) ? 0 : fail(argv[3]);
}

static int trees(char **argv)
{
    int nodes = argv[4] ? atoi(argv[4]) : NODES;
    if (nodes < 1 || nodes > NODES_MAX) {
        fprintf(stderr, "train: '%s' nodes are not 1 to %d\n", argv[4], NODES_MAX);
        return 2;
    }
    const char *own = argv[4] ? argv[5] : NULL;
    bool done = nnue_trees(argv[0], own, nodes, number(argv[1]), number(argv[2]), argv[3]);
    return done ? 0 : fail(argv[3]);
}

/* Reads the files up to NULL; the name of one that has no positions, or NULL. */
static const char *read_all(struct nnue_samples *samples, char **paths)
{
    for (; *paths; paths++)
        if (!nnue_read(samples, *paths))
            return *paths;
    nnue_hold_out(samples);
    return NULL;
}

static int scale(char **paths)
{
    struct nnue_samples samples = {0};
    const char *missing = read_all(&samples, paths);
    if (!missing)
        nnue_scale(&samples);
    nnue_samples_free(&samples);
    return missing ? fail(missing) : 0;
}

/* Takes the words "name=value"; those behind are the files. */
static char **take_words(char **argv, struct nnue_settings *settings)
{
    for (; *argv; argv++)
        if (strncmp(*argv, "begin=", 6) == 0)
            settings->begin = *argv + 6;
        else if (sscanf(*argv, "rate=%lf,%lf", &settings->first_rate, &settings->last_rate) != 2 &&
                 sscanf(*argv, "batch=%d", &settings->batch) != 1)
            break;
    return argv;
}

/* A step is made of whole groups for each shard. */
static const char *wrong_settings(const struct nnue_settings *settings)
{
    if (settings->batch < 1 || settings->batch % BATCH_STEP != 0)
        return "batch= is no multiple of 32";
    return NULL;
}

static int learn(char **argv)
{
    struct nnue_samples samples = {0};
    struct nnue_settings settings = {.threads = atoi(argv[1]),
                                     .batch = BATCH,
                                     .hidden = atoi(argv[2]),
                                     .epochs = atoi(argv[3]),
                                     .scale = atof(argv[4]),
                                     .result_share = atof(argv[5])};
    char **files = take_words(argv + 6, &settings);
    const char *wrong = wrong_settings(&settings);
    if (wrong) {
        fprintf(stderr, "train: %s\n", wrong);
        return 2;
    }
    wrong = read_all(&samples, files);
    if (!wrong && nnue_learn(&samples, &settings, argv[0]) < 0)
        wrong = argv[0];
    nnue_samples_free(&samples);
    return wrong ? fail(wrong) : 0;
}

int main(int argc, char **argv)
{
    mi_chess_fill_tables();
    if (argc == 7 && strcmp(argv[1], "gather") == 0)
        return gather(argv + 2);
    if (argc == 6 && strcmp(argv[1], "play") == 0)
        return play(argv + 2);
    if (argc >= 6 && argc <= 8 && strcmp(argv[1], "trees") == 0)
        return trees(argv + 2);
    if (argc > 2 && strcmp(argv[1], "scale") == 0)
        return scale(argv + 2);
    if (argc > 8 && strcmp(argv[1], "learn") == 0)
        return learn(argv + 2);
    return usage();
}
