/* vnni.c - the kernels for AVX-512 with its instructions for networks. */
#define VNNI
#include "avx512.c"
