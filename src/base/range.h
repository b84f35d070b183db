/* range.h - the smaller, the larger, and what lies between. */
#ifndef MI_BASE_RANGE_H
#define MI_BASE_RANGE_H

static inline int mi_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int mi_max(int a, int b)
{
    return a > b ? a : b;
}

static inline int mi_clamp(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

static inline double mi_clamp_real(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

#endif
