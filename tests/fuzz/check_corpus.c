/* Every target with its seeds, and with seeds that were changed at random, the same each time: for
 * a machine without a fuzzer, and so that what a fuzzer found once stays mended.
 *
 *     check_corpus                    all
 *     check_corpus TARGET FILE...     those inputs, which repeats a fault
 *     check_corpus TARGET SECONDS     changed seeds for so long */
#include "fuzz.h"

#include "base/clock.h"
#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1 << 16, SEEDS = 256, CHANGED = 12, PATH = 1024 };

/* The seeds of a target. */
struct seeds {
    uint8_t *bytes[SEEDS];
    size_t size[SEEDS];
    int count;
};

static void add(struct seeds *seeds, const char *file)
{
    char error[MI_FILE_WORDS];
    size_t length;
    char *bytes = seeds->count < SEEDS ? mi_load_file(file, &length, error) : NULL;
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

/* Those of tests/fuzz/seeds/TARGET; where there are none, the target begins with nothing. */
static void find_seeds(struct seeds *seeds, const char *target)
{
    const char *sources = getenv("srcdir");
    char folder[PATH], file[PATH + 300];
    snprintf(folder, sizeof folder, "%s/tests/fuzz/seeds/%s", sources ? sources : ".", target);
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            add(seeds, file);
    }
    if (directory)
        closedir(directory);
    if (seeds->count == 0)
        seeds->bytes[seeds->count++] = calloc(1, 1);
}

/* One change: bytes exchanged, taken out, repeated, put in from another seed, or the end cut off.
 */
static size_t change(const struct seeds *seeds, uint8_t *bytes, size_t size, miai_rng *rng)
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
        if (size + count > SIZE_MOST)
            return size;
        memmove(bytes + at + count, bytes + at, left);
        return size + count;
    case 3:
        count = seeds->size[other] < SIZE_MOST - size ? seeds->size[other] : SIZE_MOST - size;
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
    static uint8_t bytes[SIZE_MOST];
    const int seed = (int)miai_rng_below(rng, (uint32_t)seeds->count);
    size_t size = seeds->size[seed] < SIZE_MOST ? seeds->size[seed] : SIZE_MOST;
    memcpy(bytes, seeds->bytes[seed], size);
    for (int changes = 1 + (int)miai_rng_below(rng, 6); changes > 0; changes--)
        size = change(seeds, bytes, size, rng);
    uint8_t *exact =
        malloc(size > 0 ? size : 1); /* so that sanitizers see what is read behind it */
    fuzz_hold(exact != NULL);
    memcpy(exact, bytes, size);
    target->run(exact, size);
    free(exact);
}

/* All seeds, then changed ones: so many, or for so many seconds.  Returns how many. */
static long run(const struct fuzz_target *target, int changed, double seconds)
{
    struct seeds seeds = {.count = 0};
    miai_rng rng;
    long runs = 0;
    double end = mi_clock() + seconds;
    find_seeds(&seeds, target->name);
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
        add(&seeds, *files);
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
        fprintf(stderr, "no target %s\n", argv[1]);
        return EXIT_FAILURE;
    }
    if (argc == 3 && mi_read_word_real(argv[2], &seconds))
        return run(target, 0, seconds) > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc > 2)
        return run_files(target, argv + 2);
    for (int i = 0; (target = fuzz_at(i)) != NULL; i++)
        run(target, CHANGED, 0);
    return EXIT_SUCCESS;
}
