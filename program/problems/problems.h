/* problems.h - collections of problems: asked, checked, shown on a page, and made. */
#ifndef MI_PROGRAM_PROBLEMS_PROBLEMS_H
#define MI_PROGRAM_PROBLEMS_PROBLEMS_H

#include "miai.h"

struct mi_problems {
    miai_engine *engine;
    const char *program; /* the prefix of error messages */
    const char *state;   /* the file with the schedule; NULL: the default one */
    char **paths; /* files and folders; ends with NULL.  page, make: the last is the output */

    /* The caller zeroes the rest. */
    long faults;
};

/* Asks the problems, on standard input and output.  Returns a miai_error. */
int mi_problems_ask(struct mi_problems *problems);

/* Compares the solutions in the files with the solver's.  Returns a miai_error. */
int mi_problems_check(struct mi_problems *problems);

/* Writes a page that asks the problems, with the answers to all moves.  Returns a miai_error. */
int mi_problems_page(struct mi_problems *problems);

/* Writes problems, from positions of the recorded games in which the life of a group was at stake
 * and the move of the game missed it, into the folder.  Returns a miai_error. */
int mi_problems_make(struct mi_problems *problems);

#endif
