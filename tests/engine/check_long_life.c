/* One process over many games of two engines, in which everything changes from game to game: the
 * memory that it takes at rest stays what it was after the first fifty, and so do its descriptors
 * and threads; and the last thousand games take no more of the processor than the first.
 *
 *     check_long_life           fifty games, and fifty more; with sanitizers ten
 *     check_long_life GAMES     so many more; tells at every thousand how it stands */
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
    ROOM = 2 << 20, /* of the allocator's, which keeps what is in pieces */
    TOLD = 1000
};

struct state {
    long bytes; /* of memory that lies in the machine's */
    int files, threads;
};

/* How many entries a folder of /proc has, beside itself and the one above. */
static int entries(const char *name)
{
    DIR *folder = opendir(name);
    int n = folder ? -2 : 0;
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n;
}

static void set(miai_engine *engine, const char *name, const char *value)
{
    int error = miai_set_option(engine, name, value);
    if (error == MIAI_OK)
        return;
    fprintf(stderr, "%s=%s: %s\n", name, value, miai_error_reason(engine, error));
    exit(EXIT_FAILURE);
}

/* A search that takes little in the place of those that were. */
static void rest(miai_engine *engine)
{
    static const char *const little[][2] = {{"game", "tictactoe"},
                                            {"network", "none"},
                                            {"search", "mcts"},
                                            {"threads", "1"},
                                            {"memory", "1"}};
    char move[MIAI_MOVE_TEXT];
    for (size_t i = 0; i < sizeof little / sizeof *little; i++)
        set(engine, little[i][0], little[i][1]);
    miai_genmove(engine, MIAI_TURN, move, sizeof move);
    miai_forget(engine);
}

/* What the process has while the engines rest, as soon as threads that give pages back have gone.
 */
static struct state now(miai_engine **engine)
{
    enum { TRIES = 500 };
    const struct timespec moment = {0, 10000000};
    struct state state = {0};
    long pages = 0;
    for (int i = 0; i < ENGINES; i++)
        rest(engine[i]);
    for (int i = 0; i < TRIES && entries("/proc/self/task") > 1; i++)
        nanosleep(&moment, NULL);
#ifdef __GLIBC__
    malloc_trim(0); /* pages that are free but lie among others are no growth */
#endif
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) == 1)
        state.bytes = pages * sysconf(_SC_PAGESIZE);
    if (file)
        fclose(file);
    state.files = entries("/proc/self/fd");
    state.threads = entries("/proc/self/task");
    return state;
}

#define ONE_OF(rng, ...)                                                                           \
    ((const char *const[]){__VA_ARGS__})[miai_rng_below(                                           \
        rng, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

static double used(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Another game, size, search, number of threads and network; some moves of it. */
static void play(miai_engine *engine, miai_rng *rng)
{
    char move[MIAI_MOVE_TEXT];
    int games = miai_game_count(engine);
    set(engine, "game", miai_game_name(engine, (int)miai_rng_below(rng, (uint32_t)games)));
    miai_set_option(engine, "size", ONE_OF(rng, "7", "8", "9", "11", "13", "9x7")); /* or not */
    set(engine, "search", ONE_OF(rng, "auto", "auto", "mcts", "alphabeta"));
    set(engine, "threads", ONE_OF(rng, "1", "2", "3"));
    set(engine, "memory", ONE_OF(rng, "8", "16", "32"));
    set(engine, "network", ONE_OF(rng, "auto", "none", "none"));
    miai_new_game(engine);
    for (int i = 0; i < MOVES && !miai_over(engine, NULL); i++) {
        int error = miai_genmove(engine, MIAI_TURN, move, sizeof move);
        if (error == MIAI_OK)
            continue;
        fprintf(stderr, "%s: %s\n", miai_current_game(engine), miai_error_reason(engine, error));
        exit(EXIT_FAILURE);
    }
}

static bool holds(const struct state *first, const struct state *last)
{
    bool flat = SANITIZED || last->bytes <= first->bytes + ROOM;
    return flat && last->files == first->files && last->threads == first->threads;
}

static void tell(long games, const struct state *state, double seconds)
{
    printf("%ld games: %ld KiB, %d files, %d threads, %.2f s of the processor\n", games,
           state->bytes >> 10, state->files, state->threads, seconds);
    fflush(stdout);
}

static bool set_up(miai_engine **engine)
{
    for (int i = 0; i < ENGINES; i++) {
        engine[i] = miai_new();
        if (!engine[i])
            return false;
        set(engine[i], "playouts", "6");
    }
    return true;
}

/* So many games more, each told thousand of them by itself.  False: something has grown. */
static bool live(miai_engine **engine, miai_rng *rng, const struct state *first, long games)
{
    const double half_more = 1.5, noise = 0.5; /* seconds */
    struct state last = *first;
    double start = used(), earliest = 0, latest = 0;
    for (long i = 1; i <= games; i++) {
        play(engine[i % ENGINES], rng);
        if (i % TOLD != 0 && i != games)
            continue;
        last = now(engine);
        double seconds = used() - start;
        tell(FIRST + i, &last, seconds);
        if (i == TOLD)
            earliest = seconds;
        latest = i % TOLD == 0 ? seconds : 0;
        start = used();
    }
    return holds(first, &last) && latest <= half_more * earliest + noise;
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : FIRST;
    miai_engine *engine[ENGINES];
    miai_rng rng;
    if (!set_up(engine))
        return EXIT_FAILURE;
    miai_rng_seed(&rng, 1);
    double start = used();
    for (int i = 0; i < FIRST; i++)
        play(engine[i % ENGINES], &rng);
    struct state first = now(engine);
    tell(FIRST, &first, used() - start);
    bool flat = live(engine, &rng, &first, games);
    for (int i = 0; i < ENGINES; i++)
        miai_free(engine[i]);
    return flat ? EXIT_SUCCESS : EXIT_FAILURE;
}
