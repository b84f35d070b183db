/* orders.h - a model checker: runs small multithreaded programs in all ways that C11's memory
 * orders allow.
 *
 * Each location keeps its writes in their order. A thread may read any write that is not older than
 * its view. A release write carries its thread's view, and an acquire read takes that over.
 * Sequentially consistent operations see the last such operation before them. The model uses views
 * (Kang, Hur, Lahav, Vafeiadis, Dreyer 2017, "A promising semantics for relaxed-memory
 * concurrency") without promises: no load reads a later store. */
#ifndef MI_TESTS_SUPPORT_ORDERS_H
#define MI_TESTS_SUPPORT_ORDERS_H

#include <stdbool.h>

enum { ORDERS_THREADS = 3, ORDERS_PLACES = 6, ORDERS_REGISTERS = 3, ORDERS_LINES = 24 };

enum orders_order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

/* An instruction of a thread. Values are small numbers. */
struct orders_line {
    enum orders_what {
        ORDERS_END,  /* end of the thread */
        ORDERS_LOAD, /* load into the register */
        ORDERS_STORE,
        ORDERS_EXCHANGE, /* the old value goes into the register */
        ORDERS_LOOK,     /* an exchange that writes back the old value */
        ORDERS_UNLESS,   /* end the thread unless the register has the value */
        ORDERS_FENCE,    /* sequentially consistent */
        ORDERS_EXPECT,   /* assert that the register has the value */
    } what;
    int place, reg, value;
    enum orders_order order;
};

struct orders_program {
    int first[ORDERS_PLACES]; /* initial values */
    struct orders_line thread[ORDERS_THREADS][ORDERS_LINES];
};

/* Do all ORDERS_EXPECT hold in every execution? Sets *ends to the number of executions. */
bool orders_hold(const struct orders_program *program, long *ends);

#endif
