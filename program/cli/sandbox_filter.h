/* sandbox_filter.h - a filter of system calls. */
#ifndef MI_PROGRAM_CLI_SANDBOX_FILTER_H
#define MI_PROGRAM_CLI_SANDBOX_FILTER_H

#include <stdbool.h>

/* From now on, in all threads, only the system calls that playing needs succeed.  Others fail
 * with EPERM, or with ENOSYS if the C library can replace them.  False: the system cannot do
 * that. */
bool mi_sandbox_filter(void);

#endif
