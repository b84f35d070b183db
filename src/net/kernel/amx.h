/* amx.h - convolutions by tiles, where the compiler and the system know them (MI_AMX). */
#ifndef MI_NET_KERNEL_AMX_H
#define MI_NET_KERNEL_AMX_H

#include "kernels.h"

#if defined __x86_64__ && defined __linux__ && defined __has_include
#if __has_include(<amxbf16intrin.h>) || (defined __clang__ && __has_include(<amxintrin.h>))
#define MI_AMX
#endif
#endif

/* Does this processor have tiles of bfloat16 and of bytes, and may this process use them? */
bool mi_amx_usable(void);

/* A convolution whose weights are packed in tiles. */
void mi_amx_conv(const struct mi_conv_job *job);

#endif
