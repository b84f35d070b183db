/* solve.h - exact results of positions, printed. */
#ifndef MI_PROGRAM_COMMAND_SOLVE_H
#define MI_PROGRAM_COMMAND_SOLVE_H

#include "miai.h"

struct mi_solve {
    miai_engine *engine;
    const char *program; /* the prefix of error messages */
    bool show_progress;  /* show progress on standard error */
    bool each;           /* also print the value of each move */
    bool region;         /* solve life and death in a region instead */
    bool json;           /* region: print the answer as JSON */
    const char *group;   /* a point of the group in question; NULL: find a group */
    const char *state;   /* file to resume from and to save progress to; or NULL */
    char **args;         /* moves, or a file of games; ends with NULL */

    /* The caller zeroes the rest. */
    long faults;
    miai_solving *solving;
    bool stopped;  /* by an interrupt or a limit */
    double started_at;         /* mi_clock() */
    uint64_t positions_before; /* searched for earlier questions */
    double saved_at;           /* mi_clock() when the state was saved last */
    int width;     /* columns of the progress line */
};

/* Solves the position after the moves, or the final position of each game in the file. */
void mi_solve_run(struct mi_solve *solve);

/* ---- solve_outlook.c ---- */

/* Estimates the effort on standard error, if it is more than a minute. */
void mi_solve_print_estimate(const struct mi_solve *solve);

/* Is the limit of --time or --playouts reached?  seen: the positions of this question so far. */
bool mi_solve_limit_reached(const struct mi_solve *solve, uint64_t positions_before);

/* Reports why it stopped and what was saved. */
void mi_solve_print_stopped(const struct mi_solve *solve);

/* ---- solve_region.c ---- */

/* Solves life and death in the current position and prints the answer.  Returns a miai_error. */
int mi_solve_print_region(const struct mi_solve *solve);

/* ---- solve_state.c ---- */

/* Loads the state, if the file exists.  If it does not match the game, prints a message and
 * returns false. */
bool mi_solve_load_state(struct mi_solve *solve);

/* Replaces the file atomically.  On failure prints a message and returns false. */
bool mi_solve_save_state(struct mi_solve *solve);

#endif
