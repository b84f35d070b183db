/* engine.h - struct miai_engine and the types that its files share. */
#ifndef MI_ENGINE_ENGINE_H
#define MI_ENGINE_ENGINE_H

#include "contract/history.h"
#include "engine/network/network.h"
#include "miai.h"
#include "options.h"
#include "search/common/search.h"
#include "search/common/time.h"

enum { MI_PV_TEXT = MI_PV_MAX * MIAI_MOVE_TEXT };

/* The source of learned weights or of a book: built into the program, none, or a file. */
enum mi_weights_origin { MI_WEIGHTS_BUILTIN, MI_WEIGHTS_NONE, MI_WEIGHTS_FILE };

/* An opening book, chosen by the option book-file. All zeros: the built-in one, which was not read
 * yet. */
struct mi_book {
    enum mi_weights_origin origin;
    const miai_game *game; /* the game of the book; NULL: no book was read */
    char *name;            /* of the file; owned, like bytes */
    uint8_t *bytes;        /* in the game's own format; NULL: tree is the book */
    size_t size;
    struct mi_book_tree *tree; /* owned */
};

/* An object that a game's open() made for one set-up. All zeros: nothing is open. */
struct mi_opened_file {
    const miai_game *game; /* NULL: open() was not called yet */
    miai_setup setup;
    char *file;   /* its name, owned; NULL: the built-in weights */
    void *object; /* owned; NULL: none */
};

/* The weights of the game's evaluation, chosen by the option eval-file. */
struct mi_eval_weights {
    enum mi_weights_origin origin;
    struct mi_opened_file opened;
};

/* The root moves that the endgame tablebases leave to the search, by descending rank, and the
 * result of each for the player who makes it. */
struct mi_tablebase_root {
    int count; /* 0: no table has the position */
    miai_move move[MIAI_MAX_LEGAL];
    int rank[MIAI_MAX_LEGAL];
    enum mi_proof proof[MIAI_MAX_LEGAL];
};

/* The predicted fate of the stones on each point. */
struct mi_status {
    bool unsettled;                /* the fate of some stones is unsettled, or time was too short */
    bool finished;                 /* all stones are settled, and no move is worth a point */
    bool too_early;                /* the owner of many points is still unsettled */
    int8_t life[MIAI_MAX_POINTS];  /* MIAI_ALIVE ... */
    int8_t piece[MIAI_MAX_POINTS]; /* as the game's board() writes it */
    uint64_t key;                  /* of the position if the judgement is complete, otherwise 0 */
};

struct mi_ownership;
struct mi_human_output; /* setup/human_network.h */

/* The moves that an analysis request excludes, in the form the search needs. */
struct mi_avoiding {
    struct mi_avoid list[MIAI_MAX_AVOID];
    miai_move move[MIAI_MAX_AVOID][MIAI_MAX_LEGAL];
};

/* When the game may end before the last move. */
struct mi_game_end {
    int hopeless_moves[2]; /* consecutive moves of each player with a value below resign */
    int even_moves[2];     /* consecutive moves of each player with an even value; negative after an
                            * offer of a draw */
    int offer_plies;       /* the number of moves after the one that came with an offer; 0: none */
};

struct miai_engine {
    const miai_game **games; /* ended by NULL */
    int game_count;
    struct mi_history *history; /* of the current game; never NULL */
    struct mi_options options;
    bool sealed;                /* see miai_seal() */
    char *allowed_files;        /* the option "files". NULL: any file; "": no file; owned */
    miai_game result_only_game; /* a copy of the current game without points, for play-for=result */
    struct mi_time time;
    struct mi_book book;
    struct mi_opened_file tables; /* named by the option knowledge-file */
    struct mi_eval_weights eval_weights;
    struct mi_network *network; /* NULL: none */
    enum mi_weights_origin network_origin;
    struct mi_network *human_network;     /* the second network, which predicts human moves; NULL:
                                           * none */
    struct mi_human_output *human_output; /* its output for the last root; owned; NULL: none */
    char profile[MI_PROFILE];             /* of the players to imitate; "": none */
    int reason_error;                     /* the error that reason belongs to; see
                                           * miai_error_reason() */
    char reason[256];
    char note[160];              /* see miai_note() */
    const miai_game *rules_game; /* the game of the rules below, or NULL */
    int rules;                   /* set by the option, for records that cannot name any rules */
    bool handicap;               /* the first position holds handicap stones */
    struct mi_game_end game_end;

    const struct mi_searcher *searcher; /* the search that owns searcher_state; NULL before the
                                         * first search */
    void *searcher_state;               /* its state, kept from search to search */
    size_t search_bytes;                /* memory that searcher_state may use */
    uint64_t game_number;               /* number of this game, from 0: each game has its own random
                                         * numbers */
    bool has_searched;                  /* a search has run since the current game began */
    void *pos, *scratch;                /* mi_history_size() bytes each; pos is the root of the
                                         * search */

    struct mi_ranks *ranks; /* cluster/ranks.h. NULL: a single process */

    /* Written by any thread and polled by the search. They publish no other data, so relaxed
     * accesses suffice. */
    atomic_bool stop;          /* set by miai_stop() */
    _Atomic double ponder_end; /* set by miai_ponderhit(); see struct mi_limits */
    bool plays_best;           /* the level is far ahead and draws no move; for one move */
    bool search_armed;         /* miai_arm_search() was called: stop and ponder_end are for the next
                                * search */

    struct mi_status *status;                /* the last judgement of the stones */
    struct mi_result *result;                /* of the last search */
    const char *result_search;               /* its name; NULL: there was none */
    int result_player;                       /* the player to move at its root */
    struct mi_tablebase_root tablebase_root; /* of its root */
    int result_plies;                        /* moves played before that search */
    uint64_t result_path;                    /* key of the game and these moves */
    size_t wanted_bytes;                     /* memory that it should have had */
    char (*choice_text)[MIAI_MOVE_TEXT];     /* of each root move in result */
    char pv_text[MI_PV_TEXT];
    char *line_text; /* MI_PV_TEXT bytes for another line; owned */
    char current_text[MIAI_MOVE_TEXT];
    bool root_is_current; /* pos is still the root of result, and the searcher has not moved on */
    miai_analysis_request analysis;
    struct mi_avoiding *avoiding; /* owned; NULL: nothing is excluded */

    void (*report)(void *context, const miai_info *info); /* or NULL */
    void *report_context;
};

#endif
