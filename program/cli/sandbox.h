/* sandbox.h - drops privileges, so that malicious input cannot do harm. */
#ifndef MI_PROGRAM_CLI_SANDBOX_H
#define MI_PROGRAM_CLI_SANDBOX_H

#include "miai.h"

#include <stdbool.h>

/* Irrevocably gives up, for all threads started later, what playing does not need: the network,
 * other processes and programs, and all files except those below the engine's file folder, those
 * named by its options, and the system's libraries.  False: the system cannot do that or has
 * failed; see the complaint. */
bool mi_sandbox(const miai_engine *engine, char *complaint);

#endif
