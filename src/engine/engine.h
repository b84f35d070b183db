/* engine.h - what the files of the engine share. */
#ifndef MI_ENGINE_H
#define MI_ENGINE_H

#include "contract/history.h"
#include "engine/network/network.h"
#include "miai.h"
#include "options.h"
#include "search/common/search.h"
#include "search/common/time.h"

enum { MI_PV_TEXT = MI_PV_MAX * MIAI_MOVE_TEXT };

/* The row of a board for a row of SGF, counted from the top, and the other way round. */
static inline int mi_sgf_row(const miai_game *game, const miai_setup *setup, int row)
{
    return mi_records(game)->from_top ? row : setup->height - 1 - row;
}

/* An opening book; all zeros: none. */
struct mi_book {
    const miai_game *game; /* whose it is */
    char *name;            /* of the file; owned, as the bytes are */
    uint8_t *bytes;
    size_t size;
};

/* Whether the game brings along what it has learned, or a file has it. */
enum mi_network_from { MI_NETWORK_BROUGHT, MI_NETWORK_NONE, MI_NETWORK_FILE };

/* The tables that the option knowledge-file names; all zeros: no file. */
struct mi_tables {
    const miai_game *game;
    miai_setup setup;
    char *file;   /* its name; owned */
    void *tables; /* the game's; owned */
};

/* The weights of the game's evaluation, as the option eval-file has them. */
struct mi_learned {
    enum mi_network_from from;
    const miai_game *game; /* whose they are, for that set-up; NULL: they were not asked for yet */
    miai_setup setup;
    char *file;    /* its name, or NULL; owned */
    void *weights; /* the game's; owned.  NULL: there are none */
};

/* The root's moves that tables of endings let the search choose among, and what they come to for
 * who makes them. */
struct mi_ranked {
    int count; /* 0: no table knows */
    miai_move move[MIAI_MAX_LEGAL];
    enum mi_proof proof[MIAI_MAX_LEGAL];
};

struct mi_status;
struct mi_survey;

/* The moves that a study leaves out, as the search has them. */
struct mi_avoiding {
    struct mi_avoid list[MIAI_MAX_AVOID];
    miai_move move[MIAI_MAX_AVOID][MIAI_MAX_LEGAL];
};

struct miai_engine {
    const miai_game **games; /* all, ended by NULL */
    int game_count;
    struct mi_record *record; /* of the current game; never NULL */
    struct mi_options options;
    miai_game for_result; /* the current game without its points, where it is played so */
    struct mi_time time;
    struct mi_book book;
    struct mi_tables tables;
    struct mi_learned learned;
    struct mi_network *network; /* NULL: none */
    enum mi_network_from network_from;
    int failure; /* the error that reason is of; see miai_error_reason() */
    char reason[256];
    bool handicap;   /* the first position holds handicap stones */
    int hopeless[2]; /* moves in a row of each player, made without hope */

    const struct mi_searcher *searcher; /* of which self is; NULL before the first search */
    void *self;                         /* what it keeps from search to search */
    size_t kept_bytes;                  /* how much memory that takes */
    uint64_t games_before;              /* this one: each has other random numbers */
    bool searched;                      /* in the game that is on */
    void *pos, *scratch;                /* mi_record_size() bytes each, for the search's root */

    /* Written by any thread, and polled by the search: nothing else is read by them, so relaxed. */
    atomic_bool stop;          /* by miai_stop() */
    _Atomic double ponder_end; /* by miai_ponderhit(); see struct mi_limits */
    bool announced;            /* what they say is for the next search */

    struct mi_status *status;            /* what was found out of the stones last */
    struct mi_result *result;            /* of the last search */
    const char *result_search;           /* its name; NULL: there was none */
    int result_player;                   /* whose move it was about */
    struct mi_ranked ranked;             /* of its root */
    int result_plies;                    /* moves before it */
    size_t wanted_bytes;                 /* of memory that it was to have */
    char (*choice_text)[MIAI_MOVE_TEXT]; /* of each root move of the result */
    char pv_text[MI_PV_TEXT];
    char *line_text; /* MI_PV_TEXT bytes for another line; owned */
    char current_text[MIAI_MOVE_TEXT];
    bool live; /* pos is the root of the result, and the searcher has not moved on from it */
    miai_study study;
    struct mi_avoiding *avoiding; /* owned; NULL: nothing is left out */

    void (*report)(void *context, const miai_info *info); /* or NULL */
    void *report_context;
};

/* ---- setup.c ---- */

/* Puts another record in the place of the current one and frees that; clocks restart. */
int mi_engine_take(miai_engine *engine, struct mi_record *record);

/* A record like the current one with another set-up, its stones and moves played anew, up to the
 * first that its rules forbid; NULL without memory. */
struct mi_record *mi_engine_rebuild(const miai_engine *engine, const miai_setup *setup);

/* ---- error.c ---- */

