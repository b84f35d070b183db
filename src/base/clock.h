/* clock.h - time that never runs backwards. */
#ifndef MI_BASE_CLOCK_H
#define MI_BASE_CLOCK_H

/* Seconds since some fixed moment. */
double mi_clock(void);

#endif
