/* model.h - a dialogue with the program, and the plain game beside it.
 *
 *     gtp.c gtp_set_up.c gtp_search.c gtp_refused.c   dialogues of GTP
 *     uci.c gomocup.c analysis.c                      of the other protocols
 *     lines.c                                         what analyses tell of moves, checked
 *     talk.c                                          the process */
#ifndef MI_TESTS_PROGRAM_MODEL_MODEL_H
#define MI_TESTS_PROGRAM_MODEL_MODEL_H

#include "miai_game.h"
#include "plain.h"
#include "talk.h"

enum { MODEL_LINE = 1 << 16 };

/* The files that the client may have: all, those of its folder, or none. */
enum model_files { MODEL_ALL, MODEL_FOLDER, MODEL_NONE };

struct model {
    struct talk talk;
    miai_rng rng;
    const struct plain_game *game; /* the one that the program was started with, or NULL */
    struct plain_line line;
    double komi;
    int plies;             /* a game is to have at most */
    bool setup;            /* its first position was made by hand */
    int memory_mib;        /* that searches may take */
    enum model_files files;
    struct mi_reply reply; /* the last one of GTP, without what frames it */
    char said[MODEL_LINE]; /* the last line to the program */
    char fault[1000];      /* what does not hold, the first such thing */
};

/* A dialogue from its first line to its last. */
void model_gtp(struct model *model);
void model_uci(struct model *model);
void model_gomocup(struct model *model);
void model_analysis(struct model *model);

/* ---- what they are written with ---- */

/* Notes a fault; false. */
bool model_fault(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Nothing is wrong so far. */
bool model_holds(const struct model *model);

int model_drawn(struct model *model, int n); /* 0 to n - 1 */
bool model_one_in(struct model *model, int n);
#define MODEL_ONE_OF(model, ...)                                                                   \
    ((const char *const[]){__VA_ARGS__})[model_drawn(                                              \
        model, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

/* A game, a board and rules that it has; the plain game begins with them. */
void model_draw_game(struct model *model, const struct plain_game *game);
/* A legal move of the player's; -1: there is none. */
int model_draw_move(struct model *model, int player);
/* A sound start of Chess960, as FEN. */
void model_draw_start(struct model *model, char *fen, size_t size);

void model_say(struct model *model, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next line; NULL, and a fault, if none comes. */
const char *model_hear(struct model *model);

/* Is a list of moves, with blanks between, that of the plain game for a player? */
bool model_check_legal(struct model *model, int player, const char *text);

/* ---- what analyses tell ---- */

/* Are words the moves of a line of play that begins with the player, the first of them move's?
 * They end before a word that is one of the ends, or at the end of the text. */
bool model_check_line(struct model *model, int player, const char *words, const char *move);
/* A line of lz-analyze or kata-analyze. */
bool model_check_info(struct model *model, int player, const char *line);

/* ---- GTP ---- */

/* Says a command and takes its answer; true if it is a success.  What the answer says is reply. */
bool model_ask(struct model *model, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As that; a fault if it fails. */
bool model_order(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *model_reply(const struct model *model); /* never NULL */
/* Takes an answer to the last command. */
bool model_take_answer(struct model *model, long id);

void model_gtp_begin(struct model *model); /* another game, or another board */
void model_gtp_set_up(struct model *model);
void model_gtp_search(struct model *model);
void model_gtp_refused(struct model *model);
/* Is all that can be asked of the game as the plain one has it? */
void model_gtp_check(struct model *model);

#endif
