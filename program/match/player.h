/* player.h - a player of a match: miai with some options, or any program that speaks GTP, UCI or
 * Gomocup's protocol. */
#ifndef MI_PROGRAM_MATCH_PLAYER_H
#define MI_PROGRAM_MATCH_PLAYER_H

#include "miai.h"
#include "program/process/process.h"
#include "protocol/io/settings.h"

enum { MI_PLAYER_NAME = 32, MI_FAULT = 120 };

struct mi_player_protocol;

struct mi_player {
    char name[MI_PLAYER_NAME]; /* without spaces */
    const struct mi_player_protocol *protocol;
    bool self;        /* it is this program */
    bool seeded;      /* its options set the seed */
    char **arguments; /* its command line, ended by NULL; owned, including the strings */
    char *setup;      /* UCI: options, one NAME=VALUE per line; owned */
    char go[64];      /* UCI: search limits for "go"; "": use the clock */
};

/* The defaults of all players that are miai. */
struct mi_player_defaults {
    const char *program;                 /* the executable */
    const struct mi_settings_list *base; /* options of all players */
    const struct mi_settings_list *load; /* modules: their files are the values */
};

/* Parses "NAME: OPTION=VALUE ...", "NAME: gtp COMMAND", "NAME: gomocup COMMAND" or "NAME: uci
 * [nodes=N] [depth=N] [option.NAME=VALUE ...] COMMAND".  The engine validates the options and is
 * not changed.  If the text is invalid, writes a complaint and returns false; nothing needs to be
 * freed then. */
bool mi_player_read(struct mi_player *player, const char *text,
                    const struct mi_player_defaults *defaults, miai_engine *engine,
                    char *complaint);
void mi_player_free(struct mi_player *player);

/* In seconds; 0: no such limit. */
struct mi_match_time_control {
    double move;            /* per move */
    double main, increment; /* each player's initial time, and its increment per move */
    double margin;          /* tolerance: a move may be late by this much */
    double patience;        /* how long to wait for a move without a limit; 0: the default */
};

/* The current game, for its players. */
struct mi_player_game {
    miai_engine *referee; /* has the moves so far */
    const struct mi_match_time_control *time_control;
    bool set_up;            /* it started from a position other than the default one */
    const char *start;      /* that position, if the game can write it, or "" */
    int opening_plies;      /* moves of the opening */
    double seconds_left[2]; /* time left on the players' clocks */
    unsigned long seed;     /* this game's seed, at least 1 */
};

/* The process of a player.  The caller sets `player` and zeroes the rest.  Used by one thread at a
 * time. */
struct mi_player_process {
    const struct mi_player *player;
    struct mi_process process;
    bool fischer;         /* GTP: it supports Fischer clocks */
    int width, height;    /* Gomocup: size of the board */
    char checks[256];     /* UCI: names of its check options "UCI_...", one per line */
    bool has_output;      /* it has printed something since it was started */
    bool timed_out;       /* it was terminated because it did not answer */
    char fault[MI_FAULT]; /* what it did wrong, as the predicate of a sentence: "plays ..." */
};

enum mi_player_answer {
    MI_ANSWER_MOVE,
    MI_ANSWER_FAULT, /* it forfeits; see fault */
    MI_ANSWER_LATE   /* it exceeded the time limit */
};

/* A protocol.  Functions that return false have set fault. */
struct mi_player_protocol {
    bool (*handshake)(struct mi_player_process *proc); /* after its process was started */
    bool (*start_game)(struct mi_player_process *proc, const struct mi_player_game *game_state);
    /* Sends the opponent's move; NULL: the position is sent with each request for a move. */
    bool (*send_move)(struct mi_player_process *proc, const struct mi_player_game *game_state,
                      int player, const char *move);
    bool (*send_request)(struct mi_player_process *proc, const struct mi_player_game *game_state,
                         int player);
    /* Parses a line of output: 1 it is the move, 0 it is something else, -1 a fault.  Reads the
     * rest of the reply until the deadline. */
    int (*read_reply)(struct mi_player_process *proc, char *line, double deadline,
                      char move[MIAI_MOVE_TEXT]);
    const char *quit_command;
};

extern const struct mi_player_protocol mi_player_gtp, mi_player_uci, mi_player_gomocup;

/* Ends the process of a player. */
void mi_player_process_close(struct mi_player_process *proc);

/* Starts a game from the referee's position, and the process if it does not run. */
bool mi_player_process_start_game(struct mi_player_process *proc,
                                  const struct mi_player_game *game_state);

/* Sends the move that `player`, the opponent, has made. */
bool mi_player_process_send_move(struct mi_player_process *proc,
                                 const struct mi_player_game *game_state, int player,
                                 const char *move);

/* Requests a move: writes its text, or "resign", and sets *used to the seconds that the player
 * took.  After a fault, or if no answer arrived in time, the process has ended. */
enum mi_player_answer mi_player_process_request_move(struct mi_player_process *proc,
                                                     const struct mi_player_game *game_state,
                                                     int player, char move[MIAI_MOVE_TEXT],
                                                     double *used);

/* ---- for the protocols ---- */

/* Sends a line.  On failure returns false and sets the fault. */
bool mi_player_process_send(struct mi_player_process *proc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reads a line.  Returns NULL and sets the fault if none arrives before mi_clock() reaches the
 * deadline. */
char *mi_player_process_read_line(struct mi_player_process *proc, double deadline);

/* The deadline for a reply that is not a move: now plus the patience. */
double mi_player_reply_deadline(const struct mi_player_process *proc);

/* Sets how long to wait for replies, in seconds; 0: the default. */
void mi_player_process_set_patience(struct mi_player_process *proc, double patience);

/* Ends a process that has exited or does not communicate, and sets the fault to the reason. */
void mi_player_process_report_exit(struct mi_player_process *proc);

#endif
