#include "base/thread.h"
#include "train.h"

#include <stdatomic.h>

enum { THREADS_MAX = 64 };

struct team {
    void (*job)(void *context, int i);
    void *context;
    int jobs;
    atomic_int next;
};

static void *run_jobs(void *context)
{
    struct team *team = context;
    for (int i; (i = atomic_fetch_add(&team->next, 1)) < team->jobs;)
        team->job(team->context, i);
    return NULL;
}

void nnue_parallel(int threads, int jobs, void (*job)(void *context, int i), void *context)
{
    struct team team = {.job = job, .context = context, .jobs = jobs};
    struct mi_thread thread[THREADS_MAX];
    int started = 0;
    atomic_init(&team.next, 0);
    while (started < threads - 1 && started < THREADS_MAX &&
           mi_thread_start(&thread[started], run_jobs, &team))
        started++;
    run_jobs(&team);
    while (started > 0)
        mi_thread_join(&thread[--started]);
}
