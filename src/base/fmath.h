/* fmath.h - functions whose last bit is the same on every machine, because moves depend on it. */
#ifndef MI_BASE_FMATH_H
#define MI_BASE_FMATH_H

#include <stdint.h>

/* The natural logarithm of x > 0, computed with additions, multiplications and divisions only. */
double mi_ln(double x);

/* e^x for |x| <= 100, computed in the same way. */
double mi_exp(double x);

/* The arc tangent in radians. Also uses sqrt(), which is exact on every machine. */
double mi_atan(double x);

/* Maps 64 random bits to [0, 1), using the upper 53 bits. */
static inline double mi_uniform(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

/* From a to b; part 0: a, 1: b. */
static inline double mi_interpolate(double a, double b, double part)
{
    return a + (b - a) * part;
}

#endif
