/* sandbox_filter.h - a filter of system calls. */
#ifndef MI_PROGRAM_CLI_SANDBOX_FILTER_H
#define MI_PROGRAM_CLI_SANDBOX_FILTER_H

#include <stdbool.h>

/* From now on system calls that begin programs and processes, reach others, the network or the
 * system itself fail with EPERM.  False: that cannot be. */
bool mi_sandbox_filter(void);

#endif
