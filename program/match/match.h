/* match.h - games between players, several at once, until the count is full or a test has decided:
 * miai match, miai tournament. */
#ifndef MI_MATCH_H
#define MI_MATCH_H

#include "base/draft.h"
#include "protocol/io/ending.h"
#include "odds.h"
#include "opening.h"
#include "player.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { MI_PARALLEL_MAX = 256, MI_WHY = 200, MI_PATH_TEXT = 1024 };

/* What the command line says. */
struct mi_match_words {
    long games;   /* of each pairing, even */
    int parallel; /* at once */
    int most;     /* moves of a game, which is a draw then; 0: no bound */
    bool tested;
    struct mi_sprt sprt;
    bool gauntlet; /* the first player against all others; else all against all */
    struct mi_pace pace;
    struct mi_openings openings;
    char openings_file[MI_PATH_TEXT], table[MI_PATH_TEXT], record[MI_PATH_TEXT]; /* "": none */
    struct mi_player player[MI_RATED_MAX];
    int players;
};

/* A game: who of the pairing begins, from which opening. */
struct mi_game {
    int first, second;     /* players */
    unsigned long opening; /* number */
};

/* How one ended. */
struct mi_outcome {
    int8_t points; /* half points of who began: 0, 1, 2; -1: it was not played to its end */
    int8_t guilty; /* 0 who began, 1 the other one broke the rules, its clock or down; -1 nobody */
    int plies;
    char why[MI_WHY];       /* a sentence without its point */
    char result[MI_RESULT]; /* as SGF has it: "B+3.5", "W+R", "B+T", "0" */
    bool fatal;             /* it could not even begin */
};

/* What the threads share.  Constant but for what the lock guards. */
struct mi_match {
    const struct mi_match_words *words;
    const struct mi_settings_list *settings; /* of the referees */
    const miai_engine *engine;               /* with the games that they need */
    const char *program;                     /* the name to complain under */
    int (*pairing)[2];                       /* players; owned */
    int pairings;
    long count;       /* games in all */
    atomic_bool stop; /* no game begins, and those that are on are broken off */
    pthread_mutex_t lock;
    struct mi_outcome *outcome; /* [count], by number; points -1: open; owned */
    bool *taken;                /* [count]: it is being played, or was; owned */
    long done, next;            /* next: none before it is open */
    double begun;               /* mi_clock() */
    long before;                /* games that were done then */
    struct mi_draft table;      /* open, or not */
    FILE *record;               /* or NULL */
    const char *record_format;
    char trouble[MI_COMPLAINT]; /* why it was stopped; "": it was not, or by a signal */
    bool live;                  /* a line on standard error tells how it stands */
    int width;                  /* of that line */
};

/* The number-th game. */
struct mi_game mi_match_game(const struct mi_match *match, long number);

/* Pairs of a pairing of which both games are done; likewise points and games of single ones. */
struct mi_pairs mi_match_pairs(const struct mi_match *match, int pairing);

/* ---- match_words.c ---- */

/* Reads the words of the command line behind "match" or "tournament". */
bool mi_match_read(struct mi_match_words *words, char *const *list, bool tournament,
                   const struct mi_ground *ground, miai_engine *engine, char *complaint);
void mi_match_words_free(struct mi_match_words *words);

/* ---- match_game.c ---- */

/* Plays it; the seats are those of its players.  The engine is the referee, with the game's last
 * position afterwards; start becomes the first one, where that is not the usual one, as the game
 * writes it. */
void mi_match_play(const struct mi_match *match, long number, struct mi_seat *seats,
                   miai_engine *referee, struct mi_outcome *outcome, char start[MI_OPENING_START]);

/* ---- match_table.c ---- */

/* Opens the files, and takes what they have of this match; false with a complaint in trouble. */
bool mi_match_open(struct mi_match *match);
/* Writes a game that is done, the record first: one that is in the table is not played again.
 * False, with trouble, where that cannot be. */
bool mi_match_keep(struct mi_match *match, long number, const miai_engine *referee,
                   const char *start);
void mi_match_close(struct mi_match *match);

/* ---- match_record.c ---- */

/* Adds a game to the records, of which the start is where it began if not as usual; false: it
 * cannot be written. */
bool mi_match_write_record(struct mi_match *match, long number, const miai_engine *referee,
                           const char *start);

/* ---- match_tell.c ---- */

void mi_match_tell_live(struct mi_match *match);
/* One game that ended in a way that somebody should know of. */
void mi_match_tell_fault(struct mi_match *match, long number);
void mi_match_tell_end(const struct mi_match *match);

/* ---- match.c ---- */

/* Plays all of it, and prints the table.  Returns the exit status. */
int mi_match_run(const struct mi_match_words *words, const struct mi_settings_list *settings,
                 const miai_engine *engine, const char *program);

/* A new engine with the games of the match; NULL without memory. */
miai_engine *mi_match_engine(const struct mi_match *match);

/* Exit status of a test that accepts elo0. */
enum { MI_MATCH_NOT_BETTER = 3 };

#endif
