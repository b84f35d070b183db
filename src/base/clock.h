/* clock.h - a monotonic clock. */
#ifndef MI_BASE_CLOCK_H
#define MI_BASE_CLOCK_H

/* Seconds since an arbitrary fixed moment. */
double mi_clock(void);

#endif
