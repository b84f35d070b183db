/* thread.h - the one place that starts threads. */
#ifndef MI_BASE_THREAD_H
#define MI_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Bytes of a thread's stack.  What a system gives by itself is anything from 128 KiB (musl) up, and
 * elsewhere follows the limit of the shell.  The searches need less than a tenth of this; the rest
 * is for other people's games, and for sanitizers, one of which takes 800 KiB. */
enum { MI_THREAD_STACK = 2 << 20 };

struct mi_thread {
    pthread_t id;
};

/* Starts work(context).  False: the system has no thread to give; the caller goes on without. */
bool mi_thread_start(struct mi_thread *thread, void *(*work)(void *context), void *context);

/* The same for a thread that nobody waits for, not even the end of the program. */
bool mi_thread_start_alone(void *(*work)(void *context), void *context);

/* Waits until its work is done, and returns what that returned. */
void *mi_thread_join(struct mi_thread *thread);

#endif
