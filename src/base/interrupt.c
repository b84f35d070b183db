#include "interrupt.h"

#include "system.h"

#include <signal.h>
#include <stddef.h>

/* Static, because a signal handler receives only the signal's number. */
static struct {
    volatile sig_atomic_t arrived;
    void (*stop)(void *context);
    void *context;
    struct mi_saved_handlers before;
} current;

static void handle_interrupt(int signal_number)
{
    (void)signal_number;
    current.arrived = 1;
    current.stop(current.context);
}

void mi_interrupt_begin(void (*stop)(void *context), void *context)
{
    current.arrived = 0;
    current.stop = stop;
    current.context = context;
    mi_set_interrupt_handler(&current.before, handle_interrupt, true);
}

void mi_interrupt_end(void)
{
    mi_restore_interrupt_handlers(&current.before);
}

bool mi_interrupted(void)
{
    return current.arrived != 0;
}
