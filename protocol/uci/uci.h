/* uci.h - the Universal Chess Interface: what the files of this room share.
 *
 *     loop.c       reads lines, and does what they command
 *     option.c     options of UCI's own
 *     setoption.c  the list of all options, and setoption
 *     position.c   position
 *     go.c         go: what its words mean
 *     search.c     the thread that searches, and all that it tells
 *     wdl.c        scores where a search tells the chance to win alone
 *     move_stats.c what a tree says of each move, as lc0 tells it
 *     reply.c      what is written
 *     variant.c    games other than chess, in the words of Cute Chess
 *
 * The main thread reads and obeys; a thread of each go's own searches and answers.  The engine is
 * the search thread's from go on until that has been joined. */
#ifndef MI_PROTOCOL_UCI_UCI_H
#define MI_PROTOCOL_UCI_UCI_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include "base/thread.h"

#include <stdatomic.h>

enum { MI_UCI_SKILL = 20 }; /* the whole strength, as Stockfish counts it */

/* What a go asks for. */
struct mi_uci_go {
    miai_limits limits;
    miai_clock clock;
    bool infinite;
    int perft;      /* plies to count, or 0 */
    double arrived; /* mi_clock() */
    char *moves;    /* searchmoves, owned, or NULL */
};

struct mi_uci {
    miai_engine *engine;
    struct mi_session *session;
    bool quit;
    double arrived; /* mi_clock() when the line came that is executed */

    /* What the board shows; start is NULL where that is unknown.  Owned. */
    char *start;  /* "startpos", or a FEN */
    char *moves;  /* from there, squeezed */
    bool refused; /* the last position: the board shows the one before, which nobody asks about */

    /* Options that are none of the engine's. */
    int lines; /* MultiPV */
    bool show_wdl;
    bool verbose_move_stats, log_live_stats; /* at the end of a search; with each report */
    bool analysing;                          /* UCI_AnalyseMode */
    bool ponders;        /* Ponder, which changes nothing: clients ponder by what they send */
    bool limit_strength; /* UCI_LimitStrength */
    int elo;             /* UCI_Elo; 0: never set */
    int skill;           /* Skill Level, which counts without limit_strength */

    pthread_mutex_t writing; /* of a line, or of several that belong together */
    atomic_bool deaf;        /* nobody reads what is written; only ever set, and guards nothing */

    /* The search.  The thread exists while `searching`, which is the main thread's. */
    struct mi_thread thread;
    bool searching;
    struct mi_uci_go go;
    double last_info;        /* mi_clock() of the last line told, the search thread's */
    double last_current;     /* the same of the last root move that was told */
    bool telling;            /* the lines of this report are told */
    struct mi_reply report;  /* the last one, as far as it was not told */
    pthread_mutex_t lock;    /* guards what follows */
    pthread_cond_t released; /* it is time for the answer */
    bool infinite, pondering, stopped;
};

/* ---- reply.c ---- */

/* Writes whole lines. */
void mi_uci_write_lines(struct mi_uci *uci, const char *lines);

/* The same of what was put together; if there was no memory for all of it, that instead. */
void mi_uci_send(struct mi_uci *uci, const struct mi_reply *reply);

/* Writes "info string WHAT: ABOUT", or "info string WHAT" if about is NULL. */
void mi_uci_complain(struct mi_uci *uci, const char *what, const char *about);

/* Reports the faults of the engine's files that were not reported yet. */
void mi_uci_report_faults(struct mi_uci *uci);

/* What was put together to be ABOUT, or that there was no memory for it. */
const char *mi_uci_about(const struct mi_reply *about);

/* Was the last position refused?  Then it says that nothing is searched (what), until there is
 * another one or a new game: whoever asks about it must not take an answer about another one for
 * his. */
bool mi_uci_was_refused(struct mi_uci *uci, const char *what);

/* ---- the commands ---- */

