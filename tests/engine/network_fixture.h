/* network_fixture.h - an engine that plays Go on 5 x 5 by a small network of random weights, in a
 * file that the test writes. */
#ifndef MI_TESTS_ENGINE_NETWORK_FIXTURE_H
#define MI_TESTS_ENGINE_NETWORK_FIXTURE_H

#include "tests/support/fixture.h"
#include "tests/support/net_file.h"

extern const struct net_file small_network; /* without a name */
extern const char *network_file;            /* the name that it was begun with */

/* The file is gone at the end.  Programs run side by side: each has a name of its own for it. */
void begin_network(const char *file);
void end_network(void);

/* The engine in the place of the one before, with the same network. */
void begin_network_again(void);

bool plays_by_network(void);

/* What the network says of the position, turned over, in the view of a player, or MIAI_TURN. */
miai_network_output ask_network(int player, int symmetry);

#endif
