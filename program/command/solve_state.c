/* The file from which solving goes on: a word that names the format, and the words that the library
 * gives, as the machine has them. */
#include "solve.h"

#include "base/clock.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 1 << 21 };

static const uint64_t MAGIC = UINT64_C(0x31766c6f7369616d); /* "maisolv1" */

static bool complain(struct mi_solve *s, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", s->program, s->state, what);
    s->faults++;
    return false;
}

bool mi_solve_load_state(struct mi_solve *s)
{
    size_t length;
    if (!s->state || access(s->state, F_OK) != 0)
        return true;
    char *bytes = mi_load_large(s->state, &length);
    if (!bytes)
        return complain(s, "cannot read the file");
    size_t words = length / sizeof(uint64_t);
    uint64_t *word = malloc(length + sizeof *word), magic = 0;
    if (word && words > 0)
        memcpy(word, bytes, words * sizeof *word);
    if (word && words > 0)
        magic = word[0];
    bool good = magic == MAGIC && length % sizeof *word == 0 &&
                miai_solving_load(s->solving, word + 1, words - 1) == MIAI_OK;
    free(word);
    free(bytes);
    return good || complain(s, "not a state of this game, size and rules");
}

/* Into a file beside it, which then takes its place: what was there stays until all is written. */
static bool write_file(const char *name, const uint64_t *word, size_t words)
{
    size_t size = strlen(name) + sizeof ".part";
    char *beside = malloc(size);
    if (!beside)
        return false;
    snprintf(beside, size, "%s.part", name);
    FILE *file = fopen(beside, "wb");
    bool good = file && fwrite(&MAGIC, sizeof MAGIC, 1, file) == 1 &&
                fwrite(word, sizeof *word, words, file) == words;
    good = file && fflush(file) == 0 && fsync(fileno(file)) == 0 && good;
    good = file && fclose(file) == 0 && good;
    good = good && rename(beside, name) == 0;
    if (file && !good)
        remove(beside);
    free(beside);
    return good;
}

bool mi_solve_save_state(struct mi_solve *s)
{
    s->kept = mi_clock();
    if (!s->state)
        return true;
    uint64_t *word = malloc(sizeof *word * WORDS_MAX);
    bool good = word && write_file(s->state, word, miai_solving_save(s->solving, word, WORDS_MAX));
    free(word);
    return good || complain(s, "cannot write the file");
}
