/* terminal.h - the program for a person at a terminal: what the files of this room share. */
#ifndef MI_PROGRAM_TERMINAL_TERMINAL_H
#define MI_PROGRAM_TERMINAL_TERMINAL_H

#include "edit.h"
#include "protocol/io/game_result.h"
#include "protocol/io/protocol.h"

#include <stdatomic.h>

enum { MI_TERMINAL_TYPED = 64, MI_TERMINAL_HEADS = 8, MI_TERMINAL_HEAD = 160 };

/* The moves of the game, those that were taken back among them. */
struct mi_terminal_line {
    char (*move)[MIAI_MOVE_TEXT]; /* [count]; owned */
    int count, width, height;     /* of the board */
    const miai_game *game;
};

enum { MI_TERMINAL_PATH = 4096 };

struct mi_terminal {
    miai_engine *engine;
    struct mi_editor *editor;
    bool colour;  /* the terminal shows it, and NO_COLOR does not forbid it */
    bool live;    /* a line can be written over: standard output is a terminal */
    bool answers; /* the program answers a move with one of its own */
    bool warns;   /* a blunder is told before it is played */
    bool quit;
    char refused[MI_TERMINAL_TYPED]; /* what was typed when it warned last; "" */
    struct mi_terminal_line line;
    int width;    /* of the progress line that stands there */
    double shown; /* when it was written last */
    double asked; /* when the search began */
    char saved[MI_TERMINAL_PATH]; /* the file that "save" wrote, or refused to replace; "" */
    struct mi_game_result game_result;
    char head[MI_TERMINAL_HEADS][MI_TERMINAL_HEAD]; /* what the file said of a game; "" */
};

struct mi_terminal_command {
    const char *name, *arguments, *help; /* help NULL: another name of the one before */
    void (*run)(struct mi_terminal *terminal, char *args);
};

/* Ended by one without a name. */
extern const struct mi_terminal_command mi_terminal_commands[];

/* Does the game that is on have what the command is about? */
bool mi_terminal_has(const struct mi_terminal *terminal, const struct mi_terminal_command *command);

/* ---- say.c ---- */

/* Prints a sentence and ends the line, with further lines where it is too long for one. */
void mi_terminal_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Room for what miai_legal_moves() writes. */
enum { MI_TERMINAL_MOVES = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT };

/* ---- board.c ---- */

void mi_terminal_show_board(const struct mi_terminal *terminal);

enum { MI_TERMINAL_NAME = 64 };

/* A player's name in the middle of a sentence, with the letter of the diagram where that alone
 * tells whose it is: "Black", "the second player (O)".  Returns name. */
const char *mi_terminal_name(const struct mi_terminal *terminal, int player,
                             char name[MI_TERMINAL_NAME]);

/* Who won and by how much, if the game is over. */
bool mi_terminal_show_end(struct mi_terminal *terminal);

/* ---- think.c ---- */

/* Lets the program move for whoever is to. */
void mi_terminal_answer(struct mi_terminal *terminal);

/* Searches by the options, with a line that tells how it goes; an error of miai_search(). */
int mi_terminal_think(struct mi_terminal *terminal, char move[MIAI_MOVE_TEXT]);
/* The same for a player, who need not be the one to move. */
int mi_terminal_think_for(struct mi_terminal *terminal, int player, char move[MIAI_MOVE_TEXT]);

enum { MI_TERMINAL_LINE = 128 };

/* The first moves of a line from the position that is on, as its players write them. */
void mi_terminal_write_line(miai_engine *engine, const char *moves, char line[MI_TERMINAL_LINE]);

/* How much the last search did, and what it thinks; its best moves, a line each. */
void mi_terminal_print_work(const struct mi_terminal *terminal);
void mi_terminal_print_choices(const struct mi_terminal *terminal);

/* ---- hint.c ---- */

/* Searches and shows the best moves, and why the first of them is one. */
void mi_terminal_hint(struct mi_terminal *terminal);

struct mi_judged;

/* Says what the best move of the position that is on (now) does, and what the other player would do
 * if he were to move instead, by another search. */
void mi_terminal_tell_best(struct mi_terminal *terminal, const struct mi_judged *now);

/* Says what a move does that was found best, or what one gives away that was made, by what was
 * found of the position that is on (now) and of the one that is compared with it. */
void mi_terminal_reasons(struct mi_terminal *terminal, const struct mi_judged *now,
                         const struct mi_judged *then, const char *made);

/* Searches the position that is on for a player, and takes what reasons are made of; false, with
 * nothing said, if there is nothing to search.  free(judged->owner) afterwards. */
bool mi_terminal_judge(struct mi_terminal *terminal, int player, struct mi_judged *judged);

/* ---- judge.c ---- */

/* Says what the last move was worth; takes the player's back, too. */
void mi_terminal_why(struct mi_terminal *terminal, char *args);
void mi_terminal_take_back(struct mi_terminal *terminal, char *args);

/* Where warnings are wanted, takes a blunder back that was just typed, and says so; not a second
 * time. */
bool mi_terminal_warn(struct mi_terminal *terminal, const char *typed);

/* The chance to win of whoever is to move, by a search; false, with words, if there can be none. */
bool mi_terminal_value(struct mi_terminal *terminal, double *value);

/* ---- travel.c ---- */

/* Keeps the line up to date, after whatever has changed the game. */
void mi_terminal_follow(struct mi_terminal *terminal);

void mi_terminal_forward(struct mi_terminal *terminal, char *args);
void mi_terminal_goto(struct mi_terminal *terminal, char *args);

/* ---- heads.c ---- */

/* Keeps what a record says of its game: of the players, the event...  NULL: nothing. */
void mi_terminal_keep_heads(struct mi_terminal *terminal, const miai_game_record *record);

/* Writes it as plain text has it, or into a record in SGF. */
void mi_terminal_write_heads(const struct mi_terminal *terminal, struct mi_reply *text);
void mi_terminal_note_heads(const struct mi_terminal *terminal, struct mi_reply *sgf);

/* Writes as plain text has it from which position the game began, where that is not the usual one.
 */
void mi_terminal_write_start(const miai_engine *engine, struct mi_reply *text);

/* ---- help.c, score.c, set.c: commands ---- */

void mi_terminal_help(struct mi_terminal *terminal, char *args);

void mi_terminal_score(struct mi_terminal *terminal, char *args);

void mi_terminal_level(struct mi_terminal *terminal, char *args);
void mi_terminal_game(struct mi_terminal *terminal, char *args);
void mi_terminal_size(struct mi_terminal *terminal, char *args);
void mi_terminal_komi(struct mi_terminal *terminal, char *args);
void mi_terminal_rules(struct mi_terminal *terminal, char *args);
void mi_terminal_time(struct mi_terminal *terminal, char *args);
void mi_terminal_set(struct mi_terminal *terminal, char *args);

/* ---- file.c ---- */

void mi_terminal_load(struct mi_terminal *terminal, const char *name);
void mi_terminal_save(struct mi_terminal *terminal, const char *name);

#endif
