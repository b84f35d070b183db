/* Files from which solving and matches are resumed. */
#include "fuzz.h"

#include "program/command/solve.h"
#include "program/match/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a state file, with a valid magic number if the first byte is odd; then solves from
 * there. */
static void read_state(const uint8_t *bytes, size_t size)
{
    static const char magic[] = "maisolv1";
    static const char *const games[] = {"tictactoe", "connect4", "othello", "gomoku"};
    struct fuzz_bytes in = {bytes, bytes + size};
    uint8_t choice = fuzz_take(&in);
    size_t length = (size_t)(in.end - in.at);
    uint8_t *copy = malloc(length + 8);
    char name[FUZZ_NAME];
    fuzz_hold(copy != NULL);
    memcpy(copy, in.at, length);
    if (choice % 2 && length >= 8)
        memcpy(copy, magic, 8);
    int file = fuzz_file(copy, length, name);
    struct mi_solve solve = {
        .engine = fuzz_engine(games[choice / 2 % 4]), .program = "fuzz", .state = name};
    if (miai_solving_new(solve.engine, &solve.solving) == MIAI_OK)
        mi_solve_load_state(&solve);
    miai_solving_free(solve.solving);
    miai_free(solve.engine);
    free(copy);
    close(file);
}

const struct fuzz_target fuzz_states[] = {
    {"solve_state", read_state},
    {0},
};
