/* range.h - minimum, maximum and clamping. */
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

static inline int mi_clamp(int x, int min, int max)
{
    return x < min ? min : x > max ? max : x;
}

static inline double mi_clamp_real(double x, double min, double max)
{
    return x < min ? min : x > max ? max : x;
}

#endif
