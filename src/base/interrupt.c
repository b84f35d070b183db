#include "interrupt.h"

#include "system.h"

#include <signal.h>
#include <stddef.h>

/* A handler is told nothing but the number of the signal. */
static struct {
    volatile sig_atomic_t came;
    void (*stop)(void *context);
    void *context;
    struct mi_interrupts before;
} current;

static void take(int signal_number)
{
    (void)signal_number;
    current.came = 1;
    current.stop(current.context);
}

void mi_interrupt_begin(void (*stop)(void *context), void *context)
{
    current.came = 0;
    current.stop = stop;
    current.context = context;
    mi_interrupts_begin(&current.before, take, true);
}

void mi_interrupt_end(void)
{
    mi_interrupts_end(&current.before);
}

bool mi_interrupted(void)
{
    return current.came != 0;
}
