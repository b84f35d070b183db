#include "fmath.h"

#include <math.h>

/* x = m * 2^k with 1/sqrt(2) <= m <= sqrt(2). ln m = 2 artanh(s) with s = (m - 1) / (m + 1), as a
 * power series in s^2 < 0.03. */
double mi_ln(double x)
{
    const double ln2 = 0.693147180559945309417;
    int k = 0;
    while (x >= 65536.0 * 1.4142135623730951) {
        x *= 1.0 / 65536.0;
        k += 16;
    }
    while (x > 1.4142135623730951) {
        x *= 0.5;
        k++;
    }
    while (x < 0.7071067811865476) {
        x *= 2.0;
        k--;
    }
    double s = (x - 1.0) / (x + 1.0), s2 = s * s, sum = 0.0;
    for (int n = 19; n >= 1; n -= 2)
        sum = sum * s2 + 1.0 / n;
    return 2.0 * s * sum + ln2 * k;
}

/* e^x = (e^(x / 1024))^1024. The inner exponential is a Taylor series. */
double mi_exp(double x)
{
    double small = x / 1024.0, power = 1.0;
    for (int n = 10; n >= 1; n--)
        power = 1.0 + small * power / n;
    for (int i = 0; i < 10; i++)
        power *= power;
    return power;
}

/* Halves the angle three times, arctan x = 2 arctan(x / (1 + sqrt(1 + x^2))), then uses the Taylor
 * series, whose argument is below 0.2. */
double mi_atan(double x)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        x = x / (1.0 + sqrt(1.0 + x * x));
    double x2 = x * x;
    for (int n = 19; n >= 1; n -= 2)
        sum = 1.0 / n - sum * x2;
    return 8.0 * x * sum;
}
