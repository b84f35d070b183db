/* plan.h - a match: its games, who plays them, and their results. */
#ifndef MI_PROGRAM_MATCH_PLAN_H
#define MI_PROGRAM_MATCH_PLAN_H

#include "arguments.h"

#include "base/shared/ledger.h"
#include "program/convert/progress_line.h"
#include "protocol/io/game_result.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { MI_MATCH_REASON = 200 };

/* A game: the players in the order in which they move, and its opening. */
struct mi_match_pairing {
    int first, second;     /* players */
    unsigned long opening; /* number */
};

/* How a game ended. */
struct mi_match_outcome {
    int8_t points;     /* half points of the player who moved first: 0, 1, 2; -1: it was aborted */
    int8_t forfeit_by; /* who forfeited (illegal move, time, crash): 0 the player who moved first, 1
                          the other, -1 nobody */
    int plies;
    char reason[MI_MATCH_REASON]; /* a sentence without the final full stop */
    char result[MI_RESULT];       /* in SGF notation: "B+3.5", "W+R", "B+T", "0" */
    bool fatal;                   /* the game could not start */
    int8_t not_started; /* if fatal: the player that could not start, 0 or 1; -1: neither */
};

/* What is stored of each game; there may be millions.  points -1: not finished. */
struct mi_stored_result {
    int8_t points, forfeit_by;
};

/* Games that one player has won, drawn and lost against another. */
struct mi_score {
    int won, drawn, lost;
};

/* A match; shared by its threads.  The lock protects everything that changes. */
struct mi_match {
    const struct mi_match_args *args;
    const struct mi_settings_list *settings; /* settings of the referees */
    const miai_engine *engine;               /* has the added games */
    const char *program;                     /* the prefix of error messages */
    int (*pairing)[2];                       /* [pairings]: players; owned */
    int pairings;
    long count;       /* number of all games */
    atomic_bool stop; /* start no more games and abort the running ones */
    pthread_mutex_t lock;
    struct mi_stored_result *results; /* [count]; owned */
    bool *claimed;                    /* [count]: this process has claimed the game; owned */
    struct mi_score *score;           /* [pairings]: of the first player; owned */
    struct mi_pairs pairs;            /* finished pairs of games of the first pairing */
    long done;                        /* finished games */
    long next;                        /* no game before it is open */
    bool not_started[MI_RATED_MAX];   /* players that could not start; they get no more games */
    long dropped;                     /* open games of missing players */
    int running_threads;              /* threads */
    double started_at;                /* mi_clock() */
    long done_before;                 /* games finished before that */
    struct mi_ledger ledger;          /* the table and the record file */
    const char *record_format;
    char error[MI_COMPLAINT]; /* why the match stopped; "" if it did not, or after a signal */
    int rank;                 /* the MPI rank; rank 0 reports */
    struct mi_progress_line
        progress; /* progress display; printed only occasionally without a terminal */
};

/* Lists the pairings and games, none of them played.  False: out of memory.  Call
 * mi_match_plan_free() in either case. */
bool mi_match_plan(struct mi_match *match);
void mi_match_plan_free(struct mi_match *match);

/* The players and the opening of a game; numbers start at 0. */
struct mi_match_pairing mi_match_pairing_of(const struct mi_match *match, long number);

/* Adds the result of a game that was open.  Call with the lock held. */
void mi_match_add_result(struct mi_match *match, long number, struct mi_stored_result result);

/* Drops the remaining games of a player.  Call with the lock held. */
void mi_match_drop_player(struct mi_match *match, int player);

/* Has one of the game's players been dropped? */
bool mi_match_is_dropped(const struct mi_match *match, long number);

/* Is there a game that is neither finished nor dropped? */
bool mi_match_has_open_games(const struct mi_match *match);

/* The score of player a against player b so far. */
struct mi_score mi_match_score(const struct mi_match *match, int a, int b);

/* Creates an engine that has the added games; NULL: out of memory. */
miai_engine *mi_match_new_engine(const struct mi_match *match);

/* Creates an engine with the settings of the match and no clock; NULL: out of memory. */
miai_engine *mi_match_new_referee(const struct mi_match *match);

#endif
