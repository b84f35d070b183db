/* definition.h - what Gomoku's network says of a position, the slow way: from the file's bytes, by
 * its definition.  A sum that leaves its bits ends the test. */
#ifndef MI_TESTS_GAME_GOMOKU_NETWORK_DEFINITION_H
#define MI_TESTS_GAME_GOMOKU_NETWORK_DEFINITION_H

#include "image.h"

/* Looks at a position, of which the others tell. */
void see(const struct image *image, const struct mi_gomoku *g);

/* Does the network see the point? */
bool is_in_sight(int point);
int64_t slow_policy(const struct image *image, int point);
int64_t slow_value(const struct image *image);

#endif
