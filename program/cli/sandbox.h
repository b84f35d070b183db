/* sandbox.h - a program that can do no harm, however it is deceived. */
#ifndef MI_PROGRAM_CLI_SANDBOX_H
#define MI_PROGRAM_CLI_SANDBOX_H

#include "miai.h"

#include <stdbool.h>

/* Gives up for good, in all threads that begin later, what playing does not need: files but those
 * below the engine's folder for files, those that it has open by its options, and the system's
 * libraries; the network; other processes and programs.  False, and a complaint that the system
 * cannot do that, or has not done it. */
bool mi_sandbox(const miai_engine *engine, char *complaint);

#endif
