/* plan.h - a match: which games it has, who plays them, and how they ended. */
#ifndef MI_PROGRAM_MATCH_PLAN_H
#define MI_PROGRAM_MATCH_PLAN_H

#include "arguments.h"

#include "base/shared/ledger.h"
#include "program/convert/progress_line.h"
#include "protocol/io/game_result.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { MI_WHY = 200 };

/* A game: who of the pairing begins, from which opening. */
struct mi_match_pairing {
    int first, second;     /* players */
    unsigned long opening; /* number */
};

/* How one ended. */
struct mi_match_outcome {
    int8_t points; /* half points of who began: 0, 1, 2; -1: it was not played to its end */
    int8_t guilty; /* 0 who began, 1 the other one broke the rules, its clock or down; -1 nobody */
    int plies;
    char why[MI_WHY];       /* a sentence without its point */
    char result[MI_RESULT]; /* as SGF has it: "B+3.5", "W+R", "B+T", "0" */
    bool fatal;             /* it did not begin */
    int8_t absent;          /* of a fatal one: 0, 1: the player that could not begin; -1: neither */
};

/* What is kept of it: there may be millions.  points -1: it is open. */
struct mi_stored_result {
    int8_t points, guilty;
};

/* Games that one player has won, drawn and lost against another. */
struct mi_score {
    int won, drawn, lost;
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
    struct mi_stored_result *ending; /* [count], by number; owned */
    bool *taken;                /* [count]: it is played here, or was; owned */
    struct mi_score *score;     /* [pairings]: of the first against the second; owned */
    struct mi_pairs pairs;      /* of the first pairing, of which both games are done */
    long done, next;            /* next: none before it is open */
    bool absent[MI_RATED_MAX];  /* players that could not begin a game: they get no other one */
    long left_out;              /* games not played, of absent players */
    int working;                /* threads */
    double begun;               /* mi_clock() */
    long before;                /* games that were done then */
    struct mi_ledger ledger;    /* the table and the records; open, or not */
    const char *record_format;
    char trouble[MI_COMPLAINT]; /* why it was stopped; "": it was not, or by a signal */
    int rank;                   /* of several processes that mpirun has started; 0 tells people */
    struct mi_live live;        /* tells how it stands; now and then for who waits for others */
};

/* Lists the pairings and games, none of them played; false: there is no memory.  Freed by
 * mi_match_plan_free() in either case. */
bool mi_match_plan(struct mi_match *match);
void mi_match_plan_free(struct mi_match *match);

/* The number-th game. */
struct mi_match_pairing mi_match_game(const struct mi_match *match, long number);

/* Under the lock: the number-th game, which was open, has ended. */
void mi_match_note(struct mi_match *match, long number, struct mi_stored_result ending);

/* Under the lock: leaves out the games of a player that have not been played. */
void mi_match_leave_out(struct mi_match *match, int player);

/* Does an absent player have a part in the number-th game? */
bool mi_match_is_left_out(const struct mi_match *match, long number);

/* Is there a game that has neither been played nor left out? */
bool mi_match_is_open(const struct mi_match *match);

/* Of one player against another, by the games so far. */
struct mi_score mi_match_score(const struct mi_match *match, int a, int b);

/* A new engine with the games of the match; NULL without memory. */
miai_engine *mi_match_engine(const struct mi_match *match);

/* One with the settings of the match besides, and without a clock; NULL if that cannot be. */
miai_engine *mi_match_referee(const struct mi_match *match);

#endif