/* Returns the error, of which there is this to say besides its text; "": nothing. */
int mi_engine_fail(miai_engine *engine, int error, const char *why);

/* ---- position.c ---- */

/* The player meant: MIAI_TURN becomes the one to move.  -1 if it is neither. */
int mi_engine_player(const miai_engine *engine, int player);

/* ---- add_game.c ---- */

/* The list of games: the library's own; false without memory. */
bool mi_engine_list_games(miai_engine *engine);
void mi_engine_free_games(miai_engine *engine);

/* The place of a game in the list, or -1.  Case does not count. */
int mi_engine_find_game(const miai_engine *engine, const char *name);

/* Is the game played on such a board? */
bool mi_engine_allows(const miai_game *game, const miai_setup *setup);

/* ---- think.c ---- */

/* Fills in root for player to move, from the record, and the position, which pos has room for;
 * false if the player cannot move. */
bool mi_engine_root(miai_engine *engine, int player, void *pos, struct mi_root *root);

/* Why he cannot: MIAI_OVER, or MIAI_NOT_TURN. */
int mi_engine_no_root(const miai_engine *engine);

/* Names the game, what it is played for, and the record's set-up. */
uint64_t mi_engine_setup_key(const struct mi_record *record, const miai_game *game);

/* Runs the configured search, which leaves its result in the engine; with what it kept from earlier
 * runs, or without that and without touching it.  Returns an error. */
int mi_engine_think(miai_engine *engine, const struct mi_root *root,
                    const struct mi_limits *limits);
int mi_engine_think_fresh(miai_engine *engine, const struct mi_root *root,
                          const struct mi_limits *limits);

/* The same in the time of the opponent: nothing is told of it, and the last result stays. */
int mi_engine_ponder(miai_engine *engine, const struct mi_root *root,
                     const struct mi_limits *limits);

/* Makes the i-th choice of the result the move that it names. */
void mi_engine_prefer(miai_engine *engine, const struct mi_root *root, int i);

/* Frees the search and what it kept. */
void mi_engine_drop_search(miai_engine *engine);

/* The seed of the options, or another each time where they want that, for one of the engine's
 * games: 0 is the first. */
uint64_t mi_engine_seed(const miai_engine *engine, uint64_t game);

/* Begins something that miai_stop() ends: what came while nothing ran is forgotten. */
void mi_engine_heed_stop(miai_engine *engine);

/* ---- book.c ---- */

/* Opens a book for the current game, in the place of that which was open; "": none. */
int mi_engine_open_book(miai_engine *engine, const char *name);

void mi_engine_close_book(miai_engine *engine);

/* Leaves a move of the book in the engine as if a search had found it; false if it has none. */
bool mi_engine_ask_book(miai_engine *engine, const struct mi_root *root);

/* ---- tablebase_file.c ---- */

/* Opens a file for the current game, in the place of that which was open; "": none. */
int mi_engine_open_tables(miai_engine *engine, const char *file);

void mi_engine_close_tables(miai_engine *engine);

/* Before the record takes the place of the current one: opens the file anew for another size or
 * other rules, and closes it for another game. */
int mi_engine_follow_tables(miai_engine *engine, const struct mi_record *record);

/* ---- evaluation.c ---- */

/* Opens the weights of a file for the current game in the place of those that were open; "none":
 * none; "auto" or "": what the game brings along.  Where it cannot, all stays as it was. */
int mi_engine_open_evaluation(miai_engine *engine, const char *value);

/* Which of these it is. */
const char *mi_engine_evaluation_name(const miai_engine *engine);

void mi_engine_close_evaluation(miai_engine *engine);

/* Before the record takes the place of the current one: as mi_engine_follow_tables(). */
int mi_engine_follow_evaluation(miai_engine *engine, const struct mi_record *record);

/* The weights that evaluate the current game, or NULL: it does without.  So it is where the memory
 * is too small. */
const void *mi_engine_weights(miai_engine *engine);

/* Bytes of the weights that are open. */
size_t mi_engine_weights_bytes(const miai_engine *engine);

/* ---- tablebase.c ---- */

/* Before a search: asks the tables of endings, if there are any, and lets it choose among the moves
 * that are as good as any, or, where several lines are wanted, among so many.  only is room for the
 * root's moves, and may be root->only. */
void mi_engine_rank_root(miai_engine *engine, struct mi_root *root, const struct mi_limits *limits,
                         miai_move *only);

/* Puts what the tables say into the result. */
void mi_engine_tell_ranks(miai_engine *engine);

/* ---- think_network.c ---- */

/* Opens the network of a file in the place of that which was open; "none": none; "auto": what the
 * game brings along.  Where it cannot, all stays as it was. */
int mi_engine_open_network(miai_engine *engine, const char *value);

/* Which of these it is. */
const char *mi_engine_network_name(const miai_engine *engine);

/* Opens or closes the network that the game brings along, as the game and the options want it now:
 * before it is asked for.  Without memory none plays. */
