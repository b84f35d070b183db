/* One process plays many games with two engines and changes everything from game to game. After the
 * first fifty games, memory, descriptors and threads at rest stay constant; the last thousand games
 * take no more processor time than the first.
 *
 * check_long_life: fifty games, and fifty more; ten with sanitizers.
 * check_long_life GAMES: that many more; prints the state after every thousand. */
#include "base/compiler.h"
#include "miai.h"

#include <dirent.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    ENGINES = 2,
    FIRST = SANITIZED ? 10 : 50,
    MOVES = 6,
    FRAGMENT_BYTES = 2 << 20, /* used by the allocator, including fragments */
    TOLD = 1000
};

struct process_state {
    long bytes; /* resident memory */
    int files, threads;
};

/* The number of entries in a folder of /proc, without "." and "..". */
static int count_entries(const char *name)
{
    DIR *folder = opendir(name);
    int n = folder ? -2 : 0;
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n;
}

static void set_option_value(miai_engine *engine, const char *name, const char *value)
{
    int error = miai_set_option(engine, name, value);
    if (error == MIAI_OK)
        return;
    fprintf(stderr, "%s=%s: %s\n", name, value, miai_error_reason(engine, error));
    exit(EXIT_FAILURE);
}

/* A small search replaces the state of earlier ones. */
static void rest_engine(miai_engine *engine)
{
    static const char *const little[][2] = {{"game", "tictactoe"},
                                            {"network", "none"},
                                            {"search", "mcts"},
                                            {"threads", "1"},
                                            {"memory", "1"}};
    char move[MIAI_MOVE_TEXT];
    for (size_t i = 0; i < sizeof little / sizeof *little; i++)
        set_option_value(engine, little[i][0], little[i][1]);
    miai_genmove(engine, MIAI_TURN, move, sizeof move);
    miai_forget(engine);
}

/* The state of the process while the engines rest, after threads that free pages have ended. */
static struct process_state measure_state(miai_engine **engine)
{
    enum { TRIES = 500 };
    const struct timespec moment = {0, 10000000};
    struct process_state process_state = {0};
    long pages = 0;
    for (int i = 0; i < ENGINES; i++)
        rest_engine(engine[i]);
    for (int i = 0; i < TRIES && count_entries("/proc/self/task") > 1; i++)
        nanosleep(&moment, NULL);
#ifdef __GLIBC__
    malloc_trim(0); /* free pages between others do not count as growth */
#endif
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) == 1)
        process_state.bytes = pages * sysconf(_SC_PAGESIZE);
    if (file)
        fclose(file);
    process_state.files = count_entries("/proc/self/fd");
    process_state.threads = count_entries("/proc/self/task");
    return process_state;
}

#define ONE_OF(rng, ...)                                                                           \
    ((const char *const[]){__VA_ARGS__})[miai_rng_below(                                           \
        rng, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Plays some moves with another game, size, search, number of threads and network. */
static void play_varied_game(miai_engine *engine, miai_rng *rng)
{
    char move[MIAI_MOVE_TEXT];
    int games = miai_game_count(engine);
    set_option_value(engine, "game",
                     miai_game_name(engine, (int)miai_rng_below(rng, (uint32_t)games)));
    miai_set_option(engine, "size", ONE_OF(rng, "7", "8", "9", "11", "13", "9x7")); /* if it can */
    set_option_value(engine, "search", ONE_OF(rng, "auto", "auto", "mcts", "alphabeta"));
    set_option_value(engine, "threads", ONE_OF(rng, "1", "2", "3"));
    set_option_value(engine, "memory", ONE_OF(rng, "8", "16", "32"));
    set_option_value(engine, "network", ONE_OF(rng, "auto", "none", "none"));
    miai_new_game(engine);
    for (int i = 0; i < MOVES && !miai_over(engine, NULL); i++) {
        int error = miai_genmove(engine, MIAI_TURN, move, sizeof move);
        if (error == MIAI_OK)
            continue;
        fprintf(stderr, "%s: %s\n", miai_current_game(engine), miai_error_reason(engine, error));
        exit(EXIT_FAILURE);
    }
}

static bool has_not_grown(const struct process_state *first, const struct process_state *last)
{
    bool flat = SANITIZED || last->bytes <= first->bytes + FRAGMENT_BYTES;
    return flat && last->files == first->files && last->threads == first->threads;
}

static void print_state(long games, const struct process_state *process_state, double seconds)
{
    printf("%ld games: %ld KiB, %d files, %d threads, %.2f s of the processor\n", games,
           process_state->bytes >> 10, process_state->files, process_state->threads, seconds);
    fflush(stdout);
}

static bool set_up_engine(miai_engine **engine)
{
    for (int i = 0; i < ENGINES; i++) {
        engine[i] = miai_new();
        if (!engine[i])
            return false;
        set_option_value(engine[i], "playouts", "6");
    }
    return true;
}

/* Plays `games` more games and reports after every thousand. Returns false if something has
 * grown. */
static bool play_games(miai_engine **engine, miai_rng *rng, const struct process_state *first,
                       long games)
{
    const double half_more = 1.5, noise = 0.5; /* seconds */
    struct process_state last = *first;
    double start = processor_seconds(), earliest = 0, latest = 0;
    for (long i = 1; i <= games; i++) {
        play_varied_game(engine[i % ENGINES], rng);
        if (i % TOLD != 0 && i != games)
            continue;
        last = measure_state(engine);
        double seconds = processor_seconds() - start;
        print_state(FIRST + i, &last, seconds);
        if (i == TOLD)
            earliest = seconds;
        latest = i % TOLD == 0 ? seconds : 0;
        start = processor_seconds();
    }
    return has_not_grown(first, &last) && latest <= half_more * earliest + noise;
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : FIRST;
    miai_engine *engine[ENGINES];
    miai_rng rng;
    if (!set_up_engine(engine))
        return EXIT_FAILURE;
    miai_rng_seed(&rng, 1);
    double start = processor_seconds();
    for (int i = 0; i < FIRST; i++)
        play_varied_game(engine[i % ENGINES], &rng);
    struct process_state first = measure_state(engine);
    print_state(FIRST, &first, processor_seconds() - start);
    bool flat = play_games(engine, &rng, &first, games);
    for (int i = 0; i < ENGINES; i++)
        miai_free(engine[i]);
    return flat ? EXIT_SUCCESS : EXIT_FAILURE;
}
