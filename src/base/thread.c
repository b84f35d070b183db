#include "thread.h"

static bool thread_create(pthread_t *id, int state, void *(*work)(void *context), void *context)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, MI_THREAD_STACK) == 0 &&
                   pthread_attr_setdetachstate(&attributes, state) == 0 &&
                   pthread_create(id, &attributes, work, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool mi_thread_start(struct mi_thread *thread, void *(*work)(void *context), void *context)
{
    return thread_create(&thread->id, PTHREAD_CREATE_JOINABLE, work, context);
}

bool mi_thread_start_detached(void *(*work)(void *context), void *context)
{
    pthread_t id;
    return thread_create(&id, PTHREAD_CREATE_DETACHED, work, context);
}

void *mi_thread_join(struct mi_thread *thread)
{
    void *result;
    pthread_join(thread->id, &result);
    return result;
}
