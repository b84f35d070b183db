/* The trainer of the chess network: see README. */
#include "game/chess/board/notation.h"
#include "learn.h"
#include "network.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16384, NODES = 150, EVERY = 4, NODES_MAX = 1000000 };

static int usage(void)
{
    fprintf(stderr,
            "usage: train gather TEACHER GO SEED BLOCKS FILE\n"
            "       train play STOCKFISH-NETWORK SEED BLOCKS FILE\n"
            "       train trees STOCKFISH-NETWORK SEED BLOCKS FILE [NODES [NETWORK [EVERY]]]\n"
            "       train label STOCKFISH-NETWORK NODES FILE LABELLED-FILE\n"
            "       train scale FILE...\n"
            "       train order NETWORK FILE FILE...\n"
            "       train mean NETWORK HIDDEN NETWORK...\n"
            "       train measure NETWORK SCALE [searches=SHARE] [positions=KIND] FILE...\n"
            "       train learn NETWORK THREADS HIDDEN EPOCHS SCALE RESULTS "
            "[begin=NETWORK] [rate=FIRST,LAST]\n"
            "             [batch=POSITIONS] [power=NUMBER] [searches=SHARE] [positions=KIND] "
            "FILE...\n");
    return 2;
}

static int report_failure(const char *what)
{
    fprintf(stderr, "train: %s: %s\n", what, errno ? strerror(errno) : "cannot go on");
    return 1;
}

static uint32_t parse_number(const char *word)
{
    return (uint32_t)strtoul(word, NULL, 10);
}

static int run_gather(char **argv)
{
    bool done =
        nnue_gather(argv[0], argv[1], parse_number(argv[2]), parse_number(argv[3]), argv[4]);
    return done ? 0 : report_failure(argv[4]);
}

static int run_play(char **argv)
{
    return nnue_play(argv[0], parse_number(argv[1]), parse_number(argv[2]), argv[3])
               ? 0
               : report_failure(argv[3]);
}

/* Are these the nodes of a search?  Reports it if not. */
static bool check_nodes(const char *nodes)
{
    bool good = atoi(nodes) >= 1 && atoi(nodes) <= NODES_MAX;
    if (!good)
        fprintf(stderr, "train: NODES is '%s', not 1 to %d\n", nodes, NODES_MAX);
    return good;
}

static int run_trees(char **argv)
{
    if (argv[4] && !check_nodes(argv[4]))
        return 2;
    int nodes = argv[4] ? atoi(argv[4]) : NODES;
    const char *own = argv[4] ? argv[5] : NULL;
    int every = own && argv[6] ? atoi(argv[6]) : EVERY;
    if (every < 1) {
        fprintf(stderr, "train: EVERY is '%s', not at least 1\n", argv[6]);
        return 2;
    }
    bool done = nnue_trees(argv[0], own, nodes, every, parse_number(argv[1]), parse_number(argv[2]),
                           argv[3]);
    return done ? 0 : report_failure(argv[3]);
}

static int run_label(char **argv)
{
    if (!check_nodes(argv[1]))
        return 2;
    return nnue_label(argv[0], argv[1], argv[2], argv[3]) ? 0 : report_failure(argv[2]);
}

/* Reads positions of the files up to NULL. Returns the name of a file without positions, or NULL.
 */
static const char *read_all(struct nnue_samples *samples, enum nnue_kind kind, char **paths)
{
    for (; *paths; paths++)
        if (!nnue_read(samples, kind, *paths))
            return *paths;
    nnue_hold_out(samples);
    return NULL;
}

static int run_scale(char **paths)
{
    struct nnue_samples samples = {0};
    const char *missing = read_all(&samples, NNUE_QUIET, paths);
    if (!missing)
        nnue_scale(&samples);
    nnue_samples_free(&samples);
    return missing ? report_failure(missing) : 0;
}

static int run_order(char **argv)
{
    struct nnue_samples samples = {0};
    const char *wrong = read_all(&samples, NNUE_ALL, argv + 2);
    if (!wrong && !nnue_order(&samples, argv[0], argv[1]))
        wrong = argv[1];
    nnue_samples_free(&samples);
    return wrong ? report_failure(wrong) : 0;
}

