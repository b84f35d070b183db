/* turns.c - threads where a page may have none: each goes on until it waits, or until it looks
 * at the clock and its turn is over.
 *
 * The functions of POSIX that the program calls are here, over Emscripten's fibers; the linker puts
 * them in the place of those that do nothing (--wrap).  What is between two looks at the clock is
 * not divided, so a mutex has nothing to do. */
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

/* Bytes of a fiber's stack, and of what is kept of it while others go on. */
enum { STACK = 1 << 20, KEPT = 1 << 18 };

static const double TURN = 0.02;

struct fiber {
    emscripten_fiber_t fiber;
    struct fiber *next;  /* of the ring of all */
    const void *awaited; /* a condition, or a fiber that is to end; NULL: it can go on */
    double until;        /* it is awaited no longer, in seconds of the clock; 0: for ever */
    void *(*work)(void *context);
    void *context, *result;
    bool done, detached;
    void *stack;
    char kept[KEPT];
};

/* A page has one program. */
static struct fiber first = {.next = &first}, *current;
static double turn_began;

/* Lets the page go on: until something comes in, for so many milliseconds at the most, or below 0
 * for as long as that takes. */
EM_JS(void, wait_for_page, (double milliseconds),
      { Asyncify.handleSleep(function(wake) { Module["miaiWait"](milliseconds, wake); }); })

static double now(void)
{
    return emscripten_get_now() * 1e-3;
}

static bool can_go_on(struct fiber *fiber)
{
    if (fiber->done)
        return false;
    if (fiber->awaited && fiber->until > 0 && now() >= fiber->until)
        fiber->awaited = NULL;
    return !fiber->awaited;
}

/* Whose turn it is after the current one's, who may be the same; NULL: all wait. */
static struct fiber *find_next(void)
{
    struct fiber *fiber = current;
    do {
        fiber = fiber->next;
        if (can_go_on(fiber))
            return fiber;
    } while (fiber != current);
    return NULL;
}

/* Milliseconds until the first of them waits no longer; below 0: there is no such time. */
static double time_to_wait(void)
{
    double until = 0;
    struct fiber *fiber = current;
    do {
        if (!fiber->done && fiber->until > 0 && (until <= 0 || fiber->until < until))
            until = fiber->until;
        fiber = fiber->next;
    } while (fiber != current);
    return until <= 0 ? -1 : until > now() ? (until - now()) * 1e3 : 0;
}

static void begin(void)
{
    if (current)
        return;
    current = &first;
    emscripten_fiber_init_from_current_context(&first.fiber, first.kept, sizeof first.kept);
}

static void give_turn(void)
{
    struct fiber *before = current, *next;
    while ((next = find_next()) == NULL)
        wait_for_page(time_to_wait());
    turn_began = now();
    current = next;
    if (next != before)
        emscripten_fiber_swap(&before->fiber, &next->fiber);
}

void mi_turn(double seconds)
{
    if (seconds - turn_began < TURN)
        return;
    begin();
    wait_for_page(0);
    give_turn();
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

static void run(void *self)
{
    struct fiber *fiber = self;
    fiber->result = fiber->work(fiber->context);
    fiber->done = true;
    for (struct fiber *other = fiber->next; other != fiber; other = other->next)
        if (other->awaited == fiber)
            other->awaited = NULL;
    give_turn(); /* and never comes back */
}

static void drop(struct fiber *fiber)
{
    struct fiber *before = fiber;
    while (before->next != fiber)
        before = before->next;
    before->next = fiber->next;
    free(fiber->stack);
    free(fiber);
}

/* Those that nobody waits for, and that have ended. */
static void drop_ended(void)
{
    for (struct fiber *fiber = first.next, *next; fiber != &first; fiber = next) {
        next = fiber->next;
        if (fiber->done && fiber->detached && fiber != current)
            drop(fiber);
    }
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context)
{
    int state = PTHREAD_CREATE_JOINABLE;
    begin();
    drop_ended();
    struct fiber *fiber = calloc(1, sizeof *fiber);
    if (fiber)
        fiber->stack = aligned_alloc(16, STACK);
    if (!fiber || !fiber->stack) {
        free(fiber);
        return EAGAIN;
    }
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    fiber->detached = state == PTHREAD_CREATE_DETACHED;
    fiber->work = work;
    fiber->context = context;
    emscripten_fiber_init(&fiber->fiber, run, fiber, fiber->stack, STACK, fiber->kept, KEPT);
    fiber->next = current->next;
    current->next = fiber;
    *thread = (pthread_t)fiber;
    return 0;
}

static void await(const void *what, double until)
{
    begin();
    current->awaited = what;
    current->until = until;
    give_turn();
    current->until = 0;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    struct fiber *fiber = (struct fiber *)thread;
    while (!fiber->done)
        await(fiber, 0);
    if (result)
        *result = fiber->result;
    drop(fiber);
    return 0;
}

/* ---- conditions ---- */

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)lock;
    await(condition, 0);
    return 0;
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                  const struct timespec *until)
{
    struct timespec t;
    (void)lock;
    clock_gettime(CLOCK_REALTIME, &t);
    double left = (double)(until->tv_sec - t.tv_sec) + (double)(until->tv_nsec - t.tv_nsec) * 1e-9;
    double end = now() + (left > 0 ? left : 0);
    await(condition, end);
    return now() >= end ? ETIMEDOUT : 0;
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
typedef int mi_no_turns; /* ISO C wants something in each file */
#endif
