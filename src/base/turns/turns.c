/* turns.c - cooperative threads for WebAssembly without shared memory. A thread runs until it
 * waits, or until it reads the clock after its time slice is over.
 *
 * The POSIX thread functions that the program calls are implemented here with Emscripten's fibers.
 * The linker's --wrap replaces Emscripten's stubs by them. A thread is never interrupted between
 * two reads of the clock, so mutexes need not do anything. */
#if defined __EMSCRIPTEN__ && !defined __EMSCRIPTEN_PTHREADS__
#include "turns.h"

#include <emscripten.h>
#include <emscripten/fiber.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Sizes in bytes: a fiber's stack, and the part of it saved while other fibers run. */
enum { FIBER_STACK = 1 << 20, SAVED_STACK = 1 << 18 };

static const double TIME_SLICE = 0.02;

struct fiber {
    emscripten_fiber_t fiber;
    struct fiber *next;  /* in the ring of all fibers */
    const void *awaited; /* a condition, or a fiber to join; NULL: runnable */
    double until;        /* end of the wait, in seconds of the clock; 0: never */
    void *(*work)(void *context);
    void *context, *result;
    bool done, detached;
    void *stack;
    char saved_stack[SAVED_STACK];
};

/* Global, because a page runs one program. */
static struct fiber first = {.next = &first}, *current;
static double slice_began;

/* Lets the page run until input arrives, for at most the given milliseconds; below 0: without
 * limit. */
EM_JS(void, wait_for_page, (double milliseconds),
      { Asyncify.handleSleep(function(wake) { Module["miaiWait"](milliseconds, wake); }); })

static double seconds_now(void)
{
    return emscripten_get_now() * 1e-3;
}

static bool fiber_is_runnable(struct fiber *fiber)
{
    if (fiber->done)
        return false;
    if (fiber->awaited && fiber->until > 0 && seconds_now() >= fiber->until)
        fiber->awaited = NULL;
    return !fiber->awaited;
}

/* The next runnable fiber after the current one, possibly the same; NULL if all wait. */
static struct fiber *next_runnable(void)
{
    struct fiber *fiber = current;
    do {
        fiber = fiber->next;
        if (fiber_is_runnable(fiber))
            return fiber;
    } while (fiber != current);
    return NULL;
}

/* Milliseconds until the first timed wait ends; -1 if there is none. */
static double milliseconds_to_wait(void)
{
    double until = 0;
    struct fiber *fiber = current;
    do {
        if (!fiber->done && fiber->until > 0 && (until <= 0 || fiber->until < until))
            until = fiber->until;
        fiber = fiber->next;
    } while (fiber != current);
    return until <= 0 ? -1 : until > seconds_now() ? (until - seconds_now()) * 1e3 : 0;
}

static void init_first_fiber(void)
{
    if (current)
        return;
    current = &first;
    emscripten_fiber_init_from_current_context(&first.fiber, first.saved_stack,
                                               sizeof first.saved_stack);
}

static void switch_fiber(void)
{
    struct fiber *before = current, *next;
    while ((next = next_runnable()) == NULL)
        wait_for_page(milliseconds_to_wait());
    slice_began = seconds_now();
    current = next;
    if (next != before)
        emscripten_fiber_swap(&before->fiber, &next->fiber);
}

void mi_yield_if_due(double seconds)
{
    if (seconds - slice_began < TIME_SLICE)
        return;
    init_first_fiber();
    wait_for_page(0);
    switch_fiber();
}

/* ---- threads ---- */

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until);
int __wrap_pthread_cond_broadcast(pthread_cond_t *condition);
int __wrap_pthread_cond_signal(pthread_cond_t *condition);

static void run_fiber(void *self)
{
    struct fiber *fiber = self;
    fiber->result = fiber->work(fiber->context);
    fiber->done = true;
    for (struct fiber *other = fiber->next; other != fiber; other = other->next)
        if (other->awaited == fiber)
            other->awaited = NULL;
    switch_fiber(); /* does not return */
}

static void free_fiber(struct fiber *fiber)
{
    struct fiber *before = fiber;
    while (before->next != fiber)
        before = before->next;
    before->next = fiber->next;
    free(fiber->stack);
    free(fiber);
}

/* Frees the detached fibers that have ended. */
static void free_ended_fibers(void)
{
    for (struct fiber *fiber = first.next, *next; fiber != &first; fiber = next) {
        next = fiber->next;
        if (fiber->done && fiber->detached && fiber != current)
            free_fiber(fiber);
    }
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context)
{
    int state = PTHREAD_CREATE_JOINABLE;
    init_first_fiber();
    free_ended_fibers();
    struct fiber *fiber = calloc(1, sizeof *fiber);
    if (fiber)
        fiber->stack = aligned_alloc(16, FIBER_STACK);
    if (!fiber || !fiber->stack) {
        free(fiber);
        return EAGAIN;
    }
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    fiber->detached = state == PTHREAD_CREATE_DETACHED;
    fiber->work = work;
    fiber->context = context;
    emscripten_fiber_init(&fiber->fiber, run_fiber, fiber, fiber->stack, FIBER_STACK,
                          fiber->saved_stack, SAVED_STACK);
    fiber->next = current->next;
    current->next = fiber;
    *thread = (pthread_t)fiber;
    return 0;
}

static void wait_for_event(const void *what, double until)
{
    init_first_fiber();
    current->awaited = what;
    current->until = until;
    switch_fiber();
    current->until = 0;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    struct fiber *fiber = (struct fiber *)thread;
    while (!fiber->done)
        wait_for_event(fiber, 0);
    if (result)
        *result = fiber->result;
    free_fiber(fiber);
    return 0;
}

/* ---- conditions ---- */

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)lock;
    wait_for_event(condition, 0);
    return 0;
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until)
{
    struct timespec t;
    (void)lock;
    clock_gettime(CLOCK_REALTIME, &t);
    double left = (double)(until->tv_sec - t.tv_sec) + (double)(until->tv_nsec - t.tv_nsec) * 1e-9;
    double end = seconds_now() + (left > 0 ? left : 0);
    wait_for_event(condition, end);
    return seconds_now() >= end ? ETIMEDOUT : 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *condition)
{
    for (struct fiber *fiber = &first; current; fiber = fiber->next) {
        if (fiber->awaited == condition)
            fiber->awaited = NULL;
        if (fiber->next == &first)
            break;
    }
    return 0;
}

int __wrap_pthread_cond_signal(pthread_cond_t *condition)
{
    return __wrap_pthread_cond_broadcast(condition);
}
#else
typedef int mi_no_cooperative_threads; /* ISO C requires a declaration in every file */
#endif
