/* suite.h - suites of positions, in EPD, whose best moves are known. */
#ifndef MI_PROGRAM_COMMAND_SUITE_H
#define MI_PROGRAM_COMMAND_SUITE_H

#include "miai.h"

struct mi_suite {
    miai_engine *engine;
    const char *program; /* the name to complain under */

    /* The caller begins with zeros. */
    long faults;
    long positions, solved;
    uint64_t nodes;
    double seconds;
};

/* Searches each position of a file by the engine's options, prints a line for each: whether the
 * move is one of "bm" and none of "am", and since when the search had such a move. */
void mi_suite_file(struct mi_suite *suite, const char *name);

/* Prints the sum of all that was searched, if anything was. */
void mi_suite_sum(const struct mi_suite *suite);

#endif
