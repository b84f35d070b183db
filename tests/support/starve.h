/* starve.h - allocations that fail, for tests linked with STARVING: malloc, calloc, realloc,
 * aligned_alloc and strdup; libtests.a gives what the linker leads them to. */
#ifndef MI_TESTS_SUPPORT_STARVE_H
#define MI_TESTS_SUPPORT_STARVE_H

#include <stdbool.h>

/* Makes the n-th allocation from now on fail, that one alone, whichever thread's it is. */
void starve_at(int n);

/* None fails any more.  Has that one failed? */
bool feed(void);

#endif
