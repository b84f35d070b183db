/* starve.h - makes allocations fail, in tests linked with STARVING: malloc, calloc, realloc,
 * aligned_alloc and strdup. The linker redirects these to functions in libtests.a. */
#ifndef MI_TESTS_SUPPORT_STARVE_H
#define MI_TESTS_SUPPORT_STARVE_H

#include <stdbool.h>

/* Makes only the n-th allocation from now on fail, in any thread. */
void starve_at(int n);

/* Ends the failures. Has the chosen allocation failed? */
bool stop_starving(void);

#endif
