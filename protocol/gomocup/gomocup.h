/* gomocup.h - Gomocup's protocol, which Piskvork and its like speak with "brains": what the files
 * of this room share.
 *
 *     loop.c    reads lines, and does what they command
 *     board.c   the stones: START, BOARD, TURN, TAKEBACK, ...
 *     info.c    INFO: time, memory, rules
 *     think.c   searching for a move, and what is told of it
 *
 * The main thread reads, obeys and searches; meanwhile the input's thread watches for END and STOP.
 * Between moves nothing runs: whoever wishes may suspend the program. */
#ifndef MI_PROTOCOL_GOMOCUP_GOMOCUP_H
#define MI_PROTOCOL_GOMOCUP_GOMOCUP_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"

#include <inttypes.h>
#include <stdatomic.h>

struct mi_gomocup;

enum { MI_GOMOCUP_STONES = 1024 };

/* Whose a stone of a list is, as BOARD says. */
enum mi_gomocup_field { MI_GOMOCUP_OWN = 1, MI_GOMOCUP_OTHER, MI_GOMOCUP_MARKED };

struct mi_gomocup_stone {
    int x, y; /* from the upper left corner */
    int field;
};

/* A command whose lines end with DONE. */
struct mi_gomocup_list {
    void (*done)(struct mi_gomocup *gomocup); /* what it comes to; NULL: no list is being read */
    bool owned;                               /* a stone has a field; otherwise it may */
    const char *fault;                        /* the first thing wrong with it, or NULL */
    struct mi_gomocup_stone stone[MI_GOMOCUP_STONES];
    int count;
};

/* What INFO told. */
struct mi_gomocup_told {
    double turn;   /* seconds that a move may take; 0: as few as possible */
    double match;  /* of all moves of a game; 0: any */
    double left;   /* of those; below 0: it was not told */
    double memory; /* bytes of the program; 0: any */
    int rule;      /* 1 exactly five, 2 one game after the other, 4 renju, 8 caro, added */
};

struct mi_gomocup {
    miai_engine *engine;
    struct mi_session *session;
    bool quit;
    bool started;      /* there is a board */
    double arrived;    /* mi_clock() when the line came that is executed */
    double used;       /* seconds in this game, where nobody tells what is left */
    double own_memory; /* MiB that the option had before INFO told a bound */
    struct mi_gomocup_told info;
    struct mi_gomocup_list list;
    struct mi_reply reply;         /* to the line that is executed */
    _Atomic uint64_t stop_through; /* searches for lines up to that number are over */
    uint64_t line;                 /* that is executed */
};

/* ---- gomocup.c ---- */

extern const char mi_gomocup_no_board[];

/* Says "ERROR", and why, in place of what the reply held. */
void mi_gomocup_error(struct mi_gomocup *gomocup, const char *why);

/* Reads "X,Y", without more behind it; false if it is none, or no point of the board. */
bool mi_gomocup_read_point(const struct mi_gomocup *gomocup, const char *text, int *x, int *y);

/* The engine's text for a point, and back. */
void mi_gomocup_move_in(const struct mi_gomocup *gomocup, int x, int y, char *move);
bool mi_gomocup_move_out(const struct mi_gomocup *gomocup, const char *move, int *x, int *y);

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

/* A line of the list that is being read. */
void mi_gomocup_list_line(struct mi_gomocup *gomocup, char *line);

/* ---- info.c ---- */

void mi_gomocup_info(struct mi_gomocup *gomocup, char *args);

/* The rules by the number that INFO told. */
const char *mi_gomocup_rules(const struct mi_gomocup *gomocup);

/* What a move may take. */
miai_limits mi_gomocup_limits(const struct mi_gomocup *gomocup, miai_clock *clock);

/* ---- think.c ---- */

/* Searches, plays what it found, and writes it; false, with an error written, if there is no move
 * to make. */
bool mi_gomocup_think(struct mi_gomocup *gomocup, char *move);

/* Likewise, and answers with the point. */
void mi_gomocup_move(struct mi_gomocup *gomocup);

#endif
