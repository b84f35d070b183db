/* planes.h - for tests of network inputs. */
#ifndef MI_TESTS_SUPPORT_PLANES_H
#define MI_TESTS_SUPPORT_PLANES_H

/* Asserts that planes[i][height][width] is 1 for each "#" in the rows and 0 for each ".". Rows go
 * from the top, separated by slashes. */
void check_plane(const float *planes, int i, int width, int height, const char *rows);

#endif
