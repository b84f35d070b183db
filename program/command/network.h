/* network.h - what is in files of networks. */
#ifndef MI_PROGRAM_COMMAND_NETWORK_H
#define MI_PROGRAM_COMMAND_NETWORK_H

#include "miai.h"

#include <stdbool.h>

/* Prints what is in the file and what it costs here, measured now.  False: it is none that can be
 * played with, and the reason stands on standard error, under the name of the program. */
bool mi_print_network(miai_engine *engine, const char *file, const char *program);

#endif
