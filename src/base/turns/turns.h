/* turns.h - cooperative threads for WebAssembly without shared memory. */
#ifndef MI_BASE_TURNS_TURNS_H
#define MI_BASE_TURNS_TURNS_H

/* Call this often during long work, with the time of mi_clock(). It lets the other threads and the
 * page run if the current thread's time slice is over. */
void mi_yield_if_due(double seconds);

#endif
