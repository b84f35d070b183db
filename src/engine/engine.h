/* engine.h - what the files of the engine share. */
#ifndef MI_ENGINE_ENGINE_H
#define MI_ENGINE_ENGINE_H

#include "contract/history.h"
#include "engine/network/network.h"
#include "miai.h"
#include "options.h"
#include "search/common/search.h"
#include "search/common/time.h"

enum { MI_PV_TEXT = MI_PV_MAX * MIAI_MOVE_TEXT };

/* An opening book; all zeros: none. */
struct mi_book {
    const miai_game *game; /* whose it is */
    char *name;            /* of the file; owned, as the bytes are */
    uint8_t *bytes;
    size_t size;
};

/* Whether the game brings along what it has learned, or a file has it. */
enum mi_network_from { MI_NETWORK_BUILTIN, MI_NETWORK_NONE, MI_NETWORK_FILE };

/* What a game's open() made, for that set-up; all zeros: nothing. */
struct mi_opened {
    const miai_game *game; /* NULL: it was not asked yet */
    miai_setup setup;
    char *file;   /* its name, or NULL: what the game brings along; owned */
    void *object; /* owned; NULL: there is none */
};

/* The weights of the game's evaluation, as the option eval-file has them. */
struct mi_learned {
    enum mi_network_from from;
    struct mi_opened opened;
};

/* The root moves that the endgame tablebases let the search choose among, by falling rank, and what
 * each leads to for the player who makes it. */
struct mi_tablebase_root {
    int count; /* 0: no table knows */
    miai_move move[MIAI_MAX_LEGAL];
    int rank[MIAI_MAX_LEGAL];
    enum mi_proof proof[MIAI_MAX_LEGAL];
};

/* What is to become of the stones on each point. */
struct mi_status {
    bool open;                     /* of some it is in doubt, or was not found out in time */
    bool finished;                 /* nothing is open, and no move is worth a point */
    bool early;                    /* whose many points will be is in doubt */
    int8_t life[MIAI_MAX_POINTS];  /* MIAI_ALIVE ... */
    int8_t piece[MIAI_MAX_POINTS]; /* as the game's board() */
    uint64_t key;                  /* of the position, where all was found out; or 0 */
};

struct mi_ownership;
struct mi_human_root; /* setup/human_network.h */

/* The moves that an analysis request leaves out, as the search has them. */
struct mi_avoiding {
    struct mi_avoid list[MIAI_MAX_AVOID];
    miai_move move[MIAI_MAX_AVOID][MIAI_MAX_LEGAL];
};

struct miai_engine {
    const miai_game **games; /* all, ended by NULL */
    int game_count;
    struct mi_history *history; /* of the current game; never NULL */
    struct mi_options options;
    bool sealed;          /* see miai_seal() */
    char *files;          /* the option of that name: NULL: any; "": none; owned */
    miai_game for_result; /* the current game without its points, where it is played so */
    struct mi_time time;
    struct mi_book book;
    struct mi_opened tables; /* that the option knowledge-file names */
    struct mi_learned learned;
    struct mi_network *network; /* NULL: none */
    enum mi_network_from network_from;
    struct mi_network *human;         /* beside it, and what it said last; NULL: none */
    struct mi_human_root *human_root; /* likewise; owned */
    char profile[MI_PROFILE];         /* of the players whom it imitates; "": none */
    int failure;                      /* the error that reason is of; see miai_error_reason() */
    char reason[256];
    char note[160];              /* see miai_note() */
    const miai_game *rules_game; /* the game of the rules below, or NULL */
    int rules;                   /* that the option has set, for records that cannot name any */
    bool handicap;   /* the first position holds handicap stones */
    int hopeless[2]; /* moves in a row of each player, made without hope */

    const struct mi_searcher *searcher; /* of which self is; NULL before the first search */
    void *self;                         /* what it keeps from search to search */
    size_t kept_bytes;                  /* how much memory that takes */
    uint64_t games_before;              /* this one: each has other random numbers */
    bool searched;                      /* in the game that is on */
    void *pos, *scratch;                /* mi_history_size() bytes each, for the search's root */

    struct mi_ranks *ranks; /* cluster/ranks.h: this engine is one of several; NULL: it is alone */

    /* Written by any thread, and polled by the search: nothing else is read by them, so relaxed. */
    atomic_bool stop;          /* by miai_stop() */
    _Atomic double ponder_end; /* by miai_ponderhit(); see struct mi_limits */
    bool announced;            /* what they say is for the next search */

    struct mi_status *status;                /* what was found out of the stones last */
    struct mi_result *result;                /* of the last search */
    const char *result_search;               /* its name; NULL: there was none */
    int result_player;                       /* whose move it was about */
    struct mi_tablebase_root tablebase_root; /* of its root */
    int result_plies;                        /* moves before it */
    uint64_t result_path;                    /* the game and these moves */
    size_t wanted_bytes;                     /* of memory that it was to have */
    char (*choice_text)[MIAI_MOVE_TEXT];     /* of each root move of the result */
    char pv_text[MI_PV_TEXT];
    char *line_text; /* MI_PV_TEXT bytes for another line; owned */
    char current_text[MIAI_MOVE_TEXT];
    bool live; /* pos is the root of the result, and the searcher has not moved on from it */
    miai_analysis_request analysis;
    struct mi_avoiding *avoiding; /* owned; NULL: nothing is left out */

    void (*report)(void *context, const miai_info *info); /* or NULL */
    void *report_context;
};

#endif
