/* avx_vnni.c - the kernels for AVX2 with AVX-VNNI. */
#include "base/processor.h"

#ifdef MI_AVX_VNNI
#define AVX_VNNI
#include "avx2.c"
#else
typedef int mi_no_avx_vnni; /* ISO C forbids an empty translation unit */
#endif
