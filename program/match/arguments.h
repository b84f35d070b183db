/* arguments.h - the words of the command line behind "match" or "tournament". */
#ifndef MI_PROGRAM_MATCH_ARGUMENTS_H
#define MI_PROGRAM_MATCH_ARGUMENTS_H

#include "odds.h"
#include "opening.h"
#include "player.h"

enum { MI_PARALLEL_MAX = 256 };

/* What the command line says. */
struct mi_match_words {
    long games;   /* of each pairing, even */
    int parallel; /* at once; 0: it looks on, while others play */
    int most;     /* moves of a game, which is a draw then; 0: no bound */
    bool tested;
    struct mi_sprt sprt;
    bool gauntlet; /* the first player against all others; else all against all */
    struct mi_match_time_control pace;
    struct mi_openings openings;
    char openings_file[MI_WORD_NAME_SIZE], table[MI_WORD_NAME_SIZE]; /* "": none */
    char record[MI_WORD_NAME_SIZE];                                  /* likewise */
    struct mi_player player[MI_RATED_MAX];
    int players;
};

/* Reads the words of the command line behind "match" or "tournament". */
bool mi_match_read(struct mi_match_words *words, char *const *list, bool tournament,
                   const struct mi_player_defaults *ground, miai_engine *engine, char *complaint);
void mi_match_words_free(struct mi_match_words *words);

#endif