static int run_mean(char **argv)
{
    return nnue_mean(atoi(argv[1]), argv + 2, argv[0]) ? 0 : report_failure(argv[0]);
}

/* Parses the kind of positions. */
static bool read_kind(const char *word, enum nnue_kind *kind)
{
    static const char *const names[] = {"quiet", "loud", "all"}; /* by kind */
    for (int i = 0; i < 3; i++)
        if (strncmp(word, "positions=", 10) == 0 && strcmp(word + 10, names[i]) == 0) {
            *kind = (enum nnue_kind)i;
            return true;
        }
    return false;
}

/* Parses words "name=value"; the files follow them. */
static char **read_words(char **argv, struct nnue_settings *settings)
{
    for (; *argv; argv++)
        if (strncmp(*argv, "begin=", 6) == 0)
            settings->begin = *argv + 6;
        else if (sscanf(*argv, "rate=%lf,%lf", &settings->first_rate, &settings->last_rate) != 2 &&
                 sscanf(*argv, "batch=%d", &settings->batch) != 1 &&
                 sscanf(*argv, "power=%lf", &settings->power) != 1 &&
                 !read_kind(*argv, &settings->kind) &&
                 sscanf(*argv, "searches=%lf", &settings->search_share) != 1)
            break;
    return argv;
}

/* The loss of a network on all positions of the files. */
static int run_measure(char **argv)
{
    struct nnue_samples samples = {0};
    struct nnue_losses losses;
    struct nnue_settings settings = {.scale = atof(argv[1])};
    char **files = read_words(argv + 2, &settings);
    const char *wrong = read_all(&samples, settings.kind, files);
    if (!wrong && nnue_measure(&samples, 0, samples.count, argv[0], &settings, &losses))
        nnue_print_losses(&losses);
    else if (!wrong)
        wrong = argv[0];
    nnue_samples_free(&samples);
    return wrong ? report_failure(wrong) : 0;
}

/* A batch must consist of whole groups. */
static const char *check_settings(const struct nnue_settings *settings)
{
    if (settings->batch < 1 || settings->batch % GROUP != 0)
        return "batch= is no multiple of 8";
    if (settings->power < 1 || settings->power > 4)
        return "power= is not from 1 to 4";
    if (!(settings->search_share >= 0 && settings->search_share <= 1))
        return "searches= is not from 0 to 1";
    return NULL;
}

static int run_learn(char **argv)
{
    struct nnue_samples samples = {0};
    struct nnue_settings settings = {.threads = atoi(argv[1]),
                                     .batch = BATCH,
                                     .power = 2,
                                     .hidden = atoi(argv[2]),
                                     .epochs = atoi(argv[3]),
                                     .scale = atof(argv[4]),
                                     .result_share = atof(argv[5])};
    char **files = read_words(argv + 6, &settings);
    const char *wrong = check_settings(&settings);
    if (wrong) {
        fprintf(stderr, "train: %s\n", wrong);
        return 2;
    }
    wrong = read_all(&samples, settings.kind, files);
    if (!wrong && nnue_learn(&samples, &settings, argv[0]) < 0)
        wrong = argv[0];
    nnue_samples_free(&samples);
    return wrong ? report_failure(wrong) : 0;
}

int main(int argc, char **argv)
{
    mi_chess_fill_tables();
    if (argc == 7 && strcmp(argv[1], "gather") == 0)
        return run_gather(argv + 2);
    if (argc == 6 && strcmp(argv[1], "play") == 0)
        return run_play(argv + 2);
    if (argc >= 6 && argc <= 9 && strcmp(argv[1], "trees") == 0)
        return run_trees(argv + 2);
    if (argc == 6 && strcmp(argv[1], "label") == 0)
        return run_label(argv + 2);
    if (argc > 2 && strcmp(argv[1], "scale") == 0)
        return run_scale(argv + 2);
    if (argc > 4 && strcmp(argv[1], "order") == 0)
        return run_order(argv + 2);
    if (argc > 4 && strcmp(argv[1], "mean") == 0)
        return run_mean(argv + 2);
    if (argc > 4 && strcmp(argv[1], "measure") == 0)
        return run_measure(argv + 2);
    if (argc > 8 && strcmp(argv[1], "learn") == 0)
        return run_learn(argv + 2);
    return usage();
}
