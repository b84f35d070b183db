/* opening.h - how the games of a match begin. */
#ifndef MI_PROGRAM_MATCH_OPENING_H
#define MI_PROGRAM_MATCH_OPENING_H

#include "miai.h"
#include "protocol/io/settings.h"

enum { MI_OPENING_START = 256 };

/* Begins as all zero but for plies, balance and seed.  Owns what a file gave. */
struct mi_openings {
    int plies;      /* of each; of a file 0: all that stand there */
    double balance; /* of random ones: how far the value may be from 1/2 */
    unsigned long seed;
    char *bytes;
    miai_game_record **game_record; /* of a file; NULL: they are random */
    int count;
};

/* Reads the records of a file; false with a complaint.  The engine plays the game of the match. */
bool mi_openings_read(struct mi_openings *openings, const char *file, miai_engine *engine,
                      char *complaint);
void mi_openings_free(struct mi_openings *openings);

/* Brings the engine to the position after the number-th opening.  *set_up: it begins from another
 * position than the usual one, which is written to start if the game writes positions.  An error of
 * the engine. */
int mi_opening_play(const struct mi_openings *openings, unsigned long number, miai_engine *engine,
                    char start[MI_OPENING_START], bool *set_up);

#endif
