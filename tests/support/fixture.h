/* fixture.h - the engine that a test is about: made before the test and freed behind it, with what
 * is asked of it all the time and must succeed. */
#ifndef MI_TESTS_SUPPORT_FIXTURE_H
#define MI_TESTS_SUPPORT_FIXTURE_H

#include "miai.h"

extern miai_engine *engine;

/* A new engine, for the game of that name, or for the one it begins with, which is Go. */
void begin_engine(const char *game);
void begin_go_9x9(void);
void end_engine(void);

/* Sets an option. */
void set(const char *name, const char *value);
void set_number(const char *name, int value);

/* Plays moves, with spaces between, of alternating players, the first one's first. */
void play(const char *moves);

/* Generates moves until the game is over, and says how many. */
int play_to_the_end(void);

/* What the network says of the position behind the moves; there must be one. */
miai_network_output ask_behind(const char *moves);

/* Does a network play here? */
bool network_plays(void);

/* Asserts that one does, or does not, on a board of that size. */
void check_network_on(int width, int height, bool plays);

/* The board as text, until the next call. */
const char *board(void);

#endif
