#include "clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double mi_clock(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double mi_cpu_time(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
