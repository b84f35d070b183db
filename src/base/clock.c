#include "clock.h"

#include <time.h>

#if defined __EMSCRIPTEN__ && !defined __EMSCRIPTEN_PTHREADS__
#include "turns/turns.h"
#else
#define mi_yield_if_due(seconds) ((void)(seconds))
#endif

double mi_clock(void)
{
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    double seconds = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
    mi_yield_if_due(seconds);
    return seconds;
}
