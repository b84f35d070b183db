/* interrupt.h - Ctrl-C in a command that has results to save: it stops the work, and the command
 * then reports what it has. */
#ifndef MI_BASE_INTERRUPT_H
#define MI_BASE_INTERRUPT_H

#include <stdbool.h>

/* Makes SIGINT, SIGTERM and SIGHUP call stop(context), which must be safe in a signal handler. Only
 * one such handler can be active in a process; call it from main()'s thread only. */
void mi_interrupt_begin(void (*stop)(void *context), void *context);
void mi_interrupt_end(void);

/* Has a signal arrived since mi_interrupt_begin()? */
bool mi_interrupted(void);

#endif
