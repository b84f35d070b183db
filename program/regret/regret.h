/* regret.h - miai regret: how much value the moves of a search lose, depending on its playouts,
 * in positions that can be solved.
 *
 * The regret of a move is the exact value of the best move of the position minus its own value:
 * 1 for a win, 1/2 for a draw, 0 for a loss. */
#ifndef MI_PROGRAM_REGRET_REGRET_H
#define MI_PROGRAM_REGRET_REGRET_H

#include "base/draft.h"
#include "miai.h"
#include "protocol/io/settings.h"

#include <stdio.h>

enum { MI_REGRET_LIMITS = 64, MI_REGRET_METHODS = 32, MI_REGRET_NAME = 32 };

/* The search limit that is varied. */
enum mi_regret_by { MI_BY_PLAYOUTS, MI_BY_DEPTH, MI_BY_TIME };

/* A configuration: options in addition to those of the command line. */
struct mi_method {
    char name[MI_REGRET_NAME];
    struct mi_settings_list options; /* owned */
};

/* The arguments of the command line. */
struct mi_regret_args {
    int positions;            /* number of random positions */
    int min_plies, max_plies; /* range of their plies; -1: by the size of the board */
    int searches;             /* per position, with different seeds */
    unsigned long seed;       /* seed of the random positions */
    double patience;          /* seconds to solve a position; harder ones are skipped */
    enum mi_regret_by by;     /* the unit of from, to and step */
    double from, to, step;    /* limits; step is a factor, for depths a summand; 0: the default */
    /* "": none */
    char file[MI_ARG_NAME_SIZE], csv[MI_ARG_NAME_SIZE], svg[MI_ARG_NAME_SIZE];
    struct mi_method method[MI_REGRET_METHODS];
    int methods;
};

/* A move and its exact value for the player who makes it: 0 a loss, 1 a draw, 2 a win. */
struct mi_solved_move {
    char move[MIAI_MOVE_TEXT];
    int half_points;
};

/* A position: the moves that lead to it, separated by spaces, and its moves with their values. */
struct mi_regret_position {
    char *moves; /* owned */
    int count;
    struct mi_solved_move *list; /* owned; count 0: not solved */
};

/* The results of one method at one limit. */
struct mi_regret_result {
    double bound;
    int searches, best, proven;
    double sum, squares; /* sums of the regrets and of their squares */
};

/* A measurement. */
struct mi_regret {
    const struct mi_regret_args *args;
    const struct mi_settings_list *settings; /* options of the command line */
    miai_engine *engine;                     /* has these options */
    const char *program;                     /* the prefix of error messages */
    bool show_progress;                      /* show progress on standard error */
    struct mi_regret_position *position;     /* owned */
    int positions;
    bool has_new_values; /* the file lacks values found by this run */
    char *unused_lines;  /* further lines of the file, not used; owned */
    int limits;
    struct mi_regret_result result[MI_REGRET_METHODS][MI_REGRET_LIMITS];
    struct mi_draft csv; /* open, or not */
};

/* ---- arguments.c ---- */

/* Parses the arguments after "regret" for the engine's game.  Without a method there is one,
 * with the options of the command line. */
bool mi_regret_read(struct mi_regret_args *args, char *const *list, miai_engine *engine,
                    char *complaint);
void mi_regret_args_free(struct mi_regret_args *args);

/* ---- positions.c ---- */

/* Reads the positions of the file, adds random ones up to the requested number, solves all, and
 * writes the file.  On failure writes a complaint and returns false. */
bool mi_regret_find(struct mi_regret *regret, char *complaint);
void mi_regret_free_positions(struct mi_regret *regret);

/* Plays the moves of a position from the start; false: one is illegal. */
bool mi_regret_set_up(miai_engine *engine, const struct mi_regret_position *position);

/* ---- solve.c ---- */

/* Solves each move of the engine's position.  False: it takes too long, all moves have the same
 * value, or one wins at once. */
bool mi_regret_solve(struct mi_regret *regret, struct mi_regret_position *position,
                     miai_solving *solving);

/* ---- print.c ---- */

void mi_regret_print_progress(const struct mi_regret *regret, const char *what, int done, int all);
void mi_regret_print(const struct mi_regret *regret);

/* ---- svg.c ---- */

/* Draws the curves of all methods with their standard errors. */
void mi_regret_draw(const struct mi_regret *regret, FILE *out);

/* ---- regret.c ---- */

/* Runs the measurement; returns the exit status. */
int mi_regret_run(const struct mi_regret_args *args, const struct mi_settings_list *settings,
                  miai_engine *engine, const char *program);

#endif
