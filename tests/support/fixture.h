/* fixture.h - the engine that a test uses, created before the test and freed after it, and calls
 * that must succeed. */
#ifndef MI_TESTS_SUPPORT_FIXTURE_H
#define MI_TESTS_SUPPORT_FIXTURE_H

#include "miai.h"

extern miai_engine *engine;

/* Creates the engine: for the named game, or for Go on a 9x9 board. */
void begin_engine(const char *game);
void begin_go_9x9(void);
void end_engine(void);

/* Sets an option; it must be accepted. */
void set_engine_option(const char *name, const char *value);
void set_number(const char *name, int value);

/* Plays moves, separated by spaces, of alternating players; the first player begins. */
void play_line(const char *moves);

/* Generates moves until the game is over. Returns their number. */
int play_to_the_end(void);

/* The network's output for the position after the moves; a network must be loaded. */
miai_network_output network_output_after(const char *moves);

/* Is a network in use for this position? */
bool network_is_used(void);

/* Asserts whether a network is in use on a board of this size. */
void check_network_on(int width, int height, bool plays);

/* The board as text; valid until the next call. */
const char *board_text(void);

#endif
