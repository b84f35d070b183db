/* gtp.h - the Go Text Protocol, version 2: the session and the functions that its files share.
 *
 * loop.c reads lines, finds the command and writes the reply.  Each file of commands has a table of
 * them; command.c has helpers for all commands. */
#ifndef MI_PROTOCOL_GTP_GTP_H
#define MI_PROTOCOL_GTP_GTP_H

#include "analysis.h"
#include "protocol/io/game_result.h"
#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include <stdatomic.h>

enum {
    MI_GTP_MAX_SIZE = 25, /* largest side of a board: columns A to Z without I */
    MI_GTP_SHORT = 512,   /* bytes; a reply up to this size can be sent without allocating memory */
};

struct mi_gtp_command;

struct mi_gtp {
    miai_engine *engine;
    struct mi_session *session;
    const struct mi_gtp_command *const *tables; /* tables of commands, ended by NULL */
    struct mi_reply reply;                      /* reply to the current command */
    struct mi_reply translated_reply; /* buffer for the reply with GoGui's names of points */
    int id;                           /* id of the current command; negative if it has none */
    bool reply_begun;                 /* the first line of the reply was written already */
    bool quit;
    uint64_t line_number; /* line of the current command */
    /* Searches started by lines up to this number should stop.  The reader thread writes it and the
     * searching thread reads it.  It guards no other data, so relaxed order is enough. */
    atomic_uint_fast64_t stop_through;
    /* Any input stops the running search.  Set before the input is checked; miai_stop() does its
     * own synchronization, so relaxed order is enough. */
    atomic_bool stop_on_input;
    /* Receives the reports of searches, unless a command has set another function meanwhile. */
    void (*on_report)(void *context, const miai_info *info);
    const struct mi_analysis *analysis; /* what to report of the running search; or NULL */
    int lines_written;                  /* lines of that analysis written so far */
    bool live_gfx;                      /* show the running search on standard error (GoGui) */
    bool shows_in_hexgui;               /* show it on standard output (HexGui) */
    double last_shown;                  /* mi_clock() when either was last shown */
    /* GoGui asked for the rules of the game: see gogui_rules.c */
    bool is_ruler;
    bool is_gogui;  /* the client began as GoGui does: see letters.c */
    bool is_lizzie; /* the client began as Lizzie does: see admin.c */
    /* The client set rules as for KataGo, which plays moves even if the rules forbid them by ko or
     * as suicide: see gogui_rules.c */
    bool is_katago;
    /* Plies of the game in which a move was last generated; -1 if no game is in progress. */
    int game_plies;
    struct mi_game_result game_result; /* result of the current game */
    char failure_text[MI_SUGGESTION];  /* buffer for an error message */
};

/* Runs a command: adds the reply's text to gtp->reply and returns NULL, or returns an error
 * message.  args is squeezed (mi_squeeze()) and may be modified. */
struct mi_gtp_command {
    const char *name;
    const char *usage;      /* the arguments, for error messages; "": none */
    int min_args, max_args; /* checked by the dispatcher */
    const char *(*run)(struct mi_gtp *gtp, char *args);
};

enum { MI_GTP_ANY_ARGS = 1 << 30 };

/* Each table ends with a command without a name. */
extern const struct mi_gtp_command mi_gtp_admin_commands[], mi_gtp_board_commands[],
    mi_gtp_play_commands[], mi_gtp_time_commands[], mi_gtp_end_commands[], mi_gtp_kgs_commands[],
    mi_gtp_miai_commands[], mi_gtp_analyze_commands[], mi_gtp_kata_commands[],
    mi_gtp_gogui_rules_commands[], mi_gtp_gogui_commands[], mi_gtp_gogui_show_commands[],
    mi_gtp_gomill_commands[], mi_gtp_network_commands[], mi_gtp_tree_commands[],
    mi_gtp_cuts_commands[], mi_gtp_look_commands[], mi_gtp_picture_commands[],
    mi_gtp_hexgui_commands[];

