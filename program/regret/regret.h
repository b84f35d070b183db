/* regret.h - what the moves of a search give away, over its playouts, where the best is known: miai
 * regret.
 *
 * The regret of a move is the exact value of the best move of its position less that of the move:
 * of a win 1, of a draw 1/2, of a loss 0. */
#ifndef MI_PROGRAM_REGRET_REGRET_H
#define MI_PROGRAM_REGRET_REGRET_H

#include "base/draft.h"
#include "miai.h"
#include "protocol/io/settings.h"

#include <stdio.h>

enum { MI_REGRET_LOOKS = 64, MI_REGRET_METHODS = 32, MI_REGRET_NAME = 32 };

/* What a search is given more and more of. */
enum mi_regret_by { MI_BY_PLAYOUTS, MI_BY_DEPTH, MI_BY_TIME };

/* A configuration of miai: the options of the command line, and these. */
struct mi_method {
    char name[MI_REGRET_NAME];
    struct mi_settings_list options; /* owned */
};

/* What the command line says. */
struct mi_regret_words {
    int positions;         /* to make at random */
    int least, most;       /* plies of them; -1: by the size of the board */
    int searches;          /* of each position, with other seeds */
    unsigned long seed;    /* of the positions */
    double patience;       /* seconds to solve one in; what takes longer is left out */
    enum mi_regret_by by;  /* of the following: */
    double from, to, step; /* step is a factor, of depths a sum; 0: as it suits */
    /* "": none */
    char file[MI_WORD_NAME_SIZE], csv[MI_WORD_NAME_SIZE], svg[MI_WORD_NAME_SIZE];
    struct mi_method method[MI_REGRET_METHODS];
    int methods;
};

/* A move, and what it leads to for who makes it: 0 a loss, 1 a draw, 2 a win. */
struct mi_solved_move {
    char move[MIAI_MOVE_TEXT];
    int halves;
};

/* A position: the moves that lead to it, with spaces between, and what its own are worth. */
struct mi_regret_position {
    char *moves; /* owned */
    int count;
    struct mi_solved_move *list; /* owned; count 0: not solved */
};

/* What was seen of one method at one bound. */
struct mi_regret_look {
    double bound;
    int searches, best, proven;
    double sum, squares; /* of the regrets */
};

/* All of it. */
struct mi_regret {
    const struct mi_regret_words *words;
    const struct mi_settings_list *settings; /* of the command line */
    miai_engine *engine;                     /* with these */
    const char *program;                     /* the name to complain under */
    bool live;                               /* a line on standard error tells how far it is */
    struct mi_regret_position *position;     /* owned */
    int positions;
    bool changed; /* a value was found that the file lacks */
    char *rest;   /* the lines of the file behind those that are asked for; owned */
    int looks;
    struct mi_regret_look look[MI_REGRET_METHODS][MI_REGRET_LOOKS];
    struct mi_draft csv; /* open, or not */
};

/* ---- arguments.c ---- */

/* Reads the words of the command line behind "regret", for the game of the engine; with no method,
 * there is one, of the options of the command line. */
bool mi_regret_read(struct mi_regret_words *words, char *const *list, miai_engine *engine,
                    char *complaint);
void mi_regret_words_free(struct mi_regret_words *words);

/* ---- positions.c ---- */

/* Reads the positions of the file, makes those that lack and solves all, and writes the file.
 * False, with a complaint. */
bool mi_regret_find(struct mi_regret *regret, char *complaint);
void mi_regret_free_positions(struct mi_regret *regret);

/* Plays the moves of a position from the beginning; false: one is not legal. */
bool mi_regret_set_up(miai_engine *engine, const struct mi_regret_position *position);

/* ---- solve.c ---- */

/* Finds the value of each move of the engine's position.  False: it takes too long, or there is no
 * choice, because all are worth the same or one wins at once. */
bool mi_regret_solve(struct mi_regret *regret, struct mi_regret_position *position,
                     miai_solving *solving);

/* ---- print.c ---- */

void mi_regret_tell_live(const struct mi_regret *regret, const char *what, int done, int all);
void mi_regret_print(const struct mi_regret *regret);

/* ---- svg.c ---- */

/* The curves of all methods, with their standard errors. */
void mi_regret_draw(const struct mi_regret *regret, FILE *out);

/* ---- regret.c ---- */

/* Does it, and returns the exit status. */
int mi_regret_run(const struct mi_regret_words *words, const struct mi_settings_list *settings,
                  miai_engine *engine, const char *program);

#endif
