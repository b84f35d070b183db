/* amx.h - convolutions in AMX tiles; MI_AMX is defined if the compiler and system support them. */
#ifndef MI_NET_KERNEL_AMX_H
#define MI_NET_KERNEL_AMX_H

#include "kernels.h"

#if defined __x86_64__ && defined __linux__ && defined __has_include
#if __has_include(<amxbf16intrin.h>) || (defined __clang__ && __has_include(<amxintrin.h>))
#define MI_AMX
#endif
#endif

/* True if the processor has AMX tiles for bfloat16 and int8 and the system lets this process use
 * them. */
bool mi_amx_usable(void);

/* Runs a convolution whose weights are packed in tiles. */
void mi_amx_conv(const struct mi_conv_job *job);

#endif
