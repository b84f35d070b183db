/* learn - learns Go move strengths from game records and writes one file.  See README. */
#include "recipe.h"

#include <stdlib.h>

static bool read_options(struct options *options, const char **out, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "out=", 4) == 0)
            *out = argv[i] + 4;
        else if (sscanf(argv[i], "games=%ld", &options->games) != 1 &&
                 sscanf(argv[i], "test=%ld", &options->held_out) != 1 &&
                 sscanf(argv[i], "step=%d", &options->step) != 1 &&
                 sscanf(argv[i], "often=%u", &options->often) != 1 &&
                 sscanf(argv[i], "rate=%lf", &options->rate) != 1 &&
                 sscanf(argv[i], "rounds=%d", &options->rounds) != 1)
            return false;
    return *out && options->games > 0 && options->held_out > 0 && options->step > 0 &&
           options->rounds > 0 && options->often > 0 && options->rate > 0;
}

static int print_error(const char *what)
{
    fprintf(stderr, "learn: %s\n", what);
    return EXIT_FAILURE;
}

static int learn_patterns(const struct options *options, const char *out)
{
    struct games games;
    games_read(&games, stdin, options->games);
    if (games.count <= options->held_out) {
        games_free(&games);
        return print_error(
            "no games to learn from: the input needs more than test=N games, one per line");
    }
    struct learned *learned = reallocate_or_exit(NULL, sizeof *learned);
    bool done = false;
    if (learn_weights(learned, &games, options)) {
        done = write_weights(learned, out);
        if (!done)
            perror(out);
        free(learned->pattern);
    }
    free(learned);
    games_free(&games);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct options options = {
        .games = 10000, .held_out = 500, .step = 4, .rounds = 4, .often = 20, .rate = 0.3};
    const char *out = NULL;
    if (argc == 2 && strncmp(argv[1], "stamp=", 6) == 0)
        return stamp_weights(argv[1] + 6)
                   ? EXIT_SUCCESS
                   : print_error("not a file of weights, or it cannot be written");
    if (!read_options(&options, &out, argc, argv))
        return print_error(
            "usage: learn out=FILE [games=N] [test=N] [step=N] [rounds=N] [often=N] [rate=X]"
            " <games");
    return learn_patterns(&options, out);
}
