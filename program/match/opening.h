/* opening.h - the openings of a match's games. */
#ifndef MI_PROGRAM_MATCH_OPENING_H
#define MI_PROGRAM_MATCH_OPENING_H

#include "miai.h"
#include "protocol/io/settings.h"

enum { MI_OPENING_START = 256 };

/* The caller sets plies, balance and seed, and zeroes the rest.  Owns the records. */
struct mi_openings {
    int plies;      /* moves of each opening; 0 with a file: all moves of the record */
    double balance; /* random openings: maximal distance of the value from 1/2 */
    unsigned long seed;
    char *bytes;
    miai_game_record **game_record; /* NULL: random openings */
    int count;
};

/* Reads the records of a file.  On failure writes a complaint and returns false.  The engine has
 * the game of the match. */
bool mi_openings_read(struct mi_openings *openings, const char *file, miai_engine *engine,
                      char *complaint);
void mi_openings_free(struct mi_openings *openings);

/* Sets the engine to the position after an opening.  *set_up: the game starts from a position other
 * than the default one, which is written to `start` if the game can write positions.  Returns an
 * error code of the engine. */
int mi_opening_play(const struct mi_openings *openings, unsigned long number, miai_engine *engine,
                    char start[MI_OPENING_START], bool *set_up);

#endif
