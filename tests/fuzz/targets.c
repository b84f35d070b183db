/* The list of targets, and helpers for them. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct fuzz_target *const target_lists[] = {
    fuzz_dialogues, fuzz_records, fuzz_positions, fuzz_networks, fuzz_made_networks,
    fuzz_chess,     fuzz_gomoku,  fuzz_othello,   fuzz_go,       fuzz_states};

enum { LISTS = sizeof target_lists / sizeof *target_lists };

const struct fuzz_target *fuzz_at(int n)
{
    for (int i = 0; i < LISTS; i++)
        for (int k = 0; target_lists[i][k].name; k++)
            if (n-- == 0)
                return &target_lists[i][k];
    return NULL;
}

const struct fuzz_target *fuzz_find(const char *name)
{
    const struct fuzz_target *target;
    for (int i = 0; (target = fuzz_at(i)) != NULL; i++)
        if (strcmp(target->name, name) == 0)
            return target;
    return NULL;
}

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: condition failed: %s\n", file, line, condition);
    abort();
}

/* Reading chess' network takes a second under sanitizers, so only inputs that set eval-file load
 * it. */
miai_engine *fuzz_engine(const char *game)
{
    static const char *const settings[][2] = {
        {"playouts", "4"},  {"memory", "1"},       {"network", "none"},  {"eval-file", "none"},
        {"files", "none"},  {"max-memory", "4"},   {"max-threads", "2"}, {"max-time", "0.02"},
        {"max-depth", "3"}, {"move-overhead", "0"}};
    miai_engine *engine = miai_new();
    fuzz_hold(engine && miai_set_game(engine, game) == MIAI_OK);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        fuzz_hold(miai_set_option(engine, settings[i][0], settings[i][1]) == MIAI_OK);
    miai_seal(engine);
    return engine;
}

int fuzz_file(const uint8_t *bytes, size_t size, char name[FUZZ_NAME])
{
    char path[] = "/tmp/miai-fuzz-XXXXXX";
    int file = mkstemp(path);
    fuzz_hold(file >= 0 && unlink(path) == 0);
    fuzz_hold(write(file, bytes, size) == (ssize_t)size && lseek(file, 0, SEEK_SET) == 0);
    snprintf(name, FUZZ_NAME, "/proc/self/fd/%d", file);
    return file;
}

uint8_t fuzz_take(struct fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

uint32_t fuzz_take_word(struct fuzz_bytes *bytes)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word = word << 8 | fuzz_take(bytes);
    return word;
}

void fuzz_put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

void fuzz_fill(uint8_t *at, size_t length, struct fuzz_bytes in)
{
    size_t size = (size_t)(in.end - in.at), filled = size < length ? size : length;
    if (size == 0)
        memset(at, 0, length);
    else
        memcpy(at, in.at, filled);
    while (size > 0 && filled < length) { /* doubles what is there */
        size_t more = filled < length - filled ? filled : length - filled;
        memcpy(at + filled, at, more);
        filled += more;
    }
}
