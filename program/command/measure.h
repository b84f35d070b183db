/* measure.h - the subcommands that count and time. */
#ifndef MI_PROGRAM_COMMAND_MEASURE_H
#define MI_PROGRAM_COMMAND_MEASURE_H

#include "miai.h"

/* Each prints lines and returns MIAI_OK, or an error of the engine. */
int mi_print_bench(miai_engine *engine); /* the engine's ranks first, where it has several */
int mi_print_perft(miai_engine *engine, int depth); /* a line DEPTH COUNT for each depth */

#endif
