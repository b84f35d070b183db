/* network_fixture.h - an engine that plays Go on 5x5 with a small network of random weights, in a
 * file that the test writes. */
#ifndef MI_TESTS_ENGINE_NETWORK_FIXTURE_H
#define MI_TESTS_ENGINE_NETWORK_FIXTURE_H

#include "tests/support/fixture.h"
#include "tests/support/net_file.h"

extern const struct net_file small_network; /* without folder and extension */
extern const char *network_file;            /* the full name */

/* The file is removed at the end. Test programs run in parallel, so each needs a name of its
 * own. */
void begin_network(const char *file);
void end_network(void);

/* Replaces the engine by a new one with the same network. */
void begin_network_again(void);

bool plays_by_network(void);

/* The network's output for the position under a symmetry, from the view of a player or of
 * MIAI_TURN. */
miai_network_output ask_network(int player, int symmetry);

#endif
