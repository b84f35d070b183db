/* player.h - who plays: miai with some options, or any program that speaks GTP, UCI or Gomocup's
 * protocol. */
#ifndef MI_PROGRAM_MATCH_PLAYER_H
#define MI_PROGRAM_MATCH_PLAYER_H

#include "miai.h"
#include "program/process/process.h"
#include "protocol/io/settings.h"

enum { MI_PLAYER_NAME = 32, MI_FAULT = 120 };

struct mi_player_protocol;

/* Owns everything but what the first of its arguments were made of. */
struct mi_player {
    char name[MI_PLAYER_NAME];                 /* no spaces */
    const struct mi_player_protocol *protocol; /* that it speaks */
    bool self;                                 /* miai, as this program has it */
    bool seeded;                               /* its options name a seed */
    char **arguments; /* of its process, ended by NULL; owned, with the strings */
    char *setup;      /* of UCI: NAME=VALUE of options, a line each; owned */
    char go[64];      /* of UCI: what bounds a search; "": the clock */
};

/* What all that are miai begin with: the program's own options. */
struct mi_player_defaults {
    const char *program;                 /* a file to execute */
    const struct mi_settings_list *base; /* options for all */
    const struct mi_settings_list *load; /* modules, by value */
};

/* Reads "NAME: OPTION=VALUE ...", "NAME: gtp COMMAND", "NAME: gomocup COMMAND" or "NAME: uci
 * [nodes=N] [depth=N] [option.NAME=VALUE ...] COMMAND"; the engine knows the options, and stays as
 * it is.  False, with a complaint, if it is none of them; then there is nothing to free. */
bool mi_player_read(struct mi_player *player, const char *text,
                    const struct mi_player_defaults *ground, miai_engine *engine, char *complaint);
void mi_player_free(struct mi_player *player);

/* What time there is, in seconds; 0: no such bound. */
struct mi_match_time_control {
    double move;            /* for each move */
    double main, increment; /* on the clock of each player, and what a move adds */
    double margin;          /* by which one may be late */
    double patience;        /* for a move without a bound; 0: the default */
};

/* A game as its players have to know it. */
struct mi_player_game {
    miai_engine *referee; /* with the moves so far */
    const struct mi_match_time_control *pace;
    bool set_up;        /* it began from another position than the usual one */
    const char *start;  /* that, as the game writes it; or "" */
    int begun;          /* moves that were made beforehand */
    double left[2];     /* seconds on the clocks, by player */
    unsigned long seed; /* of this game, from 1 */
};

/* A player at work.  Begins as all zero but for player; one thread at a time. */
struct mi_player_process {
    const struct mi_player *player;
    struct mi_process process;
    bool fischer;         /* GTP: it knows such clocks */
    int width, height;    /* Gomocup: the board's */
    char checks[256];     /* UCI: its options "UCI_..." of the type check, one name a line */
    bool heard;           /* its process has said something */
    bool silent;          /* it was ended because it said nothing */
    char fault[MI_FAULT]; /* what it did wrong, as the predicate of a sentence: "plays ..." */
};

enum mi_player_answer {
    MI_ANSWER_MOVE,
    MI_ANSWER_FAULT, /* it lost by what fault says */
    MI_ANSWER_LATE   /* it has no time left */
};

/* How a protocol does it.  False, and fault says why: it cannot. */
struct mi_player_protocol {
    bool (*greet)(struct mi_player_process *seat); /* after the start of its process */
    bool (*begin)(struct mi_player_process *seat, const struct mi_player_game *bout);
    /* NULL: the position is told whole when it is asked for a move. */
    bool (*tell)(struct mi_player_process *seat, const struct mi_player_game *bout, int player,
                 const char *move);
    bool (*ask)(struct mi_player_process *seat, const struct mi_player_game *bout, int player);
    /* Is the line the answer?  1 with its move, 0, or -1 with a fault.  The rest of the answer is
     * read until the deadline. */
    int (*answer)(struct mi_player_process *seat, char *line, double deadline,
                  char move[MIAI_MOVE_TEXT]);
    const char *farewell; /* the command that ends it */
};

extern const struct mi_player_protocol mi_player_gtp, mi_player_uci, mi_player_gomocup;

void mi_player_process_close(struct mi_player_process *seat);

/* Begins a game: the position of the bout's referee. */
bool mi_player_process_start_game(struct mi_player_process *seat,
                                  const struct mi_player_game *bout);

/* The other player has made a move. */
bool mi_player_process_send_move(struct mi_player_process *seat, const struct mi_player_game *bout,
                                 int player, const char *move);

/* Asks for a move; its text, or "resign".  *used is how long that took.  After a fault, or where it
 * is late and says nothing, the process has ended. */
enum mi_player_answer mi_player_process_request_move(struct mi_player_process *seat,
                                                     const struct mi_player_game *bout, int player,
                                                     char move[MIAI_MOVE_TEXT], double *used);

/* For a protocol: sends a line; false with a fault. */
bool mi_player_process_send(struct mi_player_process *seat, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The next line, or NULL with a fault if none comes before mi_clock() reaches the deadline. */
char *mi_player_process_read_line(struct mi_player_process *seat, double deadline);

/* The deadline, from now on, of a reply that is not a move. */
double mi_player_reply_deadline(const struct mi_player_process *seat);

/* Sets the patience with which the player is treated (struct mi_match_time_control). */
void mi_seat_set_patience(struct mi_player_process *seat, double patience);

/* Tells how the process has ended, which it has not been asked to. */
void mi_player_process_report_exit(struct mi_player_process *seat);

#endif
