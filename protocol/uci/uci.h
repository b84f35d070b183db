/* uci.h - the Universal Chess Interface: the session and the functions that its files share.
 *
 * The main thread reads lines and runs commands; each go has a thread of its own that searches and
 * replies. From go until that thread has been joined, only it may use the engine, except for
 * miai_stop() and miai_ponderhit(). */
#ifndef MI_PROTOCOL_UCI_UCI_H
#define MI_PROTOCOL_UCI_UCI_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include "base/thread.h"

#include <stdatomic.h>

enum { MI_UCI_SKILL = 20 }; /* full strength, on Stockfish's scale */

/* The arguments of go. */
struct mi_uci_go {
    miai_limits limits;
    miai_clock clock;
    bool infinite;
    int perft;      /* depth of perft in plies, or 0 */
    double arrived; /* mi_clock() when go arrived */
    char *moves;    /* searchmoves, owned, or NULL */
};

struct mi_uci {
    miai_engine *engine;
    struct mi_session *session;
    bool quit;
    double arrived; /* mi_clock() when the current line arrived */

    /* The position on the board; start is NULL if it is unknown.  Owned. */
    char *start;  /* "startpos" or a FEN */
    char *moves;  /* the moves from there, squeezed */
    bool refused; /* the last position was rejected, so the board still has the one before */

    /* UCI options that are not options of the engine. */
    int lines; /* MultiPV */
    bool show_wdl;
    bool verbose_move_stats,
        log_live_stats; /* write move statistics at the end; also with each report */
    bool analysing;                          /* UCI_AnalyseMode */
    bool ponders;        /* Ponder; no effect, since clients ponder by "go ponder" */
    bool limit_strength; /* UCI_LimitStrength */
    int elo;             /* UCI_Elo; 0: never set */
    int skill;           /* Skill Level, used without limit_strength */

    pthread_mutex_t writing; /* held while writing lines that belong together */
    atomic_bool client_gone; /* the client has closed the pipe; never reset, guards no other data */

    /* The search.  The thread exists while `searching`, which only the main thread uses. */
    struct mi_thread thread;
    bool searching;
    struct mi_uci_go go;
    double last_info;        /* search thread: mi_clock() of the last info line */
    double last_current;     /* search thread: mi_clock() of the last currmove line */
    bool sending_report;     /* the lines of the current report are being sent */
    struct mi_reply report;  /* the lines of the last report that were not sent */
    pthread_mutex_t lock;    /* guards the members below */
    pthread_cond_t released; /* bestmove may be sent */
    bool infinite, pondering, stopped;
};

/* ---- reply.c ---- */

/* Writes complete lines. */
void mi_uci_write_lines(struct mi_uci *uci, const char *lines);

/* Writes the reply, or an error message if it is incomplete because memory ran out. */
void mi_uci_send(struct mi_uci *uci, const struct mi_reply *reply);

/* Writes "info string WHAT: ABOUT", or "info string WHAT" if about is NULL. */
void mi_uci_complain(struct mi_uci *uci, const char *what, const char *about);

/* Reports new faults of the engine's files (networks, books, tablebases). */
void mi_uci_report_faults(struct mi_uci *uci);

/* The text for ABOUT, or an error message if memory ran out for it. */
const char *mi_uci_complaint_text(const struct mi_reply *about);

/* Was the last position rejected?  Then complains that nothing is searched (what), since a result
 * for the previous position would mislead the client. */
bool mi_uci_was_refused(struct mi_uci *uci, const char *what);

/* ---- the commands ---- */

/* Lists the options that apply to the current game and search. */
void mi_uci_list_options(const struct mi_uci *uci, struct mi_reply *reply);
void mi_uci_setoption(struct mi_uci *uci, char *args);

void mi_uci_position(struct mi_uci *uci, char *args);

/* Forgets the position, so that the next one is set up completely. */
void mi_uci_forget_position(struct mi_uci *uci);

/* Complains about an illegal move, with the nearest legal move; for other errors only reports the
 * error. */
void mi_uci_refuse_move(struct mi_uci *uci, const char *word, int error);

/* Parses the arguments of go into uci->go.  Complains about errors and ignores the faulty
 * arguments. */
void mi_uci_read_go(struct mi_uci *uci, char *args);

/* ---- option.c ---- */

/* Initializes UCI's strength options from the engine's option "level". */
void mi_uci_adopt_strength(struct mi_uci *uci);

/* Lists the options handled in this file that apply to the current game. */
void mi_uci_list_own_options(const struct mi_uci *uci, struct mi_reply *reply);

/* Is the engine's option of that name replaced by one of UCI's? */
bool mi_uci_replaces_option(const struct mi_uci *uci, const char *own);

/* Sets one of these options; *error is an error of miai.h.  False if the name is unknown. */
bool mi_uci_set_own_option(struct mi_uci *uci, const char *name, const char *value, int *error);

/* Offers their names for correcting a misspelled name. */
void mi_uci_offer_own_options(const struct mi_uci *uci, struct mi_nearest *nearest);

/* Adds the allowed values of one of them, such as " (1 to 500)", and offers them for correction.
 * False if the name is unknown. */
bool mi_uci_add_own_option_hint(const struct mi_uci *uci, const char *name, struct mi_reply *text,
                                struct mi_nearest *nearest);

/* ---- search.c ---- */

/* Starts the search described by uci->go. */
void mi_uci_start_search(struct mi_uci *uci);

/* Makes a running search finish soon. */
void mi_uci_stop_search(struct mi_uci *uci);
void mi_uci_ponderhit(struct mi_uci *uci);

/* Waits until the search has finished.  Stops it if it would wait for a stop. */
void mi_uci_wait_for_search(struct mi_uci *uci);

/* Called by the engine during a search. */
void mi_uci_on_info(void *context, const miai_info *info);

/* ---- wdl.c ---- */

/* Adds " score cp N" or " score mate N", and " wdl N N N" if UCI_ShowWDL is on. */
void mi_uci_add_score(const struct mi_uci *uci, struct mi_reply *reply, const miai_info *info);

/* ---- move_stats.c ---- */

/* Adds a line for each root move, the best last, and one for the root; nothing if the search did
 * not use a tree with a network. */
void mi_uci_add_move_stats(const struct mi_uci *uci, struct mi_reply *reply);

/* ---- variant.c ---- */

/* The UCI_Variant name of a game with these rules; the game's own name if it has no other. */
const char *mi_uci_variant_name(const miai_game *game, const char *rules);

/* The n-th UCI_Variant name of a game, or NULL. */
const char *mi_uci_variant_name_at(const miai_game *game, int n);

/* The variant that is switched on by that UCI check option, or NULL. */
const miai_variant *mi_uci_find_check_variant(const miai_game *game, const char *option);

/* Starts the game that UCI clients assume by default.  Returns an error of miai.h. */
int mi_uci_set_default_game(miai_engine *engine);

/* Starts the game of that UCI_Variant name, with its rules if the name implies them.  Returns an
 * error of miai.h. */
int mi_uci_set_variant(miai_engine *engine, const char *name);

/* Like miai_set_option(), but if moves of the current game are illegal under new rules, starts a
 * new game instead of failing: the client sends a position before the next search anyway. */
int mi_uci_set_option(miai_engine *engine, const char *name, const char *value);

/* Convert UCI's notation of a move to the engine's and back.  to holds MIAI_MOVE_TEXT bytes. */
void mi_uci_move_to_engine(const miai_engine *engine, const char *from, char *to);
void mi_uci_move_from_engine(const miai_engine *engine, const char *from, char *to);

#endif
