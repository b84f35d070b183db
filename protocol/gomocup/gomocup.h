/* gomocup.h - Gomocup's protocol, which Piskvork and other managers use to talk to engines
 * ("brains").
 *
 * loop.c reads lines and runs commands; board.c places stones; info.c handles INFO; think.c
 * searches for a move.  The main thread reads, runs commands and searches; the input thread watches
 * for END and STOP. Nothing runs between moves, so the program may be suspended then. */
#ifndef MI_PROTOCOL_GOMOCUP_GOMOCUP_H
#define MI_PROTOCOL_GOMOCUP_GOMOCUP_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"

#include <inttypes.h>
#include <stdatomic.h>

struct mi_gomocup;

enum { MI_GOMOCUP_STONES = 1024 };

/* The owner of a stone in a list, as in BOARD. */
enum mi_gomocup_field { MI_GOMOCUP_OWN = 1, MI_GOMOCUP_OTHER, MI_GOMOCUP_MARKED };

struct mi_gomocup_stone {
    int x, y; /* counted from 0,0 in the upper left corner */
    int field;
};

/* The stones of a command whose lines end with DONE. */
struct mi_gomocup_list {
    void (*done)(struct mi_gomocup *gomocup); /* called after DONE; NULL if no list is being read */
    bool needs_owner;                         /* the owner's field is required, not optional */
    const char *fault;                        /* the first error in the list, or NULL */
    struct mi_gomocup_stone stone[MI_GOMOCUP_STONES];
    int count;
};

/* The values received by INFO. */
struct mi_gomocup_settings {
    double turn;   /* seconds per move; 0: move as fast as possible */
    double match;  /* seconds per game; 0: unlimited */
    double left;   /* seconds left in the game; negative if not reported */
    double memory; /* memory limit of the program in bytes; 0: unlimited */
    int rule;      /* sum of 1 (exactly five wins), 2 (continuous game), 4 (renju), 8 (caro) */
};

struct mi_gomocup {
    miai_engine *engine;
    struct mi_session *session;
    bool quit;
    bool started;      /* a board was set up */
    double arrived;    /* mi_clock() when the current line arrived */
    double used;       /* seconds used in this game, for when time_left is not reported */
    double own_memory; /* the option memory in MiB before INFO limited it */
    struct mi_gomocup_settings info;
    struct mi_gomocup_list list;
    struct mi_reply reply;         /* reply to the current line */
    _Atomic uint64_t stop_through; /* searches for lines up to this number must stop */
    uint64_t line;                 /* number of the current line */
};

/* ---- gomocup.c ---- */

extern const char mi_gomocup_no_board[];

/* Replaces the reply by "ERROR WHY". */
void mi_gomocup_error(struct mi_gomocup *gomocup, const char *why);

/* Parses "X,Y" and nothing after it; false if it is not a point of the board. */
bool mi_gomocup_read_point(const struct mi_gomocup *gomocup, const char *text, int *x, int *y);

/* Convert a point to the engine's text and back; the second returns false if the move is not a
 * point. */
void mi_gomocup_point_to_move(const struct mi_gomocup *gomocup, int x, int y, char *move);
bool mi_gomocup_move_to_point(const struct mi_gomocup *gomocup, const char *move, int *x, int *y);

/* ---- board.c ---- */

void mi_gomocup_start(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_rectstart(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_restart(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_board(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_yxboard(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_swap2board(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_turn(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_play(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_begin(struct mi_gomocup *gomocup, char *args);
void mi_gomocup_takeback(struct mi_gomocup *gomocup, char *args);

/* Handles a line of the list that is being read. */
void mi_gomocup_list_line(struct mi_gomocup *gomocup, char *line);

/* ---- info.c ---- */

void mi_gomocup_info(struct mi_gomocup *gomocup, char *args);

/* The name of the rules that INFO selected. */
const char *mi_gomocup_rules(const struct mi_gomocup *gomocup);

/* The limits for searching a move.  Fills clock if there is a limit for the game. */
miai_limits mi_gomocup_limits(const struct mi_gomocup *gomocup, miai_clock *clock);

/* ---- think.c ---- */

/* Searches a move, plays it and writes its text to move.  On failure returns false with an error in
 * the reply. */
bool mi_gomocup_think(struct mi_gomocup *gomocup, char *move);

/* Searches a move, plays it and replies with its point. */
void mi_gomocup_move(struct mi_gomocup *gomocup);

#endif
