/* fmath.h - functions whose last bit is the same on every machine: they decide moves. */
#ifndef MI_BASE_FMATH_H
#define MI_BASE_FMATH_H

#include <stdint.h>

/* The natural logarithm of x > 0, by additions, multiplications and divisions alone. */
double mi_ln(double x);

/* e to the power of x, for |x| <= 100, likewise. */
double mi_exp(double x);

/* The arc tangent, in radians, likewise (and a square root, which is exact everywhere). */
double mi_atan(double x);

/* A number from 0 to below 1 of random bits, by the upper 53. */
static inline double mi_uniform(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

#endif
