/* model.h - a dialogue with the program, checked by a plain game.
 *
 * gtp.c, gtp_set_up.c, gtp_search.c and gtp_refused.c hold dialogues of GTP; uci.c, gomocup.c and
 * analysis.c those of the other protocols; lines.c checks analysis lines; talk.c runs the process.
 */
#ifndef MI_TESTS_PROGRAM_MODEL_MODEL_H
#define MI_TESTS_PROGRAM_MODEL_MODEL_H

#include "miai_game.h"
#include "plain.h"
#include "talk.h"

enum { MODEL_LINE = 1 << 16 };

/* The files that the client may use: all, those of its folder, or none. */
enum model_files { MODEL_ALL, MODEL_FOLDER, MODEL_NONE };

struct model {
    struct talk talk;
    miai_rng rng;
    const struct plain_game *game; /* the game that the program was started with, or NULL */
    struct plain_line line;
    double komi;
    int plies;      /* maximum length of a game */
    bool setup;     /* the first position was set up by hand */
    int memory_mib; /* memory limit of searches */
    enum model_files files;
    struct mi_reply reply; /* the text of the last GTP reply */
    char said[MODEL_LINE]; /* the last line sent to the program */
    char fault[1000];      /* the first fault */
};

/* Each holds a complete dialogue. */
void model_gtp(struct model *model);
void model_uci(struct model *model);
void model_gomocup(struct model *model);
void model_analysis(struct model *model);

/* ---- helpers for dialogues ---- */

/* Records a fault; returns false. */
bool model_fault(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Has no fault been recorded? */
bool model_holds(const struct model *model);

int model_drawn(struct model *model, int n); /* 0 to n - 1 */
bool model_one_in(struct model *model, int n);
#define MODEL_ONE_OF(model, ...)                                                                   \
    ((const char *const[]){__VA_ARGS__})[model_drawn(                                              \
        model, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

/* Draws a game, a legal board size and rules, and starts the plain game with them. */
void model_draw_game(struct model *model, const struct plain_game *game);
/* Draws a legal move of the player; -1 if there is none. */
int model_draw_move(struct model *model, int player);
/* A valid first position of Chess960, as FEN. */
void model_draw_start(struct model *model, char *fen, size_t size);

void model_send_line(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reads the next line; NULL and a fault if none arrives. */
const char *model_read_line(struct model *model);

/* Does a list of moves, separated by spaces, equal the plain game's legal moves for the player? */
bool model_check_legal(struct model *model, int player, const char *text);

/* ---- analysis lines ---- */

/* Are the words a legal variation that begins with the player's move, and with move if given?  The
 * variation ends before a key word of analysis lines or at the end of the text. */
bool model_check_line(struct model *model, int player, const char *words, const char *move);
/* Checks a line of lz-analyze or kata-analyze. */
bool model_check_info(struct model *model, int player, const char *line);

/* ---- GTP ---- */

/* Sends a command and reads its reply; true for success. */
bool model_send_command(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Like model_send_command(), but failure is a fault. */
bool model_expect_success(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *model_reply(const struct model *model); /* never NULL */
/* Reads a reply to the last command. */
bool model_read_reply(struct model *model, long id);

void model_gtp_begin(struct model *model); /* starts another game or board */
void model_gtp_set_up(struct model *model);
void model_gtp_search(struct model *model);
void model_gtp_refused(struct model *model);
/* Compares everything that can be asked about the game with the plain game. */
void model_gtp_check(struct model *model);

#endif
