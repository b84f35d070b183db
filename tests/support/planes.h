/* planes.h - what a game shows to networks, for its tests. */
#ifndef MI_TESTS_SUPPORT_PLANES_H
#define MI_TESTS_SUPPORT_PLANES_H

/* Asserts that the i-th of planes[][height][width] is 1 at each "#" of the rows, and 0 at each
 * ".": from the top, with a slash between. */
void check_plane(const float *planes, int i, int width, int height, const char *rows);

#endif
