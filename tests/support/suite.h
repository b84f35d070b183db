/* suite.h - the frame of every test program: main() makes a suite, adds the tests to its cases, and
 * returns run_suite(). */
#ifndef MI_TESTS_SUPPORT_SUITE_H
#define MI_TESTS_SUPPORT_SUITE_H

#include "base/compiler.h"

#include <check.h>

/* Check records the place of every assertion in a file, which would dominate tests with millions of
 * assertions. It only helps to locate a crash; failures are reported without it. */
#define _mark_point(file, line) ((void)0)

/* With sanitizers, random tests run a tenth of their repetitions. Faults that sanitizers find show
 * early, and other builds run all repetitions. */
#define REPEATED(times) (SANITIZED ? (times) / 10 : (times))

/* The number of elements of an array. */
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Adds a case to the suite; each of its tests may take at most this many seconds. */
TCase *add_case(Suite *suite, const char *name, double seconds);

/* The same for tests with single-threaded searches. make check-threads skips them, since a thread
 * sanitizer would find nothing. */
TCase *add_single(Suite *suite, const char *name, double seconds);

/* Keeps freed memory in the process: for tests that allocate so often that mapping pages dominates.
 */
void keep_freed_memory(void);

/* Runs the tests and frees the suite. Returns the exit status. */
int run_suite(Suite *suite);

#endif
