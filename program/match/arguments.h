/* arguments.h - the arguments of "miai match" and "miai tournament". */
#ifndef MI_PROGRAM_MATCH_ARGUMENTS_H
#define MI_PROGRAM_MATCH_ARGUMENTS_H

#include "odds.h"
#include "opening.h"
#include "player.h"

enum { MI_PARALLEL_MAX = 256 };

struct mi_match_args {
    long games;    /* per pairing, even */
    long requested_games; /* as requested, maybe odd */
    int parallel;  /* games at once; 0: only watch the progress of other processes */
    int max_moves; /* longer games are drawn; 0: no limit */
    bool use_sprt;
    struct mi_sprt sprt;
    bool gauntlet; /* the first player plays all others; otherwise all play each other */
    struct mi_match_time_control time_control;
    struct mi_openings openings;
    char openings_file[MI_ARG_NAME_SIZE], table[MI_ARG_NAME_SIZE]; /* "": none */
    char record[MI_ARG_NAME_SIZE];                                 /* "": none */
    struct mi_player player[MI_RATED_MAX];
    int players;
};

/* Parses the arguments after "match" or "tournament".  If they are invalid, writes a complaint and
 * returns false. */
bool mi_match_read_args(struct mi_match_args *args, char *const *list, bool tournament,
                        const struct mi_player_defaults *defaults, miai_engine *engine,
                        char *complaint);
void mi_match_args_free(struct mi_match_args *args);

#endif
