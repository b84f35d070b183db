#include "amx.h"
#include "base/processor.h"

extern const struct mi_kernels mi_kernels_plain, mi_kernels_avx2, mi_kernels_avx_vnni,
    mi_kernels_avx512, mi_kernels_vnni, mi_kernels_amx;

const struct mi_kernels *const mi_kernel_list[] = {
#ifdef MI_AMX
    &mi_kernels_amx,
#endif
#if defined __x86_64__
    &mi_kernels_vnni,     &mi_kernels_avx512,
#ifdef MI_AVX_VNNI
    &mi_kernels_avx_vnni,
#endif
    &mi_kernels_avx2,
#endif
    &mi_kernels_plain,    NULL};

const struct mi_kernels *mi_kernels_best(bool tiles)
{
    int best = 0;
    while ((mi_kernel_list[best]->conv_tiles && !tiles) || !mi_kernel_list[best]->usable())
        best++;
    return mi_kernel_list[best];
}
