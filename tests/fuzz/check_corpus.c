/* Runs every target with its seeds, and with seeds changed at random, always in the same way. It
 * needs no fuzzer, and guards against faults that a fuzzer once found.
 *
 * check_corpus: all targets. check_corpus TARGET FILE...: those inputs, to reproduce a fault.
 * check_corpus TARGET SECONDS: changed seeds for that long. */
#include "fuzz.h"

#include "base/clock.h"
#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 16, MAX_SEEDS = 256, CHANGED_INPUTS = 12, PATH = 1024 };

/* The seeds of a target. */
struct seeds {
    uint8_t *bytes[MAX_SEEDS];
    size_t size[MAX_SEEDS];
    int count;
};

static void add_seed(struct seeds *seeds, const char *file)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    char *bytes = seeds->count < MAX_SEEDS ? mi_load_file(file, &length, error) : NULL;
    if (!bytes)
        return;
    seeds->bytes[seeds->count] = (uint8_t *)bytes;
    seeds->size[seeds->count++] = length;
}

static void free_seeds(struct seeds *seeds)
{
    while (seeds->count > 0)
        free(seeds->bytes[--seeds->count]);
}

/* Loads the seeds in tests/fuzz/seeds/TARGET; without any, uses an empty input. */
static void load_seeds(struct seeds *seeds, const char *target)
{
    const char *sources = getenv("srcdir");
    char folder[PATH], file[PATH + 300];
    snprintf(folder, sizeof folder, "%s/tests/fuzz/seeds/%s", sources ? sources : ".", target);
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            add_seed(seeds, file);
    }
    if (directory)
        closedir(directory);
    if (seeds->count == 0)
        seeds->bytes[seeds->count++] = calloc(1, 1);
}

/* Makes one change: overwrites, removes or repeats bytes, inserts another seed, truncates the input
 * or flips a bit.  Returns the new size. */
static size_t change_input(const struct seeds *seeds, uint8_t *bytes, size_t size, miai_rng *rng)
{
    size_t at = size > 0 ? miai_rng_below(rng, (uint32_t)size) : 0;
    size_t count = 1 + miai_rng_below(rng, 16), left = size - at;
    const int other = (int)miai_rng_below(rng, (uint32_t)seeds->count);
    count = count < left ? count : left;
    switch (miai_rng_below(rng, 6)) {
    case 0:
        for (size_t i = 0; i < count; i++)
            bytes[at + i] = (uint8_t)miai_rng_next(rng);
        return size;
    case 1:
        memmove(bytes + at, bytes + at + count, left - count);
        return size - count;
    case 2:
        if (size + count > MAX_SIZE)
            return size;
        memmove(bytes + at + count, bytes + at, left);
        return size + count;
    case 3:
        count = seeds->size[other] < MAX_SIZE - size ? seeds->size[other] : MAX_SIZE - size;
        memmove(bytes + at + count, bytes + at, left);
        memcpy(bytes + at, seeds->bytes[other], count);
        return size + count;
    case 4:
        return at;
    default:
        if (size > 0)
            bytes[at] ^= (uint8_t)(1U << miai_rng_below(rng, 8));
        return size;
    }
}

static void run_changed(const struct fuzz_target *target, const struct seeds *seeds, miai_rng *rng)
{
    static uint8_t bytes[MAX_SIZE];
    const int seed = (int)miai_rng_below(rng, (uint32_t)seeds->count);
    size_t size = seeds->size[seed] < MAX_SIZE ? seeds->size[seed] : MAX_SIZE;
    memcpy(bytes, seeds->bytes[seed], size);
    for (int changes = 1 + (int)miai_rng_below(rng, 6); changes > 0; changes--)
        size = change_input(seeds, bytes, size, rng);
    /* an exact size lets sanitizers detect reads past the end */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    fuzz_hold(exact != NULL);
    memcpy(exact, bytes, size);
    target->run(exact, size);
    free(exact);
}

/* Runs all seeds, then changed ones: that many, or for that many seconds.  Returns the number of
 * runs. */
static long run_target(const struct fuzz_target *target, int changed, double seconds)
{
    struct seeds seeds = {.count = 0};
    miai_rng rng;
    long runs = 0;
    double end = mi_clock() + seconds;
    load_seeds(&seeds, target->name);
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < seeds.count; i++, runs++)
        target->run(seeds.bytes[i], seeds.size[i]);
    for (; changed-- > 0 || mi_clock() < end; runs++)
        run_changed(target, &seeds, &rng);
    printf("%s: %d seeds, %ld inputs\n", target->name, seeds.count, runs);
    fflush(stdout);
    free_seeds(&seeds);
    return runs;
}

static int run_files(const struct fuzz_target *target, char **files)
{
    struct seeds seeds = {.count = 0};
    for (; *files; files++)
        add_seed(&seeds, *files);
    for (int i = 0; i < seeds.count; i++)
        target->run(seeds.bytes[i], seeds.size[i]);
    printf("%s: %d files\n", target->name, seeds.count);
    free_seeds(&seeds);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const struct fuzz_target *target = argc > 1 ? fuzz_find(argv[1]) : NULL;
    double seconds = 0;
    if (argc > 1 && !target) {
        fprintf(stderr, "unknown target %s\n", argv[1]);
        return EXIT_FAILURE;
    }
    if (argc == 3 && mi_read_word_real(argv[2], &seconds))
        return run_target(target, 0, seconds) > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc > 2)
        return run_files(target, argv + 2);
    for (int i = 0; (target = fuzz_at(i)) != NULL; i++)
        run_target(target, CHANGED_INPUTS, 0);
    return EXIT_SUCCESS;
}
