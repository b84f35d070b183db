/* kernel_avx_vnni.c - the network's arithmetic with AVX2 and AVX-VNNI. */
#include "base/processor.h"

#ifdef MI_AVX_VNNI
#define AVX_VNNI
#include "kernel_avx2.c"
#else
typedef int mi_no_nnue_avx_vnni; /* ISO C forbids an empty translation unit */
#endif
