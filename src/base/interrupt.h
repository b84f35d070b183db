/* interrupt.h - Ctrl-C of a command that has something to keep: it ends what runs, and the command
 * tells what came of it. */
#ifndef MI_BASE_INTERRUPT_H
#define MI_BASE_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP call stop with the context, which may be anything that a
 * handler of signals may do, and are remembered.  One at a time in a process; main()'s thread
 * alone. */
void mi_interrupt_begin(void (*stop)(void *context), void *context);
void mi_interrupt_end(void);

/* Has one come since the last beginning? */
bool mi_interrupted(void);

#endif