/* The i-th command of all tables; NULL after the last. */
const struct mi_gtp_command *mi_gtp_command_at(const struct mi_gtp *gtp, int i);
/* NULL if unknown */
const struct mi_gtp_command *mi_gtp_find_command(const struct mi_gtp *gtp, const char *name);

/* ---- reply.c ---- */

/* Writes "=ID" and a newline; the rest of the reply follows in pieces. */
void mi_gtp_begin_reply(struct mi_gtp *gtp);

/* Writes the complete reply, "=ID TEXT" or "?ID TEXT" and an empty line, or the end of a reply that
 * was begun.  failure: the error message, or NULL. */
void mi_gtp_send_reply(struct mi_gtp *gtp, const char *failure);

/* ---- analyze.c ---- */

/* From the first call to the second, any line and the end of input stop the running search, or the
 * next one if none runs yet. */
void mi_gtp_stop_on_input(struct mi_gtp *gtp);
void mi_gtp_ignore_input(struct mi_gtp *gtp);

/* Writes a report of the running search if the current command is an analysis. */
void mi_gtp_report_analysis(struct mi_gtp *gtp, const miai_info *info);

/* ---- gogui_show.c ---- */

/* Shows the running search in GoGui, if enabled, at limited intervals. */
void mi_gtp_show_in_gogui(struct mi_gtp *gtp, const miai_info *info);

/* ---- hexgui.c ---- */

/* Shows the running search in HexGui, if enabled, at limited intervals. */
void mi_gtp_show_in_hexgui(struct mi_gtp *gtp, const miai_info *info);

/* ---- gogui_rules.c ---- */

/* Plays a move.  For a client that uses a mouse, any point of a column may stand for the move in
 * that column. */
int mi_gtp_play(struct mi_gtp *gtp, int player, const char *move);

/* Is the current board a rectangle that fits into a square of that side, in a game that is normally
 * not square?  Then a client that knows only squares means this board. */
bool mi_gtp_means_current_size(const miai_engine *engine, int side);

/* ---- command.c ---- */

/* The game's letters of the columns, MIAI_LETTERS_.... */
int mi_gtp_column_letters(const miai_engine *engine);

/* Translate the names of points between GoGui and the game, if the client is GoGui.
 * mi_gtp_translate_args() returns args, or the text of translated, which starts zeroed and which
 * the caller frees; NULL if memory runs out.  mi_gtp_translate_reply() writes to translated and
 * swaps the two replies. */
char *mi_gtp_translate_args(const struct mi_gtp *gtp, char *args, struct mi_reply *translated);
void mi_gtp_translate_reply(const struct mi_gtp *gtp, struct mi_reply *reply,
                            struct mi_reply *translated);
/* Does the client, GoGui, count the rows of hexagons from the bottom? */
bool mi_gtp_flips_rows(const struct mi_gtp *gtp);

/* The text of an engine error; NULL for MIAI_OK. */
const char *mi_gtp_error_text(int error);

/* Like mi_gtp_error_text(), with the details of miai_error_reason(). */
const char *mi_gtp_error_reason(const struct mi_gtp *gtp, int error);

/* Sets an option.  Returns NULL, or an error message with a hint: the range, the choices or the
 * nearest name. */
const char *mi_gtp_set_option(struct mi_gtp *gtp, const char *name, const char *value);

/* Returns NULL for MIAI_OK, else why the option rejected the value, with a hint. */
const char *mi_gtp_explain_bad_value(struct mi_gtp *gtp, const char *name, const char *value,
                                     int error);

/* An error message for an unknown option, with the nearest name. */
const char *mi_gtp_explain_no_option(struct mi_gtp *gtp, const char *name);

/* Adds the value of an option to the reply.  Returns NULL or an error message. */
const char *mi_gtp_reply_option_value(struct mi_gtp *gtp, const char *name);

/* Adds the output of an engine function to the reply.  Returns NULL or an error message. */
const char *mi_gtp_reply_written(struct mi_gtp *gtp,
                                 int (*write)(const miai_engine *engine, char *text, size_t size));

extern const char mi_gtp_syntax_error[];

#endif
