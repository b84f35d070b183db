/* solve.h - exact results of positions, printed. */
#ifndef MI_PROGRAM_COMMAND_SOLVE_H
#define MI_PROGRAM_COMMAND_SOLVE_H

#include "miai.h"

struct mi_solve {
    miai_engine *engine;
    const char *program; /* the name to complain under */
    bool live;           /* a line on standard error tells how far it is */
    bool each;           /* print what each move leads to */
    const char *state;   /* file to go on from and to keep what is found in; or NULL */
    char **words;        /* moves, or a file of games, ended by NULL */

    /* The caller begins with zeros. */
    long faults;
    miai_solving *solving;
    bool stopped;  /* by an interruption or a bound */
    double begun;  /* mi_clock() */
    uint64_t seen; /* positions, in the questions before */
    double kept;   /* mi_clock() when the state was written */
    int width;     /* of the line that stands on standard error */
};

/* Solves the position that the words lead to, or the last one of each game of the file. */
void mi_solve_words(struct mi_solve *solve);

/* ---- solve_outlook.c ---- */

/* Says on standard error what it may take, where that is more than a person waits for. */
void mi_solve_tell_outlook(const struct mi_solve *solve);

/* Has --time or --playouts come to its end, seen being the positions of this question? */
bool mi_solve_at_bound(const struct mi_solve *solve, uint64_t seen);

/* Says why it was stopped, and what was kept. */
void mi_solve_tell_stopped(const struct mi_solve *solve);

/* ---- solve_state.c ---- */

/* Lets the solving object go on from the file, if there is one; false, with a complaint, if that
 * does not belong to it. */
bool mi_solve_load_state(struct mi_solve *solve);

/* Writes the file anew, at once or not at all; false, with a complaint, if it cannot. */
bool mi_solve_save_state(struct mi_solve *solve);

#endif