/* Writes the options that mean something for the game and the search that are on. */
void mi_uci_list_options(const struct mi_uci *uci, struct mi_reply *reply);
void mi_uci_setoption(struct mi_uci *uci, char *args);

void mi_uci_position(struct mi_uci *uci, char *args);

/* Forgets what the board shows: the next position is set up from its beginning. */
void mi_uci_forget_position(struct mi_uci *uci);

/* Tells that a word is no legal move of the position that is on, and which it may have meant; of
 * another error that alone. */
void mi_uci_refuse_move(struct mi_uci *uci, const char *word, int error);

/* Reads the words of a go into uci->go.  Of what is wrong it tells, and does without. */
void mi_uci_read_go(struct mi_uci *uci, char *args);

/* ---- option.c ---- */

/* Makes the rating that the engine was told before UCI's options of it. */
void mi_uci_adopt_strength(struct mi_uci *uci);

/* Lists UCI's own options, as far as they mean something in the game that is on. */
void mi_uci_list_specials(const struct mi_uci *uci, struct mi_reply *reply);

/* Is the engine's option of that name listed so? */
bool mi_uci_has_special(const struct mi_uci *uci, const char *own);

/* Sets one of them: an error of miai.h.  False if there is none of that name. */
bool mi_uci_set_special(struct mi_uci *uci, const char *name, const char *value, int *error);

/* Offers their names where somebody wrote another. */
void mi_uci_offer_specials(const struct mi_uci *uci, struct mi_nearest *nearest);

/* Adds which values one of them takes, " (1 to 500)", and offers the words among these.  False if
 * there is none of that name. */
bool mi_uci_suggest_special(const struct mi_uci *uci, const char *name, struct mi_reply *text,
                            struct mi_nearest *nearest);

/* ---- search.c ---- */

/* Begins to search as uci->go says. */
void mi_uci_begin(struct mi_uci *uci);

/* Makes the search, if there is one, answer soon. */
void mi_uci_stop(struct mi_uci *uci);
void mi_uci_ponderhit(struct mi_uci *uci);

/* Waits until there is no search.  One that would wait for a stop is stopped. */
void mi_uci_wait(struct mi_uci *uci);

/* The engine calls it from a search. */
void mi_uci_on_info(void *context, const miai_info *info);

/* ---- wdl.c ---- */

/* " score cp N" or " score mate N", and behind it " wdl N N N" where the client wants that. */
void mi_uci_add_score(const struct mi_uci *uci, struct mi_reply *reply, const miai_info *info);

/* ---- move_stats.c ---- */

/* A line for each root move of the last search, or the running one, the best last, and one of the
 * root; nothing where it was no tree with a network. */
void mi_uci_add_move_stats(const struct mi_uci *uci, struct mi_reply *reply);

/* ---- variant.c ---- */

/* The name under which clients know a game with these rules: its own where it has no other. */
const char *mi_uci_variant_of(const miai_game *game, const char *rules);

/* The n-th such name of a game, or NULL. */
const char *mi_uci_variant_beside(const miai_game *game, int n);

/* The variant that an option of UCI's of the type check turns on, or NULL. */
const miai_variant *mi_uci_checked(const miai_game *game, const char *option);

/* Begins the game that is meant where none is named.  An error of miai.h. */
int mi_uci_set_usual_game(miai_engine *engine);

/* Begins the game of that name, with its rules where the name says them.  An error of miai.h. */
int mi_uci_set_variant(miai_engine *engine, const char *name);

/* As miai_set_option(), but moves that other rules forbid are no reason to refuse these: the client
 * sends the position before it asks for a move of it, and the game begins anew. */
int mi_uci_set_option(miai_engine *engine, const char *name, const char *value);

/* The engine's text of a move that UCI writes so, and back.  to holds MIAI_MOVE_TEXT bytes. */
void mi_uci_move_in(const miai_engine *engine, const char *from, char *to);
void mi_uci_move_out(const miai_engine *engine, const char *from, char *to);

#endif
