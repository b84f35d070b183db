/* thread.h - starts threads with a stack of known size. No other file calls pthread_create(). */
#ifndef MI_BASE_THREAD_H
#define MI_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Stack size in bytes. System defaults range from 128 KiB (musl) up, and may follow the shell's
 * limit. The searches need less than a tenth of this; the rest is for games by other authors and
 * for sanitizers: one sanitizer needs 800 KiB. */
enum { MI_THREAD_STACK = 2 << 20 };

struct mi_thread {
    pthread_t id;
};

/* Starts work(context). Returns false if the system cannot start a thread; the caller then
 * continues without it. A thread that was started must be joined. */
bool mi_thread_start(struct mi_thread *thread, void *(*work)(void *context), void *context);

/* Starts a detached thread: nothing waits for it, not even the end of the program. */
bool mi_thread_start_detached(void *(*work)(void *context), void *context);

/* Waits until the thread has finished, and returns the result of work(). */
void *mi_thread_join(struct mi_thread *thread);

#endif
