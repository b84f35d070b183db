/* measure.h - bench and perft. */
#ifndef MI_PROGRAM_COMMAND_MEASURE_H
#define MI_PROGRAM_COMMAND_MEASURE_H

#include "miai.h"

/* Print results; return MIAI_OK or an error code of the engine. */
int mi_print_bench(miai_engine *engine); /* with several MPI ranks, first a search by all of them */
int mi_print_perft(miai_engine *engine, int depth); /* a line DEPTH COUNT for each depth */

#endif
