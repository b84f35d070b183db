/* suite.h - what every test program does around its tests: main() makes a suite, puts the tests
 * into its cases, and returns what run_suite() says. */
#ifndef MI_TESTS_SUPPORT_SUITE_H
#define MI_TESTS_SUPPORT_SUITE_H

#include "base/sanitizer.h"

#include <check.h>

/* Check notes the place of each assertion that holds, in a file: by far the most of the time of a
 * test that asserts something a million times.  It would be told of a test that crashes; the test
 * is told all the same. */
#define _mark_point(file, line) ((void)0)

/* Where sanitizers watch, a test at random is repeated a tenth as often: what they look for shows
 * itself at once or in any of the repetitions, and the other builds make all of them. */
#define REPEATED(times) (SANITIZED ? (times) / 10 : (times))

/* How many elements an array has. */
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A new case of the suite, none of whose tests may take more seconds than that. */
TCase *add_case(Suite *suite, const char *name, double seconds);

/* The same for tests whose searches have one thread: of no use to a sanitizer for threads, under
 * which make check-threads leaves them out. */
TCase *add_single(Suite *suite, const char *name, double seconds);

/* What is freed stays with the process: for tests that take and free so much, so often, that the
 * system's giving and taking of pages is most of their work. */
void keep_freed_memory(void);

/* Runs the tests and frees the suite; the exit status of the program. */
int run_suite(Suite *suite);

#endif
