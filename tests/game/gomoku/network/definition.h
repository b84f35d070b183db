/* definition.h - the Gomoku network computed slowly by its definition, from the file's bytes.  A
 * sum that overflows ends the test. */
#ifndef MI_TESTS_GAME_GOMOKU_NETWORK_DEFINITION_H
#define MI_TESTS_GAME_GOMOKU_NETWORK_DEFINITION_H

#include "image.h"

/* Sets the position for the other functions. */
void set_image_position(const struct image *image, const struct mi_gomoku *g);

/* Is the point an input of the network? */
bool is_in_sight(int point);
int64_t slow_policy(const struct image *image, int point);
int64_t slow_value(const struct image *image);

#endif
