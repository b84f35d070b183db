/* vnni.c - the kernels for AVX-512 VNNI, and the same with convolutions in AMX tiles. */
#define VNNI
#include "avx512.c"

#include "amx.h"

#ifdef MI_AMX
const struct mi_kernels mi_kernels_amx = {
    .name = "amx", .usable = mi_amx_usable, .conv_tiles = mi_amx_conv, FUNCTIONS};
#endif
