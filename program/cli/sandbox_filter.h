/* sandbox_filter.h - a filter of system calls. */
#ifndef MI_PROGRAM_CLI_SANDBOX_FILTER_H
#define MI_PROGRAM_CLI_SANDBOX_FILTER_H

#include <stdbool.h>

/* From now on, in all threads, only those system calls succeed that playing needs; others fail with
 * EPERM, and those that the C library can replace by others with ENOSYS.  False: the system cannot
 * do that. */
bool mi_sandbox_filter(void);

#endif
