/* avx512.h - the AVX-512 vector type and its basic operations. */
#ifndef MI_NET_KERNEL_AVX512_H
#define MI_NET_KERNEL_AVX512_H

#include <immintrin.h>

#define LANES 16

typedef __m512 vf;

#define v_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#define v_max(a, b)    _mm512_max_ps(a, b)
#define v_sqrt(x)      _mm512_sqrt_ps(x)
#define v_round(x)     _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define v_scale(x, n)  _mm512_scalef_ps(x, n)

#endif
