/* script.h - a dialogue drawn at random: what the program is started with, what a client writes to
 * it, and where the client waits.  A seed makes the same script everywhere.
 *
 *     draw.c     words: points, moves, numbers at the edges, names of games, rules and options
 *     mutate.c   a line that a broken client could have sent
 *     gtp.c  uci.c  gomocup.c  analysis.c   what is said in each protocol
 *     hold.c     a script and the program
 *     judge.c    what it answered */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_SCRIPT_H
#define MI_TESTS_PROGRAM_DIALOGUE_SCRIPT_H

#include "miai.h"
#include "miai_game.h"
#include "protocol/io/reply.h"

enum protocol { GTP, UCI, GOMOCUP, ANALYSIS, PROTOCOLS };

enum { ARGUMENTS_MAX = 16, PAUSES_MAX = 64 };

/* A script begins as all zero, with an engine; script_free() frees all but the engine. */
struct script {
    enum protocol protocol;
    bool broken;         /* some of its lines are mutated */
    miai_engine *shadow; /* knows the moves of the game that the client believes to be on */
    miai_rng rng;
    char argument[ARGUMENTS_MAX][64];
    int arguments;
    struct mi_reply line;   /* that is being written */
    struct mi_reply input;  /* all of them */
    struct mi_reply record; /* of a game: the file game.sgf in the folder of the program */
    struct pause {
        size_t at; /* bytes of the input before it */
        int milliseconds;
    } pause[PAUSES_MAX];
    int pauses;
    int questions; /* to the analysis engine: the number in the id of the last one */
};

void script_write(struct script *script, uint64_t seed);
void script_free(struct script *script);

void write_gtp(struct script *script);
void write_uci(struct script *script);
void write_gomocup(struct script *script);
void write_analysis(struct script *script);

/* ---- what the protocols are written with ---- */

/* A whole number from 0 to n - 1, and whether it is 0. */
int drawn(struct script *script, int n);
bool one_in(struct script *script, int n);

/* One of n texts. */
const char *one_of(struct script *script, const char *const *texts, int n);
#define ONE_OF(script, ...)                                                                        \
    one_of(script, (const char *const[]){__VA_ARGS__},                                             \
           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Adds a text to the line, and for each '$' with a letter what is drawn:
 *
 *   $b a game   $c a player   $e a number at an edge   $f a file   $k komi
 *   $l a legal move, which is not played   $n a number from 1 to 12   $o an option and a value
 *   $p a position   $r rules   $s a side of a board   $t 0 to 40   $v a point or another move
 *   $w a word that means little   $x a value of an option */
void add(struct script *script, const char *text);

/* Ends the line; it may be mutated where the script is broken.  A line that bounds a search, or
 * names a file to write to, is to be sure. */
void end_line(struct script *script);
void end_sure_line(struct script *script);

/* add() and end_line(), add() and end_sure_line(). */
void say(struct script *script, const char *text);
void say_surely(struct script *script, const char *text);

/* The client waits here for so many milliseconds at most. */
void wait_here(struct script *script, int milliseconds);

/* Adds a legal move of the shadow's game and plays it there; false if it is over. */
bool add_move(struct script *script);

/* The shadow begins another game, on a board that it has. */
void begin_game(struct script *script, const char *game);

/* Adds the line to the input with a fault in it. */
void mutate(struct script *script);

#endif
