/* gtp.h - the Go Text Protocol, version 2: what the files of this room share.
 *
 * loop.c reads lines, finds the command and writes the reply; the commands are in tables, a file a
 * subject; command.c is what they share. */
#ifndef MI_PROTOCOL_GTP_GTP_H
#define MI_PROTOCOL_GTP_GTP_H

#include "analysis.h"
#include "protocol/io/game_result.h"
#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include <stdatomic.h>

enum {
    MI_GTP_MAX_SIZE = 25, /* of a board: letters A to Z without I */
    MI_GTP_SHORT = 512,   /* bytes of a reply that is sent whatever memory is left */
};

struct mi_gtp_command;

struct mi_gtp {
    miai_engine *engine;
    struct mi_session *session;
    const struct mi_gtp_command *const *tables; /* of all commands, ended by NULL */
    struct mi_reply reply;                      /* to the command that runs */
    struct mi_reply renamed;                    /* room for that with other names of the points */
    int id;                                     /* of that command; below 0: it has none */
    bool begun;                                 /* the first line of the reply has been written */
    bool quit;
    uint64_t line; /* the number of the line that is executed */
    /* The searches of all lines up to this number are to end soon.  The reader thread writes it,
     * the searching thread reads it; it guards nothing else, so relaxed order does. */
    atomic_uint_fast64_t stop_through;
    /* Whatever comes in ends the search that runs.  Set before the input is looked at; the stop
     * that follows is the engine's affair, so relaxed order does. */
    atomic_bool any_line;
    const struct mi_analysis *analysis; /* that the running search is told by; or NULL */
    int told;                           /* lines of it */
    bool live_gfx;                      /* the search that runs is shown on standard error */
    bool draws;                         /* it is shown in HexGui, on standard output */
    double last_live;                   /* mi_clock() when either was */
    bool by_mouse;                      /* GoGui asked for rules: see gogui_rules.c */
    bool by_gogui;                      /* it asked what GoGui begins with: see letters.c */
    bool lizzie;                        /* it began as Lizzie does: see admin.c */
    int plies; /* of the game in which a move was generated; -1: none is on */
    struct mi_game_result game_result; /* of the game */
    char refusal[MI_SUGGESTION];       /* the failure that was returned last, if it was made */
};

/* A command adds its reply's text to gtp->reply and returns NULL, or returns the text of a failure.
 * args holds its arguments, squeezed; it may be changed. */
struct mi_gtp_command {
    const char *name;
    int min_args, max_args; /* the dispatcher has counted them */
    const char *(*run)(struct mi_gtp *gtp, char *args);
};

enum { MI_GTP_ANY_ARGS = 1 << 30 };

/* Tables, each ended by a command without a name. */
extern const struct mi_gtp_command mi_gtp_admin_commands[], mi_gtp_board_commands[],
    mi_gtp_play_commands[], mi_gtp_time_commands[], mi_gtp_end_commands[], mi_gtp_kgs_commands[],
    mi_gtp_miai_commands[], mi_gtp_analyze_commands[], mi_gtp_kata_commands[],
    mi_gtp_gogui_rules_commands[], mi_gtp_gogui_commands[], mi_gtp_gogui_show_commands[],
    mi_gtp_gomill_commands[], mi_gtp_network_commands[], mi_gtp_tree_commands[],
    mi_gtp_cuts_commands[], mi_gtp_look_commands[], mi_gtp_picture_commands[],
    mi_gtp_hexgui_commands[];

/* The i-th of all commands, or NULL behind the last. */
const struct mi_gtp_command *mi_gtp_command_at(const struct mi_gtp *gtp, int i);
const struct mi_gtp_command *mi_gtp_find(const struct mi_gtp *gtp, const char *name); /* or NULL */

/* ---- reply.c ---- */

/* Writes "=ID " and the end of the line: the rest of the reply comes piece by piece. */
void mi_gtp_begin_reply(struct mi_gtp *gtp);

/* Writes a whole reply at once: "=ID TEXT" or "?ID TEXT" and an empty line; or the end of one that
 * was begun.  failure: its text, or NULL. */
void mi_gtp_send_reply(struct mi_gtp *gtp, const char *failure);

/* ---- loop.c ---- */

/* Hears of the searches from now on, as at the beginning. */
void mi_gtp_listen(struct mi_gtp *gtp);

/* ---- interrupt_search.c ---- */

/* From now on any line, and the end of input, stops the search that runs, and the one that begins
 * next; and no longer. */
void mi_gtp_heed_any_line(struct mi_gtp *gtp);
void mi_gtp_heed_no_line(struct mi_gtp *gtp);

/* ---- analyze.c ---- */

/* Tells of the running search what the command that runs it wants to hear. */
void mi_gtp_tell_analysis(struct mi_gtp *gtp, const miai_info *info);

/* ---- gogui_show.c ---- */

/* Shows the running search in GoGui, if that is wanted, now and then. */
void mi_gtp_show_live(struct mi_gtp *gtp, const miai_info *info);

/* ---- hexgui.c ---- */

/* Shows the running search in HexGui, likewise. */
void mi_gtp_draw_live(struct mi_gtp *gtp, const miai_info *info);

/* ---- gogui_rules.c ---- */

/* Plays a move; for who points at a board with a mouse, the column of a point may be the move. */
int mi_gtp_play(struct mi_gtp *gtp, int player, const char *move);

/* Is a board of the game usually no square, and now one into whose square that side fits?  Then who
 * knows of squares alone means it. */
bool mi_gtp_keeps_size(const miai_engine *engine, int side);

/* ---- command.c ---- */

/* The letters of the columns, MIAI_LETTERS_... of the game. */
int mi_gtp_letters(const miai_engine *engine);

/* Exchanges GoGui's names of the points in a command's arguments for the game's, and the game's in
 * a reply for GoGui's, if it is GoGui that asks.  The first returns args or, with other names in
 * it, the text of renamed, which begins as all zero and which the caller frees; NULL: no memory.
 * The second writes into renamed, and has the two change places. */
char *mi_gtp_letters_in(const struct mi_gtp *gtp, char *args, struct mi_reply *renamed);
void mi_gtp_letters_out(const struct mi_gtp *gtp, struct mi_reply *reply, struct mi_reply *renamed);
/* Are the rows of hexagons those of GoGui, which counts them from below? */
bool mi_gtp_turns_rows(const struct mi_gtp *gtp);

/* The text of an error of the engine, or NULL for MIAI_OK. */
const char *mi_gtp_failure(int error);

/* The same, of those that miai_error_reason() tells more of. */
const char *mi_gtp_reason(const struct mi_gtp *gtp, int error);

/* Sets an option; NULL, or the text of a failure, which tells what would be right: the range, the
 * choices, or the nearest name. */
const char *mi_gtp_set_option(struct mi_gtp *gtp, const char *name, const char *value);

/* NULL, or why an option does not take a value, likewise. */
const char *mi_gtp_no_value(struct mi_gtp *gtp, const char *name, const char *value, int error);

/* The text of that there is no such option, with the name that is like it, if there is any. */
const char *mi_gtp_no_option(struct mi_gtp *gtp, const char *name);

/* Adds the value of an option; NULL, or the text of a failure. */
const char *mi_gtp_add_option(struct mi_gtp *gtp, const char *name);

/* Adds what an engine's function writes; NULL, or the text of a failure. */
const char *mi_gtp_add_written(struct mi_gtp *gtp,
                               int (*write)(const miai_engine *engine, char *text, size_t size));

extern const char mi_gtp_syntax_error[];

#endif
