/* vnni.c - the kernels for AVX-512 with its instructions for networks; and with tiles beside them.
 */
#define VNNI
#include "avx512.c"

#include "amx.h"

#ifdef MI_AMX
const struct mi_kernels mi_kernels_amx = {
    .name = "amx", .usable = mi_amx_usable, .conv_tiles = mi_amx_conv, FUNCTIONS};
#endif
