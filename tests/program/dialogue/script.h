/* script.h - a random dialogue: the program's arguments, the lines of a client, and where the
 * client waits.  A seed produces the same script on every machine.
 *
 * draw.c draws words; mutate.c makes faulty lines; gtp.c, uci.c, gomocup.c and analysis.c write the
 * lines of each protocol; hold.c runs a script with the program; judge.c checks the replies. */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_SCRIPT_H
#define MI_TESTS_PROGRAM_DIALOGUE_SCRIPT_H

#include "miai.h"
#include "miai_game.h"
#include "protocol/io/reply.h"

enum protocol { GTP, UCI, GOMOCUP, ANALYSIS, PROTOCOLS };

enum { ARGUMENTS_MAX = 16, PAUSES_MAX = 64 };

/* Initialized with zeros and an engine; script_free() frees all except the engine. */
struct script {
    enum protocol protocol;
    bool broken;         /* some lines are mutated */
    miai_engine *shadow; /* follows the game that the client plays */
    miai_rng rng;
    char argument[ARGUMENTS_MAX][64];
    int arguments;
    struct mi_reply line;   /* the line being written */
    struct mi_reply input;  /* all lines */
    struct mi_reply record; /* a game record: the file game.sgf in the program's folder */
    struct pause {
        size_t at; /* bytes of the input before the pause */
        int milliseconds;
    } pause[PAUSES_MAX];
    int pauses;
    int questions; /* analysis engine: number of the last query's id */
};

void script_write(struct script *script, uint64_t seed);
void script_free(struct script *script);

void write_gtp(struct script *script);
void write_uci(struct script *script);
void write_gomocup(struct script *script);
void write_analysis(struct script *script);

/* ---- helpers for writing lines ---- */

/* drawn_number() returns an integer from 0 to n - 1; one_in() whether it is 0. */
int drawn_number(struct script *script, int n);
bool one_in(struct script *script, int n);

/* Returns one of n texts. */
const char *one_of(struct script *script, const char *const *texts, int n);
#define ONE_OF(script, ...)                                                                        \
    one_of(script, (const char *const[]){__VA_ARGS__},                                             \
           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Adds a text to the line and replaces each '$' and letter by something drawn:
 *
 * $b a game, $c a player, $e a number at the edge of a range, $f a file, $k komi, $l a legal move
 * that is not played, $n a number from 1 to 12, $o an option and a value, $p a position, $r rules,
 * $s a side of a board, $t 0 to 40, $v a point or another move, $w a strange word, $x a value of an
 * option. */
void add_text(struct script *script, const char *text);

/* Ends the line.  In a broken script, end_line() may make it faulty.  end_sure_line() never does:
 * use it for lines that limit a search or name a file to write. */
void end_line(struct script *script);
void end_sure_line(struct script *script);

/* add_text() and end_line(); add_text() and end_sure_line(). */
void put_line(struct script *script, const char *text);
void put_sure_line(struct script *script, const char *text);

/* Lets the client wait here for that many milliseconds. */
void wait_here(struct script *script, int milliseconds);

/* Adds a legal move of the shadow's game and plays it there; false if the game is over. */
bool add_move(struct script *script);

/* Lets the shadow start another game, with a legal board size. */
void begin_game(struct script *script, const char *game);

/* Adds the line to the input with a fault in it. */
void add_faulty_line(struct script *script);

#endif
