/* orders.h - small programs of threads, and all that they may do by C11's orders of memory.
 *
 * Each location has its writes in the order in which they were made.  A thread reads any of them
 * that is not older than what it knows of; what a release has written hands on what its thread
 * knew, and an acquire takes that over; of sequentially consistent ones each sees the last before
 * it (views: Kang, Hur, Lahav, Vafeiadis, Dreyer 2017, "A promising semantics for relaxed-memory
 * concurrency", without promises: no load sees a store that comes later). */
#ifndef MI_TESTS_SUPPORT_ORDERS_H
#define MI_TESTS_SUPPORT_ORDERS_H

#include <stdbool.h>

enum { ORDERS_THREADS = 3, ORDERS_PLACES = 6, ORDERS_REGISTERS = 3, ORDERS_LINES = 24 };

enum orders_order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

/* A line of a thread's program.  Values are small numbers. */
struct orders_line {
    enum orders_what {
        ORDERS_END,  /* the thread has ended */
        ORDERS_LOAD, /* into the register */
        ORDERS_STORE,
        ORDERS_EXCHANGE, /* what was there comes into the register */
        ORDERS_LOOK,     /* an exchange that puts back what was there */
        ORDERS_UNLESS,   /* the thread ends here unless the register has the value */
        ORDERS_FENCE,    /* sequentially consistent */
        ORDERS_EXPECT,   /* the register has the value, or the claim does not hold */
    } what;
    int place, reg, value;
    enum orders_order order;
};

struct orders_program {
    int first[ORDERS_PLACES]; /* what is there at the beginning */
    struct orders_line thread[ORDERS_THREADS][ORDERS_LINES];
};

/* Does what is expected hold, whatever the threads do?  Sets in how many ways they may end. */
bool orders_hold(const struct orders_program *program, long *ends);

#endif
