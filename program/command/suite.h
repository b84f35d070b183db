/* suite.h - test suites: EPD positions with known best moves. */
#ifndef MI_PROGRAM_COMMAND_SUITE_H
#define MI_PROGRAM_COMMAND_SUITE_H

#include "miai.h"

struct mi_suite {
    miai_engine *engine;
    const char *program; /* the prefix of error messages */

    /* The caller zeroes the rest. */
    long faults;
    long positions, solved;
    uint64_t nodes;
    double seconds;
};

/* Searches each position of a file and prints a line for each: whether the move is among "bm"
 * and not among "am", and since when the search had such a move. */
void mi_suite_file(struct mi_suite *suite, const char *name);

/* Prints the totals, unless there are none. */
void mi_suite_print_totals(const struct mi_suite *suite);

#endif
