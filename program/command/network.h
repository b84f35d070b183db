/* network.h - describes network files. */
#ifndef MI_PROGRAM_COMMAND_NETWORK_H
#define MI_PROGRAM_COMMAND_NETWORK_H

#include "miai.h"

#include <stdbool.h>

/* Prints the contents of the file and its measured speed.  False: not a usable network; the
 * reason was printed on standard error. */
bool mi_print_network(miai_engine *engine, const char *file, const char *program);

#endif