void mi_engine_ready_network(miai_engine *engine);

/* The same again, when the options say otherwise in which numbers it calculates. */
int mi_engine_reopen_network(miai_engine *engine);

void mi_engine_close_network(miai_engine *engine);

/* Does a network play the current game?  Not where it does not know the game, the memory is too
 * small for it, or the options want another search. */
bool mi_engine_has_network(const miai_engine *engine);

/* What the value of the network that plays counts for, the rest being a playout's, unless an option
 * says: 1 of any but the game's own.  0: none plays. */
double mi_engine_network_weight(const miai_engine *engine);

/* What a search of that root with so many bytes takes from the options; all that lies beside the
 * search halved as often as its memory was, which the system did not have. */
struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory, int halvings);

/* ---- network_ask.c ---- */

/* Whose each point will be, as the network has it that sees both players pass before player moves:
 * 1 the first player's, -1 the second's; owner has width * height points.  lead: by how many points
 * the first player is ahead then, komi included.  False: no network plays, which is ready if one
 * does; the game has no pass; player cannot move; or there is no memory. */
bool mi_engine_ask_owners(miai_engine *engine, int player, float *owner, double *lead);

/* ---- strength.c ---- */

/* Makes a search as weak as the option elo wants it.  only is room for the root's moves. */
void mi_engine_weaken(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                      miai_move *only);

/* ---- study.c ---- */

/* Lets a search be as the study wants it: before it begins, and after all else is decided.  only is
 * room for the root's moves. */
void mi_engine_heed_study(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                          miai_move *only);

/* Where the game finds a win before the search, restricts that to its first move, and shortens it.
 * The last thing to be done before a search.  only is room for the root's moves. */
void mi_engine_find_win(struct mi_root *root, struct mi_limits *limits, miai_move *only);

/* By how many points the mover of the result will win behind a root move, or, with MIAI_NO_MOVE, on
 * the whole, and how far that scatters; false: that is not known. */
bool mi_engine_lead(const miai_engine *engine, miai_move move, double *lead, double *deviation);

/* What the leaves of the last search have told, if a study asked for it and the search has leaves
 * that can tell; or NULL. */
const struct mi_survey *mi_engine_survey(const miai_engine *engine);

/* The line that begins with the i-th choice of a result that is live, and the visits behind its
 * moves, 0 where they are not known: both have room for MI_PV_MAX.  Returns its length. */
int mi_engine_find_line(const miai_engine *engine, int i, miai_move *pv, uint64_t *visits);

/* ---- info.c ---- */

void mi_engine_write_choices(miai_engine *engine, const struct mi_root *root,
                             const struct mi_result *result);
void mi_engine_write_pv(miai_engine *engine, const struct mi_root *root,
                        const struct mi_result *result);

/* ---- status.c ---- */

/* What is to become of the stones on each point. */
struct mi_status {
    bool open;                     /* of some it is in doubt, or was not found out in time */
    bool finished;                 /* nothing is open, and no move is worth a point */
    bool early;                    /* whose many points will be is in doubt */
    int8_t life[MIAI_MAX_POINTS];  /* MIAI_ALIVE ... */
    int8_t piece[MIAI_MAX_POINTS]; /* as the game's board() */
    uint64_t key;                  /* of the position, where all was found out; or 0 */
};

/* Does the game know all that this needs? */
bool mi_engine_has_status(const miai_game *game);

/* Judges all stones.  In a hurry, no longer than it takes to see that the game is not over; until
 * mi_clock() comes to the deadline (0: none).  What status says already of the same position, found
 * out whole and without a deadline, stands, so that a pass and the score go by the same. */
void mi_engine_status(miai_engine *engine, bool hurry, double deadline, struct mi_status *status);

/* ---- status_take.c ---- */

/* The legal moves on the liberties of the other player's dead chains: of those that take a chain at
 * once, if there are any.  Returns how many. */
int mi_engine_captures(const miai_engine *engine, const struct mi_root *root,
                       const struct mi_status *status, miai_move *list);

/* ---- score.c ---- */

/* How the game stands for player if it ends now. */
enum mi_ending {
    MI_ENDING_OPEN,    /* unknown, because some stones' life is in doubt, or the time was short */
    MI_ENDING_EARLY,   /* much is in doubt yet, but counted as it stands it is won */
    MI_ENDING_WON,     /* there are moves worth a point, but it is won without them */
    MI_ENDING_LOST,    /* likewise */
    MI_ENDING_OVER,    /* no move is worth a point */
    MI_ENDING_CAPTURE, /* likewise, but dead stones have to go for a win, which not every referee
                          takes off, and capturing them costs nothing */
};

/* Fills in status where the game knows it.  Deadline as above. */
enum mi_ending mi_engine_ending(miai_engine *engine, int player, double deadline,
                                struct mi_status *status);

/* The score in the player's view by what was found out of the stones last. */
int mi_engine_settled(const miai_engine *engine, int player);

#endif
